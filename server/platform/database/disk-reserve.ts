import { randomBytes } from "node:crypto";
import { unlinkSync } from "node:fs";
import { stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const reserveBytes = 8 * 1024 * 1024;

/** A file that only takes up space. It is deleted when the disk is full, so that urgent writes still fit. */
export class DiskReserve {
  readonly #file: string;
  #isSpent = false;

  constructor(file: string) {
    this.#file = file;
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  spend(): void {
    this.#isSpent = true;
    try {
      unlinkSync(this.#file);
    } catch {
      // There was none: the disk was nearly full from the start.
    }
  }

  async keep(): Promise<void> {
    const size = await stat(this.#file).then(
      (file) => file.size,
      () => 0,
    );
    if (size !== reserveBytes) {
      const { bavail, bsize } = await statfs(dirname(this.#file));
      if (bavail * bsize < 2 * reserveBytes) return;
      // Random, so that no file system compresses it.
      await writeFile(this.#file, randomBytes(reserveBytes), { mode: 0o600, flush: true });
    }
    this.#isSpent = false;
  }
}
