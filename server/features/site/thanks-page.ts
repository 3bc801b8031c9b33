import { referencePlaceholder } from "#domain/reference-number.ts";
import { html } from "#server/platform/http/html.ts";

import { GzipTemplate } from "./gzip-template.ts";

/** The build leaves this in the thanks pages where the promised moment belongs (app/site/submission/notices.tsx). */
const dueMarker = '<span data-reply-due=""></span>';

/** What the thanks page says of one submission. */
export interface ThanksWords {
  readonly refNumber: string;
  /** When the reply is due, in a sentence; may be empty. */
  readonly due: string;
}

const anyGap = new RegExp(`${dueMarker}|${referencePlaceholder}`, "g");

/** A prerendered thanks page with gaps for its words. */
export class ThanksPage {
  /** Headers in every encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly #texts: readonly [Buffer, ...Buffer[]];
  readonly #gaps: readonly (keyof ThanksWords)[];
  #gzip: Promise<GzipTemplate> | null = null;

  constructor(page: string, headers: Readonly<Record<string, string>>) {
    this.headers = headers;
    const [first = "", ...others] = page.split(anyGap);
    this.#texts = [Buffer.from(first), ...others.map((text) => Buffer.from(text))];
    this.#gaps = [...page.matchAll(anyGap)].map(([gap]) => (gap === dueMarker ? "due" : "refNumber"));
  }

  /** Returns the page in this encoding. It is compressed once, for the first visitor. */
  async complete(words: ThanksWords, encoding: "gzip" | "identity"): Promise<Buffer> {
    const sources: Record<keyof ThanksWords, Buffer> = {
      refNumber: Buffer.from(html`${words.refNumber}`.source),
      due: Buffer.from(html`<span data-reply-due="">${words.due}</span>`.source),
    };
    const fillings = this.#gaps.map((gap) => sources[gap]);
    if (encoding === "gzip") return (await (this.#gzip ??= GzipTemplate.of(this.#texts))).complete(fillings);
    const [first, ...others] = this.#texts;
    const rest = others.flatMap((text, index) => [fillings[index] ?? Buffer.alloc(0), text]);
    return Buffer.concat([first, ...rest]);
  }
}
