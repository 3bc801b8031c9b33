import { createHash, randomUUID } from "node:crypto";

import sharp from "sharp";

import type { Part } from "#domain/stock/part.ts";
import { partLabel } from "#domain/stock/part.ts";
import type { Services } from "#server/services/services.ts";

import type { TestApp } from "./build-test-app.ts";
import { plainPhoto } from "./photo-examples.ts";
import { type PartFields, stockDesk } from "./stock-desk.ts";

/** Puts a photo on a part, as a phone does. Returns its id. */
export async function photographed(
  { photos, database, now }: Pick<Services, "photos" | "database" | "now">,
  part: Part,
  content?: Buffer,
): Promise<string> {
  const id = randomUUID();
  const large = content ?? (await plainPhoto(800, 600));
  const preview = await sharp(large).resize(320).jpeg().toBuffer();
  await photos.write(id, { content: large, preview });
  await database.write(async (tx) => {
    const sizes = { bytes: large.length, preview_bytes: preview.length };
    const sha256 = createHash("sha256").update(large).update(id).digest("hex");
    const facts = {
      id,
      ref_number: partLabel(part.number),
      kind: "part",
      shot: null,
      user_id: null,
    } as const;
    await tx
      .insertInto("photos")
      .values({ ...facts, sha256, ...sizes, at: now().toISOString() })
      .execute();
    const first = tx.updateTable("parts").set({ photo: id }).where("number", "=", part.number);
    await first.where("photo", "is", null).execute();
  });
  return id;
}

/** The desk of an app, and parts that are for sale on its site: priced, with a photo. */
export async function shop(app: TestApp) {
  const desk = await stockDesk(app);
  return {
    ...desk,
    async forSale(machine: number | null, ...parts: PartFields[]): Promise<Part[]> {
      const honda = machine === null ? { make: "Honda", model: "TRX420FM", year: 2015 } : {};
      const written = await desk.written(
        machine,
        ...parts.map((part) => ({ ...honda, price_cents: 18_500, ...part })),
      );
      for (const part of written) await photographed(app.app.services, part);
      return written;
    },
    /** The page as a browser without scripts gets it. */
    async page(path: string): Promise<string> {
      return (await app.fetch(path)).text();
    },
  };
}
