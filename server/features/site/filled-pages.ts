import { knownSummary } from "#domain/catalogue/known-summary.ts";
import { partsByShelf } from "#domain/catalogue/parts.ts";
import { dueSentence } from "#domain/due-words.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteStart, quoteStartFields, shelfQuestion } from "#domain/forms/quote-start.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import { recordDue, replyDue } from "#domain/reply-due.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { forEveryForm } from "#server/features/records/record-table.ts";
import { arrivalOf, attemptByReference, openSealed } from "#server/features/submissions/attempts.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import type { BuiltFiles, Fill } from "./pages.ts";

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

/** In the tags of the form's controls. */
const nameAttribute = new RegExp(` name="(?:${quoteStartFields.join("|")})"`, "g");
const [partField] = fieldEntries(quoteRequest).flatMap(([name, { role }]) => (role === "part" ? [name] : []));
const nameIn = (attribute: string) => attribute.slice(' name="'.length, -1);

/** Our own forms and the campaign parameters of others stay far below it. */
const longestQuery = 1000;

/** Fills in what the address has for the form, for browsers without scripts; with scripts, a draft may win over it. */
export const fillStartedForm: Fill = ({ url }, file) => {
  const [, query = ""] = url.split("?", 2);
  const added = query.length > longestQuery ? new Map<string, string>() : attributesFor(query);
  if (added.size === 0) return null;
  return { file, gaps: nameAttribute, fill: (tag) => tag + (added.get(nameIn(tag)) ?? "") };
};

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
