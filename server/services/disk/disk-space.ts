import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { minuteMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";

const megabyte = 1_000_000;
/** Below the first, what is large waits; below the second, somebody has to act at once. */
const bytes = { forFiles: 500 * megabyte, least: 100 * megabyte, reserve: 8 * megabyte } as const;
/** After a refused write, until what is free is believed again: the database may be on another disk. */
const refusedMs = 5 * minuteMs;

/** A photo, or a mail with files, has to wait until there is room. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
}

/** How full the disk with DATA_DIR is. A file there is given up for small writes once the disk is full (decision 046). */
export class DiskSpace {
  readonly #folder: string;
  readonly #now: () => Date;
  #free = Infinity;
  #refusedAt: Date | null = null;

  constructor(folder: string, now: () => Date) {
    this.#folder = folder;
    this.#now = now;
  }

  /** Call it each minute. */
  async look(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    this.#free = bavail * bsize;
    if (this.#free < bytes.least + bytes.reserve) return;
    const size = await stat(this.#reserve).then(
      (file) => file.size,
      () => 0,
    );
    // Random, because some file systems keep no zeros.
    if (size < bytes.reserve) await writeFile(this.#reserve, randomBytes(bytes.reserve), { mode: 0o600 });
  }

  /** A write was refused because the disk is full. Makes room for the next try. */
  noteFull(): void {
    this.#refusedAt = this.#now();
    rmSync(this.#reserve, { force: true });
  }

  /** Call it before something large is stored. Throws `NoRoom`. */
  requireRoom(): void {
    if (!this.isReady || this.#free < bytes.forFiles) throw new NoRoom("This waits for room on the disk");
  }

  get isReady(): boolean {
    const isRefused =
      this.#refusedAt !== null && this.#now().getTime() - this.#refusedAt.getTime() < refusedMs;
    return !isRefused && this.#free >= bytes.least;
  }

  notice(): Notice | null {
    if (this.isReady && this.#free >= bytes.forFiles) return null;
    const waits = "Photos and mails with files wait until there is room; nothing of them is lost.";
    const tell = "Tell the person who runs the server (docs/operate.md, “When the disk is full”).";
    const id = "disk";
    return this.isReady
      ? { id, severity: "warn", title: "The disk is nearly full.", words: `${waits} ${tell}` }
      : {
          id,
          severity: "danger",
          title: "The disk is full.",
          words: `Soon nothing more can be saved. ${waits} ${tell}`,
        };
  }

  get #reserve(): string {
    return join(this.#folder, "reserve-for-a-full-disk");
  }
}
