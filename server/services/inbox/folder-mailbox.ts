import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join, parse } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { dayMs } from "#domain/durations.ts";
import { hasCode, namesIn } from "#server/platform/files/files.ts";

import {
  type Left,
  type Mailbox,
  MailboxProblem,
  messageBytesMax,
  type Offer,
  type Shelf,
  shelves,
} from "./mailbox.ts";

const keptDays = 90;

/** A folder of `.eml` files. A file is read once its size has stood still for `stillMs`. */
export class FolderMailbox implements Mailbox {
  readonly hasNews = false;
  readonly #folder: string;
  readonly #stillMs: number;

  constructor(folder: string, stillMs: number) {
    this.#folder = folder;
    this.#stillMs = stillMs;
  }

  async open(): Promise<void> {
    await folderWork(async () => {
      for (const shelf of shelves) await mkdir(this.#shelf(shelf), { recursive: true, mode: 0o700 });
    });
  }

  async pass(offer: Offer): Promise<Left> {
    const before = await folderWork(() => this.#sizes());
    if (before.size === 0) return { tooLarge: 0, unreadable: [] };
    await delay(this.#stillMs);
    const unreadable: string[] = [];
    let tooLarge = 0;
    for (const [name, size] of await folderWork(() => this.#sizes())) {
      if (size > messageBytesMax) tooLarge += 1;
      else if (before.get(name) === size && !(await this.#offerFile(name, offer))) unreadable.push(name);
    }
    return { tooLarge, unreadable };
  }

  close(): void {}

  async purge(now: Date): Promise<void> {
    for (const shelf of shelves) {
      for (const name of await namesIn(this.#shelf(shelf))) {
        const file = join(this.#shelf(shelf), name);
        if (now.getTime() - (await stat(file)).mtimeMs > keptDays * dayMs) await rm(file);
      }
    }
  }

  #shelf(shelf: Shelf): string {
    return join(this.#folder, "QuadKea", shelf);
  }

  /** Files by name, oldest names first. Links are left alone: they lead elsewhere. */
  async #sizes(): Promise<Map<string, number>> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name))
      .map(({ name }) => name);
    const sizes = new Map<string, number>();
    for (const name of names.toSorted()) {
      const file = await stat(join(this.#folder, name)).catch(() => null);
      if (file !== null) sizes.set(name, file.size);
    }
    return sizes;
  }

  /** False if the file cannot be read. */
  async #offerFile(name: string, offer: Offer): Promise<boolean> {
    const file = join(this.#folder, name);
    const read = Promise.all([readFile(file), stat(file)]);
    const message = await read.catch((error: unknown) => (hasCode(error, "ENOENT") ? null : false));
    if (message === false) return false;
    if (message === null) return true;
    const [source, { mtime }] = message;
    const shelf = await offer(name, { source, arrivedAt: mtime });
    if (shelf !== null) await folderWork(() => this.#moveTo(shelf, name));
    return true;
  }

  async #moveTo(shelf: Shelf, name: string): Promise<void> {
    const from = join(this.#folder, name);
    const now = new Date();
    await utimes(from, now, now); // The 90 days begin.
    await rename(from, await freePath(this.#shelf(shelf), name));
  }
}

/** Two files of one name are kept apart. */
async function freePath(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`);
    const isFree = await access(path).then(
      () => false,
      (error: unknown) => hasCode(error, "ENOENT"),
    );
    if (isFree) return path;
  }
}

async function folderWork<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new MailboxProblem("folder", { cause: error });
  }
}
