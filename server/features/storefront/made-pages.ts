import { createHash } from "node:crypto";

import { type BuiltFile, makePage, type Site } from "#server/features/site/built-files.ts";

import { Memory } from "./memory.ts";

/** A change of the stock is seen within 10 s: a page and what it is made of may each be this old. */
export const freshMs = 4000;
const bytesMost = 16 * 1024 * 1024;

interface Kept {
  readonly file: BuiltFile;
  readonly hash: string;
  readonly at: number;
}

/** Pages made of the stock, remembered by name. One that comes out the same again is not compressed again. */
export class MadePages {
  readonly #pages = new Memory<Kept>(bytesMost);
  readonly #making = new Map<string, Promise<BuiltFile>>();
  readonly #site: Site;
  readonly #now: () => Date;

  constructor(site: Site, now: () => Date) {
    this.#site = site;
    this.#now = now;
  }

  /** Returns null if it has to be made. */
  fresh(name: string): BuiltFile | null {
    const kept = this.#pages.get(name);
    return kept !== undefined && Math.abs(this.#now().getTime() - kept.at) < freshMs ? kept.file : null;
  }

  /** Makes a page once for all who ask for it at the same time. `path` says what kind of file it is. */
  async page(name: string, path: string, make: () => Promise<string> | string): Promise<BuiltFile> {
    const known = this.fresh(name) ?? this.#making.get(name);
    if (known !== undefined) return known;
    const making = this.#make(name, path, make).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make(name: string, path: string, make: () => Promise<string> | string): Promise<BuiltFile> {
    const at = this.#now().getTime();
    const text = await make();
    const hash = createHash("sha256").update(text).digest("base64");
    const kept = this.#pages.get(name);
    const file = kept?.hash === hash ? kept.file : await makePage(path, text, this.#site);
    this.#pages.set(name, { file, hash, at }, bytesOf(file));
    return file;
  }
}

/** With what a page weighs besides its bytes. */
const bytesOf = ({ encoded }: BuiltFile) => (encoded.get("br")?.body.length ?? 0) + 2048;
