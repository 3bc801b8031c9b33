import { uploadKeptDays } from "#domain/deals/photos.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import type { Services } from "#server/services/services.ts";

import { finishUpload } from "./finish-upload.ts";

/** In one run: the next is a minute later. */
const atMost = 30;
/** Whoever sent the last piece finishes it, unless its instance was killed. */
const finishMs = minuteMs;

/** Finishes uploads that nobody finishes, and removes those that nobody goes on with. */
export async function tidyUploads(services: Services): Promise<void> {
  const { database, now } = services;
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  const open = database.reader.selectFrom("photo_uploads").select(["id", "ref_number"]);
  const whole = open
    .where("state", "=", "open")
    .whereRef("received", "=", "size")
    .where("changed_at", "<", before(finishMs));
  for (const { id, ref_number: reference } of await whole.limit(atMost).execute())
    await finishUpload(services, { id, reference });
  const old = before(uploadKeptDays * dayMs);
  const first = database.reader
    .selectFrom("photo_uploads")
    .select("id")
    .where("changed_at", "<", old)
    .limit(1);
  if ((await first.executeTakeFirst()) === undefined) return;
  await database.write((tx) => tx.deleteFrom("photo_uploads").where("changed_at", "<", old).execute());
}

const strayMs = dayMs;

/** Removes files without a row, which an erasure or a kill may leave: not the newest, whose row may be on its way. */
export async function removeStrayPhotos({ database, photos, now }: Services): Promise<void> {
  const old = await photos.ids(new Date(now().getTime() - strayMs));
  const rows = await database.reader.selectFrom("photos").select("id").execute();
  const known = new Set(rows.map(({ id }) => id));
  for (const id of old.filter((one) => !known.has(one))) await photos.remove(id);
}
