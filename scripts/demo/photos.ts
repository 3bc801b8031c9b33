import { createHash, randomUUID } from "node:crypto";

import sharp from "sharp";

import { photoSides, type ShotName, shotLabel } from "#domain/deals/photos.ts";
import { changeEither } from "#server/features/deals/sales/offers.ts";
import { photosOf } from "#server/features/deals/sales/read-sale.ts";

import { hourMs, type Story } from "./story.ts";

const quad = `<g fill="none" stroke="#1d1b19" stroke-width="14"><circle cx="430" cy="820" r="150" fill="#2d2b28"/><circle cx="1130" cy="820" r="150" fill="#2d2b28"/></g>
<path d="M300 640q140-170 300-80l120 60h200l180-120q130 20 170 130l-80 20H380z" fill="#3f6b4f" stroke="#1d1b19" stroke-width="10"/>
<path d="M620 560l90-170m-60 20h130" stroke="#1d1b19" stroke-width="22"/><rect x="760" y="520" width="230" height="60" rx="30" fill="#26231f"/>`;
const plate = `<rect x="300" y="420" width="1000" height="300" rx="20" fill="#7d7a74"/><text x="800" y="610" font-size="130" text-anchor="middle" fill="#26231f" font-family="monospace">TE38-1204417</text>`;
const dial = `<circle cx="800" cy="600" r="330" fill="#26231f"/><circle cx="800" cy="600" r="280" fill="#efe9dc"/><text x="800" y="640" font-size="120" text-anchor="middle" font-family="monospace">03187 h</text>`;
const crack = `<circle cx="800" cy="600" r="330" fill="#bdbdb8" stroke="#4c4b48" stroke-width="20"/><circle cx="800" cy="600" r="120" fill="#2d2b28"/><path d="M900 540l110-70 20 90 170-90" fill="none" stroke="#1d1b19" stroke-width="18"/>`;

/** What the drawing shows; the whole machine for the others. */
const subjects: Partial<Record<ShotName, string>> = {
  frame_number: plate,
  dash: dial,
  damage: crack,
  part: crack,
  broken_place: crack,
};

/** Made from a drawing: there is no real photo in it. */
async function draw(shot: ShotName) {
  const subject = subjects[shot] ?? quad;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200"><rect width="1600" height="1200" fill="#b9c4b2"/>
<rect y="900" width="1600" height="300" fill="#8d8577"/>${shot === "right" ? `<g transform="translate(1600 0) scale(-1 1)">${subject}</g>` : subject}
<text x="60" y="1140" font-size="64" fill="#fff" font-family="sans-serif">${shotLabel(shot)}</text></svg>`;
  const of = (side: number) =>
    sharp(Buffer.from(svg)).resize(side, side, { fit: "inside" }).jpeg().toBuffer();
  return { content: await of(photoSides.large), preview: await of(photoSides.small) };
}

/** Adds a photo as if it had just come from a phone. Returns its hash. */
async function addPhoto(story: Story, kind: "visitor" | "part", shot: ShotName): Promise<string> {
  const { context, reference, by } = story;
  const [id, picture] = [randomUUID(), await draw(shot)];
  await context.photos.write(id, picture);
  const sha256 = createHash("sha256").update(picture.content).digest("hex");
  const sizes = { bytes: picture.content.length, preview_bytes: picture.preview.length };
  const user_id = kind === "part" ? by.userId : null;
  await changeEither(context, { reference, userId: user_id }, async (work) => {
    const { tx, deal, at } = work;
    const row = { id, ref_number: reference, kind, shot, sha256, ...sizes, at: at.toISOString(), user_id };
    await tx.insertInto("photos").values(row).execute();
    const file_urls = JSON.stringify((await photosOf(tx, reference, "visitor")).map(({ url }) => url));
    const { table } = deal.submission;
    await tx.updateTable(table).set({ file_urls }).where("ref_number", "=", reference).execute();
    work.event({ type: "photo", becomes: shot });
  });
  return sha256;
}

/** What the visitor sends. */
export const photos =
  (...shots: readonly ShotName[]) =>
  async (story: Story): Promise<void> => {
    for (const shot of shots) {
      await addPhoto(story, "visitor", shot);
      story.time += hourMs / 60;
    }
  };

/** Of a part, by staff. */
export const partPhoto = (story: Story): Promise<string> => addPhoto(story, "part", "part");
