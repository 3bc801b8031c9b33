import { knownSummary } from "#domain/catalogue/known-summary.ts";
import { partsByShelf } from "#domain/catalogue/parts.ts";
import { dueSentence } from "#domain/due-words.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart, quoteStartFields, shelfQuestion } from "#domain/forms/quote-start.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { recordDue, replyDue } from "#domain/reply-due.ts";
import { partNumber } from "#domain/stock/part.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { publicParts } from "#server/features/deals/parts/public-parts.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import { arrivalOf, attemptByReference, openSealed } from "#server/features/submissions/attempts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import type { BuiltFiles } from "./built-files.ts";
import type { Fill } from "./pages.ts";

export const thanksPath = "/thanks";

/** The build leaves this in the thanks pages where the promise goes (app/site/thanks). */
const dueMarker = '<span data-reply-due=""></span>';
/** Around what the page says if it is not known what was asked for. */
const askedMarker = '<span data-asked-for="">[^<]*</span>';
const anyGap = new RegExp(`${dueMarker}|${askedMarker}|${referencePlaceholder}`, "g");

/** Empty texts are not known. */
interface ThanksTexts {
  /** Has the words for the form that the reference is of. */
  readonly page: string;
  readonly due: string;
  readonly askedFor: string;
}

/** Shows the page of the form that the reference is of, with the reference, what was asked for, and when the reply is due. */
export function fillThanks(services: Services, files: BuiltFiles): Fill {
  const textsOf = rememberingTexts(services);
  return async ({ query, log }, asked) => {
    const { ref: refNumber } = fieldsIn(query);
    if (typeof refNumber !== "string" || !isReferenceNumber(refNumber)) return null;
    // The page has only the reference if the database is down.
    const { page, due, askedFor } = await textsOf(refNumber).catch((error: unknown) => {
      log.warn({ err: error, ref: refNumber }, "thanks page without the promised moment");
      return unknown;
    });
    const file = files.get(page)?.() ?? asked;
    const fill = (gap: string) => {
      if (gap === dueMarker) return html`<span data-reply-due="">${due}</span>`.source;
      if (!gap.startsWith("<")) return html`${refNumber}`.source;
      return askedFor === "" ? gap : html`${askedFor}`.source;
    };
    return { file, gaps: anyGap, fill };
  };
}

const unknown: ThanksTexts = { page: "", due: "", askedFor: "" };

const rememberedMs = 1000;
const rememberedMost = 1000;

/** Reads the texts of a reference once a second: whoever asks again and again costs as little as for the page without one. */
function rememberingTexts(services: Services): (refNumber: string) => Promise<ThanksTexts> {
  const remembered = new Map<string, { readonly texts: ThanksTexts; readonly at: number }>();
  return async (refNumber) => {
    const at = services.now().getTime();
    const known = remembered.get(refNumber);
    if (known !== undefined && Math.abs(at - known.at) < rememberedMs) return known.texts;
    const texts = await readTexts(services, refNumber);
    if (remembered.size >= rememberedMost) remembered.clear();
    if (texts !== unknown) remembered.set(refNumber, { texts, at });
    return texts;
  };
}

async function readTexts(services: Services, refNumber: string): Promise<ThanksTexts> {
  const { database, calendar, now } = services;
  const attempt = await attemptByReference(database.reader, refNumber);
  const submission = submissionBy("formType", attempt?.form_type);
  const isMailed = attempt?.state === "mailed" || attempt?.state === "stored";
  if (!isMailed || submission === undefined) return unknown;
  const { receivedAt } = arrivalOf(attempt);
  const record = await forEveryForm(database.reader)
    .selectFrom(submission.table)
    .select(["created_at", "promised_at as due_at"])
    .where("ref_number", "=", attempt.ref_number)
    .executeTakeFirst();
  const reply =
    record === undefined
      ? replyDue(submission.replyRule, receivedAt, await promisingCalendar(database.reader, calendar))
      : recordDue(submission, record, calendar);
  // Values sealed with an earlier secret cannot be read.
  const values = await submittedValues(services, submission, attempt).catch(() => ({}));
  const summary = knownSummary(submission, values);
  return {
    page: `${thanksPath}/${submission.name}`,
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

/** In the tags of the form's controls, and of the element around it. */
const startGaps = new RegExp(` name="(?:${quoteStartFields.join("|")})"| data-form="[\\w-]+"`, "g");
const [partField] = fieldEntries(quoteRequest).flatMap(([name, { role }]) => (role === "part" ? [name] : []));
const nameIn = (attribute: string) => attribute.slice(' name="'.length, -1);

/** Our own forms and the campaign parameters of others stay far below it. */
const longestQuery = 1000;

/** Fills in what the address has for the form, for browsers without scripts; with scripts, a draft may win over it. */
export function fillStartedForm({ database, now }: Pick<Services, "database" | "now">): Fill {
  return async ({ url }, file) => {
    const [, query = ""] = url.split("?", 2);
    if (query.length > longestQuery) return null;
    const named = /(?:^|&)part=(P\d+)(?=&|$)/.exec(query)?.[1];
    const start = named === undefined ? query : await queryOfPart(database.reader, named, now());
    const added = attributesFor(start);
    if (named === undefined && added.size === 0) return null;
    // Scripts would take the number in the address for the words.
    const host = named === undefined ? "" : html` data-start="${start}"`.source;
    const fill = (tag: string) => tag + (tag.startsWith(" name") ? (added.get(nameIn(tag)) ?? "") : host);
    return { file, gaps: startGaps, fill };
  };
}

/** The query that says what a part that is for sale is; empty for any other number. */
async function queryOfPart(db: Query, label: string, at: Date): Promise<string> {
  const number = partNumber(label) ?? 0;
  const part = await publicParts(db, at).where("number", "=", number).executeTakeFirst();
  if (part === undefined) return "";
  const { make, model, year, name } = part;
  return new URLSearchParams({
    make,
    model,
    year: String(year ?? ""),
    part: `${name} (${label})`,
  }).toString();
}

/** Attributes to add, as markup, by field. */
function attributesFor(query: string): Map<string, string> {
  const { values, unreadable, shelf } = quoteStart(Object.fromEntries(new URLSearchParams(query)));
  const started = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    if (value !== "") started.set(name, html` value="${value}"`.source);
  }
  for (const [name, text] of Object.entries(unreadable)) {
    started.set(name, html` placeholder="You typed ${shortened(text)}"`.source);
  }
  if (partField !== undefined && !started.has(partField) && Object.hasOwn(partsByShelf, shelf)) {
    started.set(partField, html` placeholder="${shelfQuestion(shelf)}"`.source);
  }
  return started;
}

/** Characters that the narrow field for a year has room for after "You typed". */
const longestShown = 7;

function shortened(text: string): string {
  const shown = [...text];
  return shown.length > longestShown ? `${shown.slice(0, longestShown - 1).join("")}…` : text;
}
