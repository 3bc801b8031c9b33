import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { DraftLine, QuoteDraft } from "#domain/deals/quote.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { capitalised } from "#domain/plain-text.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

export type QuoteRecord = SubmissionRecord<typeof quoteRequest>;

/** Null for the records of other forms. */
export function asQuoteRecord(submission: Submission, record: SubmissionRecord): QuoteRecord | null {
  if (submission.table !== quoteRequest.table) return null;
  return recordListParser(quoteRequest)([record])[0] ?? null;
}

export const emptyLine: Omit<DraftLine, "id"> = {
  kind: "fixed",
  group: null,
  text: "",
  machine: null,
  grade: null,
  quantity: 1,
  unit_cents: null,
  evidence: [],
  item_label: null,
  cost_cents: null,
};

/** What the composer begins with: the last quote, or else what the request says: not what the part comes off. */
export function startDraft(record: QuoteRecord, deal: DealForDesk): QuoteDraft {
  return afterLastQuote(deal) ?? fromRequest(record, deal);
}

function fromRequest(record: QuoteRecord, { suggestions }: DealForDesk): QuoteDraft {
  const { year, make, model, part_needed: part } = record;
  const { freight, grade, valid_days: days } = suggestions;
  const line = { ...emptyLine, id: "l1", text: capitalised(part), grade };
  return {
    lines: [line],
    freight,
    valid_days: days,
    words: null,
    fitment: `Fits a ${year} ${make} ${model}`,
  };
}

/** Line ids stay the same across versions (deals.md section 3). */
function afterLastQuote({ versions, suggestions }: DealForDesk): QuoteDraft | null {
  const last = versions.at(-1);
  if (last === undefined) return null;
  const { lines, freight, words, fitment } = last.content;
  return {
    lines: lines.map((line) => ({ ...line, cost_cents: null })),
    freight,
    valid_days: suggestions.valid_days,
    words,
    fitment,
  };
}

/** An id that no line of the draft has. */
export function nextLineId({ lines }: QuoteDraft): string {
  const numbers = lines.map(({ id }) => Number(/^l(\d+)$/.exec(id)?.[1] ?? 0));
  return `l${Math.max(0, ...numbers) + 1}`;
}
