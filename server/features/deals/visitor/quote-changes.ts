import { formatCents } from "#domain/deals/money.ts";
import { lowestTotal, type QuoteContent, type QuoteLine } from "#domain/deals/quote.ts";
import { formatDay } from "#domain/nz-time.ts";

import { freightText } from "./pages/quote-lines.ts";

/** What a newer version changed, in words for the customer. */
export function quoteChanges(before: QuoteContent, now: QuoteContent): string[] {
  const changes = namedChanges(before, now);
  return changes.length > 0 ? changes : ["Only small details are different."];
}

function namedChanges(before: QuoteContent, now: QuoteContent): string[] {
  const lines = [...new Set([...before.lines, ...now.lines].map(({ id }) => id))].flatMap((id) =>
    lineChanges(lineIn(before, id), lineIn(now, id)),
  );
  const totals = [before, now].map(lowestTotal);
  return [
    ...lines,
    ...difference("Freight", formatCents(before.freight.cents), formatCents(now.freight.cents)),
    ...difference("Freight goes by", freightText(before.freight), freightText(now.freight)),
    ...difference("Good until", formatDay(before.valid_until), formatDay(now.valid_until)),
    ...difference("Total", formatCents(totals[0] ?? 0), formatCents(totals[1] ?? 0)),
    ...(before.words === now.words && before.fitment === now.fitment
      ? []
      : ["What we wrote about it is different."]),
  ];
}

const lineIn = ({ lines }: QuoteContent, id: string) => lines.find((line) => line.id === id) ?? null;

function lineChanges(before: QuoteLine | null, now: QuoteLine | null): string[] {
  if (before === null) return now === null ? [] : [`Added: ${now.text}.`];
  if (now === null) return [`No longer included: ${before.text}.`];
  const facts = ({ machine, grade, quantity, kind, group, evidence }: QuoteLine) =>
    JSON.stringify([machine, grade, quantity, kind, group, evidence]);
  return [
    ...difference(before.text, before.text, now.text),
    ...difference(`Price of ${now.text}`, formatCents(before.unit_cents), formatCents(now.unit_cents)),
    ...(facts(before) === facts(now)
      ? []
      : [`${now.text}: grade, machine, quantity, choice or measurements are different.`]),
  ];
}

function difference(name: string, before: string, now: string): string[] {
  return before === now ? [] : [`${name}: was ${before}, is now ${now}.`];
}
