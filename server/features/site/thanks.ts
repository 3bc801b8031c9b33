import type { IncomingMessage, ServerResponse } from "node:http";

import { dueSentence } from "#domain/due-words.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { replyDue } from "#domain/reply-due.ts";
import { arrivalOf, attemptByReference } from "#server/features/submissions/attempts.ts";
import { html } from "#server/platform/http/html.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { acceptsGzip, GzipTemplate } from "./compression.ts";
import { OnePiece } from "./one-piece.ts";

export const thanksPath = "/thanks";

/** Our own forms and the campaign parameters of others stay far below it. */
const longestQuery = 1000;

/** The build leaves this in the thanks pages where the promise goes (app/site/thanks). */
const dueMarker = '<span data-reply-due=""></span>';
const anyGap = new RegExp(`${dueMarker}|${referencePlaceholder}`, "g");

interface ThanksTexts {
  readonly refNumber: string;
  /** When the reply is due, as a sentence; may be empty. */
  readonly due: string;
}

/** A prerendered thanks page with gaps for the reference and the promise. */
export class ThanksPage {
  readonly path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #texts: readonly [Buffer, ...Buffer[]];
  readonly #gaps: readonly (keyof ThanksTexts)[];
  #gzip: Promise<GzipTemplate> | null = null;

  /** `headers` are those of every encoding. */
  constructor(path: string, text: string, headers: Readonly<Record<string, string>>) {
    this.path = path;
    this.#headers = headers;
    const [first = "", ...others] = text.split(anyGap);
    this.#texts = [Buffer.from(first), ...others.map((other) => Buffer.from(other))];
    this.#gaps = [...text.matchAll(anyGap)].map(([gap]) => (gap === dueMarker ? "due" : "refNumber"));
  }

  async complete({ refNumber, due }: ThanksTexts, encoding: "gzip" | "identity"): Promise<OnePiece> {
    const sources: Record<keyof ThanksTexts, Buffer> = {
      refNumber: Buffer.from(html`${refNumber}`.source),
      due: Buffer.from(html`<span data-reply-due="">${due}</span>`.source),
    };
    const body = await this.#bodyWith(
      this.#gaps.map((gap) => sources[gap]),
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

interface Sent {
  readonly refNumber: string;
  readonly page: ThanksPage;
}

/** Reads `ref` and `kind` of the query. Returns null unless it has a well-formed reference. */
export function sentIn(query: string, pages: ReadonlyMap<string, ThanksPage>): Sent | null {
  if (query.length > longestQuery) return null;
  const parameters = new URLSearchParams(query);
  const refNumber = parameters.get("ref");
  const page = pages.get(`${thanksPath}/${parameters.get("kind")}`) ?? pages.get(thanksPath);
  return isReferenceNumber(refNumber) && page !== undefined ? { refNumber, page } : null;
}

const rememberedAtMost = 100;

/** Serves the thanks pages of forms without scripts, with the reference and the promise filled in. */
export class ThanksServer {
  readonly #services: Services;
  readonly #log: Log;
  /** Promises change at midnight at the earliest. Loading a page again within the minute costs no more than others. */
  readonly #ofThisMinute = new Map<string, OnePiece>();
  #minute = 0;

  constructor(services: Services, log: Log) {
    this.#services = services;
    this.#log = log;
  }

  async serve(request: IncomingMessage, response: ServerResponse, { refNumber, page }: Sent): Promise<void> {
    const encoding = acceptsGzip(request.headers["accept-encoding"]) ? "gzip" : "identity";
    const minute = Math.floor(this.#services.now().getTime() / 60_000);
    if (minute !== this.#minute) this.#ofThisMinute.clear();
    this.#minute = minute;
    const key = `${refNumber} ${page.path} ${encoding}`;
    const known = this.#ofThisMinute.get(key);
    if (known !== undefined) return known.send(request, response);
    const due = await this.#promise(refNumber);
    const filled = await page.complete({ refNumber, due }, encoding);
    const canRemember = due !== "" && minute === this.#minute && this.#ofThisMinute.size < rememberedAtMost;
    if (canRemember) this.#ofThisMinute.set(key, filled);
    return filled.send(request, response);
  }

  /** Without a mailed submission of that reference, or without the database, the page has no promise. */
  async #promise(refNumber: string): Promise<string> {
    try {
      return await readPromise(this.#services, refNumber);
    } catch (error) {
      this.#log.warn({ err: error, ref: refNumber }, "thanks page without the promised moment");
      return "";
    }
  }
}

/** Returns a sentence that says when the reply to a submission is due; "" if that is not known. */
async function readPromise({ database, calendar, now }: Services, refNumber: string): Promise<string> {
  const attempt = await attemptByReference(database.reader, refNumber);
  const submission = submissionBy("formType", attempt?.form_type);
  const isMailed = attempt?.state === "mailed" || attempt?.state === "stored";
  if (!isMailed || submission === undefined) return "";
  const reply = replyDue(submission.replyRule, arrivalOf(attempt).receivedAt, calendar);
  return dueSentence(reply, now());
}
