import type { IncomingMessage, ServerResponse } from "node:http";

import { dueSentence } from "#domain/due-words.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { replyDue } from "#domain/reply-due.ts";
import { arrivalOf, attemptByReference } from "#server/features/submissions/attempts.ts";
import { html } from "#server/platform/http/html.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { acceptsGzip } from "./compression.ts";
import type { OnePiece } from "./one-piece.ts";
import { longestQuery, PageWithGaps } from "./page-with-gaps.ts";

export const thanksPath = "/thanks";

/** The build leaves this in the thanks pages where the promise goes (app/site/thanks). */
const dueMarker = '<span data-reply-due=""></span>';
const anyGap = new RegExp(`${dueMarker}|${referencePlaceholder}`, "g");

interface ThanksTexts {
  readonly refNumber: string;
  readonly due: string;
}

export function thanksPage(
  path: string,
  text: string,
  headers: Readonly<Record<string, string>>,
): PageWithGaps {
  return new PageWithGaps(path, text, anyGap, headers);
}

/** Fills in the reference and when the reply is due, as a sentence; that may be empty. */
function fillWith({ refNumber, due }: ThanksTexts): (gap: string) => string {
  const dueSource = html`<span data-reply-due="">${due}</span>`.source;
  const refSource = html`${refNumber}`.source;
  return (gap) => (gap === dueMarker ? dueSource : refSource);
}

interface Sent {
  readonly refNumber: string;
  readonly page: PageWithGaps;
}

/** Reads `ref` and `kind` of the query. Returns null unless it has a well-formed reference. */
export function sentIn(query: string, pages: ReadonlyMap<string, PageWithGaps>): Sent | null {
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
    const filled = await page.complete(fillWith({ refNumber, due }), encoding);
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
