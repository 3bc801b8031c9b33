import { createTransport } from "nodemailer";
import PostalMime, { type Attachment } from "postal-mime";
import sharp, { type Sharp } from "sharp";
import { expect, test } from "vitest";

import { createLog } from "#server/platform/observability/log.ts";

import { keptFiles, type NewFile } from "./attachments.ts";
import { partsOf } from "./mail-parts.ts";

interface Sent {
  readonly filename?: string;
  readonly content: Buffer | string;
  readonly contentType?: string;
  readonly cid?: string;
}

/** What is kept of a mail that a mail program sends with these files. */
async function kept(attachments: readonly Sent[], html = "<p>See the photos</p>"): Promise<NewFile[]> {
  const composer = createTransport({ streamTransport: true, buffer: true });
  const { message } = await composer.sendMail({
    from: "moana@example.co.nz",
    to: "sales@quadkea.example",
    html,
    attachments: attachments.map((one) => ({ ...one })),
  });
  const mail = await PostalMime.parse(message as Buffer, { forceRfc822Attachments: true });
  return keptFiles(context, partsOf(mail.attachments));
}

const context = { log: createLog("error"), stopping: new AbortController().signal };

function part(filename: string, content: Uint8Array): Attachment {
  return { filename, mimeType: "application/octet-stream", disposition: "attachment", content };
}

const shown = (files: readonly NewFile[]) => files.map(({ name, kept: how, type }) => [name, how, type]);

/** Red on the left, blue on the right, as the sensor saw it. */
async function redAndBlue(width: number, height: number): Promise<Sharp> {
  const half = { width: Math.round(width / 2), height, channels: 3 } as const;
  const blue = sharp({ create: { ...half, background: "#0000ff" } }).png();
  const left = half.width;
  return sharp({ create: { ...half, width, background: "#ff0000" } }).composite([
    { input: await blue.toBuffer(), left, top: 0 },
  ]);
}

async function colourAt(jpeg: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = sharp(jpeg).extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

/** The markers of a JPEG up to its picture data: those from E0 hold metadata, FE a comment. */
function markersOf(jpeg: Uint8Array): string[] {
  const bytes = Buffer.from(jpeg);
  const markers: string[] = [];
  for (let at = 2; bytes[at + 1] !== 0xda; at += 2 + bytes.readUInt16BE(at + 2)) {
    markers.push(bytes.toString("hex", at + 1, at + 2));
  }
  return markers;
}

test("a photo is kept upright, small, in sRGB, and without place, time, camera or comment", async () => {
  const sideways = (await redAndBlue(4000, 3000))
    .withExif({
      IFD0: { Make: "Nokia", Model: "8.3", DateTime: "2026:11:26 14:02:00" },
      IFD3: { GPSLatitudeRef: "S", GPSLatitude: "46/1 6/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withIccProfile("p3");
  const photo = await sideways.jpeg().toBuffer();
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 6, hasProfile: true });
  const [file] = await kept([{ filename: "IMG_1.txt", content: photo, contentType: "text/plain" }]);
  expect(file).toMatchObject({ name: "IMG_1.txt", bytes: photo.length, kept: "picture", type: "image/jpeg" });
  const { content, preview } = file!;
  expect(await sharp(content!).metadata()).toMatchObject({ width: 1200, height: 1600, space: "srgb" });
  expect(await sharp(preview!).metadata()).toMatchObject({ width: 240, height: 320 });
  for (const jpeg of [content!, preview!]) {
    expect(new Set(markersOf(jpeg))).toEqual(new Set(["db", "c0", "c4"]));
    const [red, , blue] = await colourAt(jpeg, 100, 20);
    expect(red).toBeGreaterThan(240);
    expect(blue).toBeLessThan(15);
    const [, , below = 0] = await colourAt(jpeg, 100, 300);
    expect(below > 240).toBe(jpeg === preview);
  }
});

test("pictures are told by their bytes; a bomb, a broken one and other kinds are named, and the rest goes on", async () => {
  const picture = await redAndBlue(400, 300);
  const vast = { width: 8000, height: 7600, channels: 3, background: "red" } as const;
  const bomb = await sharp({ create: vast }).png().toBuffer(); // 300 KB, of 61 megapixels.
  const jpeg = await picture.clone().jpeg().toBuffer();
  const clear = { width: 40, height: 40, channels: 4, background: "#00000000" } as const;
  const files = await kept([
    { filename: "bomb.png", content: bomb },
    { filename: "cut.jpg", content: jpeg.subarray(0, jpeg.length / 2) },
    { filename: "page.jpg", content: "<script>alert(1)</script>", contentType: "image/jpeg" },
    { filename: "drawing.svg", content: "<svg xmlns='http://www.w3.org/2000/svg'/>" },
    { filename: "old.gif", content: await picture.clone().gif().toBuffer() },
    { filename: "clear.png", content: await sharp({ create: clear }).png().toBuffer() },
    { filename: "part.webp", content: await picture.clone().webp().toBuffer() },
  ]);
  expect(shown(files)).toEqual([
    ["bomb.png", null, null],
    ["cut.jpg", null, null],
    ["page.jpg", null, null],
    ["drawing.svg", null, null],
    ["old.gif", null, null],
    ["clear.png", "picture", "image/jpeg"],
    ["part.webp", "picture", "image/jpeg"],
  ]);
  expect(await colourAt(files[5]!.content!, 10, 10)).toEqual([255, 255, 255]);
  expect(await sharp(files[6]!.content!).metadata()).toMatchObject({ width: 400, height: 300 });
});

test("PDF and text are kept as they are, whatever they are called; others only by their name", async () => {
  const pdf = Buffer.from("%PDF-1.7\n\u00e9 not really", "latin1");
  const files = await kept([
    { filename: "invoice.exe", content: pdf, contentType: "application/octet-stream" },
    { filename: "parts.csv", content: "\ufeffpart;price\nWētā;1", contentType: "text/csv" },
    { filename: "old.txt", content: Buffer.from([0x63, 0x61, 0x66, 0xe9]), contentType: "text/plain" },
    { filename: "not.txt", content: Buffer.from([1, 0, 2]), contentType: "text/plain" },
    { filename: "page.html", content: "<p>Hi</p>" },
    { filename: "photos.zip", content: Buffer.from("PK\u0003\u0004") },
    { filename: "invite.ics", content: "BEGIN:VCALENDAR", contentType: "text/calendar" },
    { content: "Subject: Hi\r\n\r\nHi", contentType: "message/rfc822" },
  ]);
  expect(shown(files)).toEqual([
    ["invoice.exe", "download", "application/pdf"],
    ["parts.csv", "download", "text/plain; charset=utf-8"],
    ["old.txt", "download", "text/plain; charset=utf-8"],
    ["not.txt", null, null],
    ["page.html", null, null],
    ["photos.zip", null, null],
    ["invite.ics", null, null],
    ["Attached mail", null, null],
  ]);
  expect(files[0]!.content).toEqual(new Uint8Array(pdf));
  const texts = files.slice(1, 3).map(({ content }) => Buffer.from(content!).toString());
  expect(texts).toEqual(["\ufeffpart;price\nWētā;1", "café"]);
});

test("at most 10 files and 20 MB are kept, and 50 named; a small logo of a signature is left out", async () => {
  const pdf = (name: string, bytes = 10) => part(name, Buffer.alloc(bytes).fill("%PDF-", 0, 5));
  const pdfs = Array.from({ length: 2000 }, (_, index) => pdf(`${index}.pdf`));
  const many = await keptFiles(context, partsOf(pdfs));
  expect(many).toHaveLength(50);
  expect(many.filter((file) => file.kept !== null)).toHaveLength(10);
  expect(many.at(-1)).toMatchObject({ name: "1,951 more files", bytes: 19_510, kept: null, position: 50 });
  const large = await keptFiles(
    context,
    partsOf([pdf("a", 15_000_000), pdf("b", 6_000_000), pdf("c", 5_000_000)]),
  );
  expect(large.map(({ kept: how }) => how)).toEqual(["download", null, "download"]);
  const [logo, photo] = [await redAndBlue(40, 40), await redAndBlue(1600, 1600)];
  const inline = await kept(
    [
      { filename: "logo.png", cid: "logo@x", content: await logo.png().toBuffer() },
      { filename: "photo.png", cid: "photo@x", content: await photo.png().toBuffer() },
    ],
    '<img src="cid:logo@x"><img src="cid:photo@x">',
  );
  expect(shown(inline)).toEqual([["photo.png", "picture", "image/jpeg"]]);
});

test("a name is one line without folders and marks that nobody sees, of at most 200 characters", async () => {
  const named = [
    "../../etc/pass\r\nwd",
    String.raw`C:\Users\me\Wētā.txt`,
    "gpj.\u202eexe",
    "\u0007",
    "📷".repeat(300),
  ];
  const files = await keptFiles(context, partsOf(named.map((name) => part(name, new Uint8Array(1)))));
  expect(files.map(({ name }) => name)).toEqual([
    "pass wd",
    "Wētā.txt",
    "gpj.exe",
    "File without a name",
    "📷".repeat(200),
  ]);
});
