import { minuteMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { PhotoRow } from "#server/platform/database/sale-tables.ts";
import { hasCode } from "#server/platform/files/files.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { KeptPicture } from "#server/services/pictures/pictures.ts";

import {
  type Failure,
  missingNotice,
  type PhotoWork,
  placeProblems,
  problemNotice,
} from "./photo-notices.ts";
import { type PhotoPlace, type PhotoSize, type PhotoStore, PhotosUnreachable } from "./photo-store.ts";

interface CheckContext {
  readonly database: { readonly reader: Query };
  readonly linkKeys: Keys;
  readonly log: Pick<Log, "warn" | "info">;
  readonly now: () => Date;
}

/** Shorter troubles are the network's. */
const shownAfterMs = minuteMs;
const successHoldsMs = minuteMs;

/**
 * The photo store, watched by its use and by a probe. Writes and removes only in a place that has our mark, so that no
 * installation touches the photos of another. Rejects with PhotosUnreachable, or DatabaseUnavailable.
 */
export class CheckedPhotos implements PhotoStore {
  readonly #place: PhotoPlace;
  readonly #context: CheckContext;
  readonly #mark: string;
  readonly #failures = new Map<PhotoWork, Failure>();
  #isProven = false; // The place has our mark and takes what we write.
  #wasProven = false;
  #proving: Promise<void> | null = null;
  #lastSuccess = 0;
  /** The id of a photo whose file may be missing; `newest` at the start. */
  #doubt: string | null = "newest";
  #missing: Pick<PhotoRow, "id" | "ref_number"> | null = null;

  constructor(place: PhotoPlace, context: CheckContext) {
    this.#place = place;
    this.#context = context;
    this.#mark = context.linkKeys.hash("fingerprint", "photo store");
  }

  get isReady(): boolean {
    return this.#shown.length === 0;
  }

  notice(): Notice | null {
    if (!this.isReady) return problemNotice(this.#shown, this.#context.now());
    return this.#missing === null ? null : missingNotice(this.#missing.ref_number);
  }

  write(id: string, picture: KeptPicture): Promise<void> {
    return this.#watched("write", async () => {
      await this.#prove();
      await this.#place.write(id, picture);
    });
  }

  async read(id: string, size: PhotoSize): Promise<Uint8Array | null> {
    const bytes = await this.#watched("read", () => this.#place.read(id, size));
    if (bytes === null) this.#doubt = id;
    return bytes;
  }

  remove(id: string): Promise<void> {
    return this.#watched("remove", async () => {
      await this.#prove();
      await this.#place.remove(id);
    });
  }

  ids(before?: Date): Promise<string[]> {
    return this.#place.ids(before);
  }

  /** Tries to read and, at the start and after failures, to write, unless recent use makes that unnecessary. Call it every few seconds. */
  async probe(): Promise<void> {
    const age = this.#context.now().getTime() - this.#lastSuccess;
    if (this.#isProven && this.#doubt === null && age >= 0 && age < successHoldsMs) return;
    await unlessUnreachable(this.#watched("read", () => this.#lookForMark()));
    await unlessUnreachable(this.#watched("write", () => this.#prove()));
    await unlessUnreachable(this.#settleDoubt());
  }

  async #lookForMark(): Promise<void> {
    if ((await this.#place.readMark()) !== this.#mark) this.#isProven = false;
  }

  /** Once for all that write at the same time: the second must not find half of a mark. */
  async #prove(): Promise<void> {
    if (this.#isProven) return;
    await (this.#proving ??= this.#markAsOurs().finally(() => (this.#proving = null)));
  }

  /** Marks the place as ours if it is empty or has photos of ours. */
  async #markAsOurs(): Promise<void> {
    const mark = await this.#place.readMark();
    if (mark !== null && mark !== this.#mark) throw new PhotosUnreachable(placeProblems.ofAnother);
    if (mark === null && this.#wasProven) throw new PhotosUnreachable(placeProblems.gone);
    if (mark === null && !(await this.#mayBeOurs())) throw new PhotosUnreachable(placeProblems.strange);
    await this.#place.writeMark(this.#mark);
    this.#isProven = true;
    this.#wasProven = true;
  }

  async #mayBeOurs(): Promise<boolean> {
    const there = new Set(await this.#place.ids());
    const ours = await this.#context.database.reader.selectFrom("photos").select("id").execute();
    return there.size === 0 || ours.some(({ id }) => there.has(id));
  }

  /** A row promises its files. */
  async #settleDoubt(): Promise<void> {
    const id = this.#doubt;
    if (id === null) return;
    const photos = this.#context.database.reader.selectFrom("photos").select(["id", "ref_number"]);
    const asked = id === "newest" ? photos.orderBy("at", "desc").limit(1) : photos.where("id", "=", id);
    const row = (await asked.executeTakeFirst()) ?? null;
    const isThere =
      row === null || (await this.#watched("read", () => this.#place.read(row.id, "small"))) !== null;
    this.#missing = isThere ? null : row;
    this.#doubt = this.#missing?.id ?? null;
  }

  get #shown(): [PhotoWork, Failure][] {
    const now = this.#context.now().getTime();
    return [...this.#failures].filter(([, { since }]) => now - since.getTime() >= shownAfterMs);
  }

  async #watched<Result>(work: PhotoWork, run: () => Promise<Result>): Promise<Result> {
    const { log, now } = this.#context;
    try {
      const result = await run();
      if (this.#failures.delete(work)) log.info({ work }, "the photo store can be used again");
      this.#lastSuccess = now().getTime();
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      const problem = asUnreachable(error);
      const { since = now() } = this.#failures.get(work) ?? {};
      if (!this.#failures.has(work)) log.warn({ err: error, work }, "the photo store cannot be used");
      this.#failures.set(work, { since, problem: problem.message });
      this.#isProven = false;
      throw problem;
    }
  }
}

/** Hides the path, which belongs in the log alone. */
function asUnreachable(error: unknown): PhotosUnreachable {
  if (error instanceof PhotosUnreachable) return error;
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  const disk = hasCode(error, "ENOSPC", "EDQUOT") ? "is full" : "cannot be used";
  return new PhotosUnreachable(`The disk of the photos ${disk}${code}.`, { cause: error });
}

async function unlessUnreachable(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof PhotosUnreachable)) throw error;
  });
}
