import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const reserveBytes = 8 * 1024 * 1024;

/**
 * A file that only takes up space beside the database. When the disk is full it is given up, so that
 * what has to be noted still fits.
 */
export class DiskReserve {
  readonly #file: string;
  #isSpent = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Given up and not made again: what space is left is for what has to be noted. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  spend(): void {
    this.#isSpent = true;
    try {
      unlinkSync(this.#file);
    } catch {
      // There was none: the disk was nearly full from the beginning.
    }
  }

  /** Makes the file where it is missing and the disk has room for it twice. */
  async keep(): Promise<void> {
    const size = await stat(this.#file).then(
      (file) => file.size,
      () => 0,
    );
    if (size !== reserveBytes) {
      const { bavail, bsize } = await statfs(dirname(this.#file));
      if (bavail * bsize < 2 * reserveBytes) return;
      // Random, so that no file system stores it in less.
      await writeFile(this.#file, randomBytes(reserveBytes), { mode: 0o600, flush: true });
    }
    this.#isSpent = false;
  }
}
