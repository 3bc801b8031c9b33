import {
  choiceGroups,
  type QuoteContent,
  type QuoteLine,
  selectedLines,
  totalOf,
} from "#domain/deals/quote.ts";

export interface PossibleTotal {
  /** What tells this total from the others: the alternatives chosen and the options ticked. */
  readonly lines: readonly QuoteLine[];
  readonly cents: number;
}

const totalsMost = 64;

/** Every total that can be approved, in the order of the quote; null if they are too many for a list. */
export function possibleTotals(quote: Pick<QuoteContent, "lines" | "freight">): PossibleTotal[] | null {
  const groups = [...choiceGroups(quote.lines).values()];
  const options = quote.lines.filter(({ kind }) => kind === "option");
  const count = groups.reduce((product, { length }) => product * length, 2 ** options.length);
  if (count > totalsMost) return null;
  let picks: (readonly QuoteLine[])[] = [[]];
  for (const group of groups) picks = picks.flatMap((pick) => group.map((line) => [...pick, line]));
  for (const option of options) picks = picks.flatMap((pick) => [pick, [...pick, option]]);
  return picks.map((lines) => ({ lines, cents: totalWith(quote, lines) }));
}

function totalWith(quote: Pick<QuoteContent, "lines" | "freight">, picked: readonly QuoteLine[]): number {
  const choices = Object.fromEntries(
    picked.flatMap(({ kind, group, id }) => (kind === "choice" && group !== null ? [[group, id]] : [])),
  );
  const options = picked.flatMap(({ kind, id }) => (kind === "option" ? [id] : []));
  return totalOf(quote, selectedLines(quote.lines, { choices, options }) ?? []);
}
