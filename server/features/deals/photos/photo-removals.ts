import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import { type PhotoStore, PhotosUnreachable } from "#server/services/photos/photo-store.ts";

interface StoredRows {
  readonly database: Pick<Database, "reader" | "write">;
  readonly now: () => Date;
}

interface StoredPhotos extends StoredRows {
  readonly photos: Pick<PhotoStore, "ids" | "remove">;
}

/** Long enough to restore a newer backup, or to finish what a kill has left. */
const unnamedKeptMs = 7 * dayMs;

/** Names files before they are written: if no photo comes of them, they go after a week. Throws while they are being removed. */
export async function nameFiles({ database, now }: StoredRows, id: string): Promise<void> {
  const due_at = new Date(now().getTime() + unnamedKeptMs).toISOString();
  const named = await database.write((tx) =>
    tx
      .insertInto("photo_removals")
      .values({ id, due_at })
      .onConflict((known) =>
        known.column("id").doUpdateSet({ due_at }).where("photo_removals.due_at", "is not", null),
      )
      .returning("id")
      .executeTakeFirst(),
  );
  if (named === undefined) throw beingRemoved;
}

/** In the transaction of the photo's row. Throws if the files are being removed. */
export async function keepFiles(tx: Query, id: string): Promise<void> {
  const named = tx.deleteFrom("photo_removals").where("id", "=", id).where("due_at", "is not", null);
  if ((await named.returning("id").executeTakeFirst()) === undefined) throw beingRemoved;
}

const beingRemoved = new PhotosUnreachable("The files of a former photo with this id are being removed.");

/** Has the next run of the chore remove the files. */
export async function dropFiles(tx: Query, id: string): Promise<void> {
  await tx.updateTable("photo_removals").set({ due_at: null }).where("id", "=", id).execute();
}

/** Removes the files that the database says are to go, and nothing else. False if the photo store is out of reach: the next run goes on. */
export async function removePhotoFiles({ database, photos, now }: StoredPhotos): Promise<boolean> {
  const { reader, write } = database;
  const named = () => reader.selectFrom("photo_removals").select("id");
  await write((tx) => endWaits(tx, now().toISOString()));
  for (const { id } of await named().where("due_at", "is", null).execute()) {
    const isGone = await photos.remove(id).then(() => true, unreachable);
    if (!isGone) return false;
    await write((tx) => tx.deleteFrom("photo_removals").where("id", "=", id).execute());
  }
  return true;
}

/** Ends waits of a week. If two finished one upload, the second may have named files of a photo: they stay. */
async function endWaits(tx: Query, now: string): Promise<void> {
  const overdue = tx.deleteFrom("photo_removals").where("due_at", "<=", now);
  await overdue.where("id", "in", tx.selectFrom("photos").select("id")).execute();
  await tx.updateTable("photo_removals").set({ due_at: null }).where("due_at", "<=", now).execute();
}

function unreachable(error: unknown): false {
  if (error instanceof PhotosUnreachable) return false;
  throw error;
}

/** Notes files that neither a photo nor a removal names. Another database may know them, so the server never removes them by itself. */
export async function noteStrayPhotos({ database, photos, now }: StoredPhotos): Promise<void> {
  const { reader, write } = database;
  const there = await photos.ids(new Date(now().getTime() - dayMs));
  const named = new Set([...(await idsIn(reader, "photos")), ...(await idsIn(reader, "photo_removals"))]);
  const stray = new Set(there.filter((id) => !named.has(id)));
  const noted = new Set(await idsIn(reader, "stray_photos"));
  const seen_at = now().toISOString();
  for (const id of [...noted].filter((one) => !stray.has(one)))
    await write((tx) => tx.deleteFrom("stray_photos").where("id", "=", id).execute());
  for (const id of [...stray].filter((one) => !noted.has(one)))
    await write((tx) => tx.insertInto("stray_photos").values({ id, seen_at }).execute());
}

async function idsIn(db: Query, table: "photos" | "photo_removals" | "stray_photos"): Promise<string[]> {
  return (await db.selectFrom(table).select("id").execute()).map(({ id }) => id);
}

/** Returns the ids of files that have been stray for a week. */
export async function oldStrays(db: Query, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - unnamedKeptMs).toISOString();
  const old = db.selectFrom("stray_photos").select("id").where("seen_at", "<=", before).orderBy("id");
  const unnamed = old.where("id", "not in", db.selectFrom("photos").select("id"));
  return (await unnamed.execute()).map(({ id }) => id);
}

/** Has the server remove them. Returns how many. */
export async function removeStrays({ database, now }: StoredRows): Promise<number> {
  const ids = await oldStrays(database.reader, now());
  for (const id of ids)
    await database.write(async (tx) => {
      const removal = tx.insertInto("photo_removals").values({ id });
      await removal.onConflict((known) => known.doNothing()).execute();
      await tx.deleteFrom("stray_photos").where("id", "=", id).execute();
    });
  return ids.length;
}

export async function strayNotice({ database, now }: StoredRows): Promise<Notice | null> {
  const { length: count } = await oldStrays(database.reader, now());
  if (count === 0) return null;
  return {
    id: "stray-photos",
    severity: "warn",
    title: count === 1 ? "A photo belongs to no record." : `${count} photos belong to no record.`,
    words:
      "They have been in the photo store for a week. If an old backup was restored, they may be of records that it lacks, so " +
      "nothing removes them by itself. Tell the person who runs the server (docs/operate.md, Photos).",
  };
}
