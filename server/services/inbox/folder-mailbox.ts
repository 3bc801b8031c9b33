import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from "node:fs/promises";
import { join, parse } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { dayMs } from "#domain/durations.ts";
import { hasCode, namesIn } from "#server/platform/files/files.ts";

import {
  type ArrivedMessage,
  inSets,
  largeBytes,
  type LeftMessages,
  type MessageStore,
  MailboxProblem,
  messageBytesMax,
  type OfferSet,
  type Shelf,
  shelves,
} from "./mailbox.ts";

const keptDays = 90;

interface ListedFile {
  readonly name: string;
  readonly bytes: number;
}

/** A folder of `.eml` files. A file is read once its size has stood still for `stillMs`. */
export class FolderMailbox implements MessageStore {
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

  async pass(offer: OfferSet): Promise<LeftMessages> {
    const before = await folderWork(() => this.#sizes());
    if (before.size === 0) return { tooLarge: 0, unreadable: [] };
    await delay(this.#stillMs);
    const now = [...(await folderWork(() => this.#sizes()))].map(([name, bytes]) => ({ name, bytes }));
    const readable = now.filter(({ bytes }) => bytes <= messageBytesMax);
    const unreadable: string[] = [];
    for (const set of inSets(readable.filter(({ name, bytes }) => before.get(name) === bytes)))
      unreadable.push(...(await this.#offerFiles(set, offer)));
    return { tooLarge: now.length - readable.length, unreadable };
  }

  close(): void {}

  purge(now: Date): Promise<void> {
    return this.#removeIf(async (file) => now.getTime() - (await stat(file)).mtimeMs > keptDays * dayMs);
  }

  forget(messageId: string): Promise<void> {
    return this.#removeIf(async (file) => (await messageIdIn(file)) === messageId);
  }

  async #removeIf(isWanted: (file: string) => Promise<boolean>): Promise<void> {
    for (const shelf of shelves) {
      for (const name of await namesIn(this.#shelf(shelf))) {
        const file = join(this.#shelf(shelf), name);
        if (await isWanted(file)) await rm(file, { force: true });
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

  /** Returns the names of those that cannot be read. */
  async #offerFiles(files: readonly ListedFile[], offer: OfferSet): Promise<string[]> {
    const messages: ArrivedMessage[] = [];
    const unreadable: string[] = [];
    for (const file of files) {
      const message = await this.#read(file).catch((error: unknown) => hasCode(error, "ENOENT"));
      if (message === false) unreadable.push(file.name);
      else if (message !== true) messages.push(message);
    }
    const taken = await offer(messages);
    for (const [index, { name }] of messages.entries()) {
      const shelf = taken[index]?.shelf;
      if (shelf) await folderWork(() => this.#moveTo(shelf, name));
    }
    return unreadable;
  }

  async #read({ name, bytes }: ListedFile): Promise<ArrivedMessage> {
    const file = join(this.#folder, name);
    const { mtime: arrivedAt } = await stat(file);
    if (bytes <= largeBytes) return { name, source: await readFile(file), arrivedAt };
    await access(file, constants.R_OK);
    return { name, source: { file }, arrivedAt };
  }

  async #moveTo(shelf: Shelf, name: string): Promise<void> {
    const from = join(this.#folder, name);
    const now = new Date();
    await utimes(from, now, now); // The 90 days begin.
    await rename(from, await freePath(this.#shelf(shelf), name));
  }
}

const headMost = 64 * 1024;

/** Reads the head alone: the body may quote other messages. */
async function messageIdIn(file: string): Promise<string | undefined> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headMost), 0, headMost, 0);
  const [head = ""] = buffer.toString("latin1", 0, bytesRead).split(/\r?\n\r?\n/, 1);
  return /^message-id:\s*(<[^>]*>)/im.exec(head)?.[1];
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
