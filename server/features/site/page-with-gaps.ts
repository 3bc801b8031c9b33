import { OnePiece } from "#server/platform/http/one-piece.ts";

import { GzipTemplate } from "./gzip-template.ts";

/** Our own forms and the campaign parameters of others stay far below it. */
export const longestQuery = 1000;

/** A prerendered page that is filled in for one visitor: compressed once, with gaps (decision 020). */
export class PageWithGaps {
  readonly path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #texts: readonly [Buffer, ...Buffer[]];
  readonly #gaps: readonly string[];
  #gzip: Promise<GzipTemplate> | null = null;

  /** `headers` are those of every encoding; `gap` matches what gives way to a filling. */
  constructor(path: string, text: string, gap: RegExp, headers: Readonly<Record<string, string>>) {
    this.path = path;
    this.#headers = headers;
    const [first = "", ...others] = text.split(gap);
    this.#texts = [Buffer.from(first), ...others.map((other) => Buffer.from(other))];
    this.#gaps = [...text.matchAll(gap)].map(([found]) => found);
  }

  /** `fill` takes what stood in the gap and returns markup. */
  async complete(fill: (gap: string) => string, encoding: "gzip" | "identity"): Promise<OnePiece> {
    const body = await this.#bodyWith(
      this.#gaps.map((gap) => Buffer.from(fill(gap))),
      encoding,
    );
    const headers = {
      ...this.#headers,
      ...(encoding === "gzip" ? { "content-encoding": encoding } : {}),
      "content-length": String(body.length),
    };
    return new OnePiece(Object.entries(headers).flat(), body);
  }

  /** Compresses the page once, for the first visitor. */
  async #bodyWith(fillings: readonly Buffer[], encoding: "gzip" | "identity"): Promise<Buffer> {
    if (encoding === "gzip") return (await (this.#gzip ??= GzipTemplate.of(this.#texts))).complete(fillings);
    const [first, ...others] = this.#texts;
    const rest = others.flatMap((text, index) => [fillings[index] ?? Buffer.alloc(0), text]);
    return Buffer.concat([first, ...rest]);
  }
}
