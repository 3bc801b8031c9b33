import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import sharp, { type Sharp } from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";

import { reencode } from "./reencode.ts";

// Each picture takes a process of low priority, which waits for its turn on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

/** Grey, with red at the top left and blue at the bottom right. */
async function upright(width: number, height: number): Promise<Buffer> {
  const corner = (background: string) =>
    sharp({ create: { width: width >> 2, height: height >> 2, channels: 3, background } })
      .png()
      .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#808080" } })
    .composite([
      { input: await corner("#e02020"), gravity: "northwest" },
      { input: await corner("#2020e0"), gravity: "southeast" },
    ])
    .png({ compressionLevel: 0 })
    .toBuffer();
}

/** As the sensor saw it, for each value of the EXIF tag: what turns it upright is the reverse of this. */
const turns: readonly ((picture: Sharp) => Sharp)[] = [
  (one) => one,
  (one) => one.flop(),
  (one) => one.rotate(180),
  (one) => one.flip(),
  (one) => one.rotate(90),
  (one) => one.rotate(270),
  (one) => one.rotate(90),
  (one) => one.rotate(90),
];
const mirrored: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  5: (one) => one.flop(),
  7: (one) => one.flip(),
};

async function asSensorSawIt(picture: Buffer, orientation: number): Promise<Sharp> {
  const turned = await (turns[orientation - 1] ?? turns[0]!)(sharp(picture)).png().toBuffer();
  return (mirrored[orientation] ?? turns[0]!)(sharp(turned));
}

/** With everything that tells who took it, where and when. */
const told = (picture: Sharp, orientation: number | null): Sharp => {
  const exif = picture
    .withExif({
      IFD0: { Make: "Phone", Model: "X", DateTime: "2026:11:26 14:02:00" },
      IFD2: { BodySerialNumber: "SN-4711", DateTimeOriginal: "2026:11:26 14:02:00" },
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: "46/1 6/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "168/1 56/1 0/1",
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>',
    );
  return orientation === null ? exif : exif.withMetadata({ orientation });
};

const small = [400, 300] as const;
const kinds: readonly (readonly [string, readonly [number, number], (picture: Sharp) => Promise<Buffer>])[] =
  [
    ["jpeg", small, (one) => one.jpeg().toBuffer()],
    ["large jpeg", [2000, 1500], (one) => one.jpeg().toBuffer()],
    ["portrait", [300, 400], (one) => one.jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer()],
    ["progressive", small, (one) => one.jpeg({ progressive: true }).toBuffer()],
    ["Display P3", small, (one) => one.withIccProfile("p3").jpeg().toBuffer()],
    ["CMYK", small, (one) => one.toColourspace("cmyk").jpeg().toBuffer()],
    ["16-bit PNG", small, (one) => one.toColourspace("rgb16").png().toBuffer()],
    ["PNG", small, (one) => one.png().toBuffer()],
    ["WebP", small, (one) => one.webp({ quality: 90 }).toBuffer()],
    ["tiny", [40, 30], (one) => one.jpeg().toBuffer()],
    [
      "motion photo",
      small,
      async (one) => Buffer.concat([await one.jpeg().toBuffer(), await one.clone().jpeg().toBuffer()]),
    ],
  ];

const orientations = [null, 1, 2, 3, 4, 5, 6, 7, 8];

type Colours = (left: number, top: number) => number[];

async function coloursOf(jpeg: Uint8Array): Promise<Colours> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  return (left, top) => [...data.subarray((top * info.width + left) * 3).subarray(0, 3)];
}

function expectNear(what: string, seen: readonly number[], meant: readonly number[], most: number): void {
  const off = Math.max(...meant.map((value, index) => Math.abs(value - (seen[index] ?? 0))));
  expect([what, seen, off <= most]).toEqual([what, seen, true]);
}

const hasExiftool = spawnSync("exiftool", ["-ver"]).status === 0;
const isHarmless = /^(?:SourceFile|(?:ExifTool|System|File|JFIF|Composite):.*)$/;

function tagsIn(folder: string): string[][] {
  const options = ["-q", "-json", "-G1", "-a", "-u", "-ee", folder];
  const found = execFileSync("exiftool", options, { encoding: "utf8", maxBuffer: 1e8 });
  return (JSON.parse(found) as object[]).map((file) => Object.keys(file));
}

test("100 photos as phones and cameras write them become upright, small, true in colour, and tell nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-photos-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  for (const one of [before, after]) await mkdir(one);
  let count = 0;
  for (const [kind, [width, height], write] of kinds) {
    const picture = await upright(width, height);
    for (const orientation of orientations) {
      const name = `${kind} ${String(orientation)}`;
      const photo = await write(told(await asSensorSawIt(picture, orientation ?? 1), orientation));
      const { content, preview } = await reencode(photo);
      for (const [jpeg, side] of [
        [content, 1600],
        [preview, 320],
      ] as const) {
        const scale = Math.min(1, side / Math.max(width, height));
        const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
        expect([name, await sharp(jpeg).metadata()]).toMatchObject([
          name,
          { width: w, height: h, format: "jpeg", space: "srgb" },
        ]);
        const at = await coloursOf(jpeg);
        const most = { CMYK: 110, "16-bit PNG": 30 }[kind] ?? 16;
        expectNear(name, at(w >> 3, h >> 3), [224, 32, 32], most);
        expectNear(name, at(w - (w >> 3), h - (h >> 3)), [32, 32, 224], most);
        expectNear(name, at(w >> 1, h >> 1), [128, 128, 128], most);
      }
      count += 1;
      if (orientation === 6) await writeFile(join(before, `${count}.jpg`), photo);
      await writeFile(join(after, `${count}.jpg`), content);
      await writeFile(join(after, `${count}-320.jpg`), preview);
    }
  }
  const panorama = await reencode(
    await told(sharp(await upright(12_000, 1000)), 1)
      .jpeg()
      .toBuffer(),
  );
  expect(await sharp(panorama.content).metadata()).toMatchObject({ width: 1600, height: 133 });
  expect(count + 1).toBe(100);
  if (!hasExiftool) return;
  const telling = tagsIn(before).filter(
    (tags) =>
      tags.some((tag) => tag.includes("GPSLatitude")) && tags.some((tag) => tag.includes("SerialNumber")),
  );
  expect(telling.length).toBe(kinds.length);
  expect(tagsIn(after).flatMap((tags) => tags.filter((tag) => !isHarmless.test(tag)))).toEqual([]);
});
