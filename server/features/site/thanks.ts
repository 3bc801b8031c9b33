import type { IncomingMessage, ServerResponse } from "node:http";

import { knownSummary } from "#domain/catalogue/known-summary.ts";
import { dueSentence } from "#domain/due-words.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { recordDue, replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import { arrivalOf, attemptByReference } from "#server/features/submissions/attempts.ts";
import { openSealed } from "#server/features/submissions/store-submission.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import { html } from "#server/platform/http/html.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { longestQuery, PageWithGaps } from "./page-with-gaps.ts";
import { type FileToServe, headersOf } from "./page.ts";

export const thanksPath = "/thanks";

/** The build leaves this in the thanks pages where the promise goes (app/site/thanks). */
const dueMarker = '<span data-reply-due=""></span>';
/** Around what the page says if it is not known what was asked for. */
const askedMarker = '<span data-asked-for="">[^<]*</span>';
const anyGap = new RegExp(`${dueMarker}|${askedMarker}|${referencePlaceholder}`, "g");

/** Empty texts are not known. */
interface ThanksTexts {
  readonly refNumber: string;
  readonly due: string;
  readonly askedFor: string;
}

export function thanksPage(path: string, page: FileToServe): PageWithGaps {
  return new PageWithGaps(path, page.content.toString("utf8"), anyGap, headersOf(page));
}

/** Fills in the reference, what was asked for, and when the reply is due, as a sentence. */
function fillWith({ refNumber, due, askedFor }: ThanksTexts): (gap: string) => string {
  const dueSource = html`<span data-reply-due="">${due}</span>`.source;
  const refSource = html`${refNumber}`.source;
  return (gap) => {
    if (gap === dueMarker) return dueSource;
    if (!gap.startsWith("<")) return refSource;
    return askedFor === "" ? gap : html`${askedFor}`.source;
  };
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

/** Serves the thanks pages, with the reference and the promise filled in. */
export class ThanksServer {
  readonly #services: Services;
  readonly #log: Log;

  constructor(services: Services, log: Log) {
    this.#services = services;
    this.#log = log;
  }

  async serve(request: IncomingMessage, response: ServerResponse, { refNumber, page }: Sent): Promise<void> {
    const texts = await this.#textsFor(refNumber);
    await page.send(request, response, fillWith({ refNumber, ...texts }));
  }

  /** Without a mailed submission of that reference, or without the database, the page has only the reference. */
  async #textsFor(refNumber: string): Promise<Omit<ThanksTexts, "refNumber">> {
    try {
      return await readTexts(this.#services, refNumber);
    } catch (error) {
      this.#log.warn({ err: error, ref: refNumber }, "thanks page without the promised moment");
      return { due: "", askedFor: "" };
    }
  }
}

async function readTexts(services: Services, refNumber: string): Promise<Omit<ThanksTexts, "refNumber">> {
  const { database, calendar, now } = services;
  const attempt = await attemptByReference(database.reader, refNumber);
  const submission = submissionBy("formType", attempt?.form_type);
  const isMailed = attempt?.state === "mailed" || attempt?.state === "stored";
  if (!isMailed || submission === undefined) return { due: "", askedFor: "" };
  const { receivedAt } = arrivalOf(attempt);
  const record = await forEveryForm(database.reader)
    .selectFrom(submission.table)
    .select(["created_at", "due_at"])
    .where("ref_number", "=", attempt.ref_number)
    .executeTakeFirst();
  const reply =
    record === undefined
      ? replyDue(submission.replyRule, receivedAt, await promisingCalendar(database.reader, calendar))
      : recordDue(submission, record, calendar);
  // What was sealed with an earlier secret cannot be read.
  const values = await submittedValues(services, submission, attempt).catch(() => ({}));
  const summary = knownSummary(submission, values);
  return {
    due: dueSentence(reply, now()),
    askedFor: summary === "" ? "" : `${submission.summaryLabel}: ${summary}`,
  };
}

/** The address names a reference only, so the page may say nothing that the visitor wrote: see `knownSummary`. */
async function submittedValues(
  { database, keys }: Services,
  submission: Submission,
  { ref_number: refNumber, sealed }: AttemptRow,
): Promise<Readonly<Record<string, unknown>>> {
  if (sealed !== null) return openSealed(keys, refNumber, sealed);
  const records = forEveryForm(database.reader).selectFrom(submission.table).selectAll();
  return (await records.where("ref_number", "=", refNumber).executeTakeFirst()) ?? {};
}
