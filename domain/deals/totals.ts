import type { Cents } from "./money.ts";
import {
  choiceGroups,
  lowestTotal,
  type QuoteLine,
  type QuoteLines,
  selectedLines,
  totalOf,
} from "./quote.ts";

export interface PossibleTotal {
  /** The alternatives chosen and the options ticked. */
  readonly lines: readonly QuoteLine[];
  readonly cents: Cents; // With freight.
}

/** Returns every possible total, in the order of the lines; null if there are more than `most`. */
export function possibleTotals(quote: QuoteLines, most: number): readonly PossibleTotal[] | null {
  const groups = [...choiceGroups(quote.lines)];
  const options = quote.lines.filter(({ kind }) => kind === "option");
  const count = groups.reduce((product, [, lines]) => product * lines.length, 2 ** options.length);
  if (count > most) return null;
  const choices = groups.reduce<Record<string, string>[]>(
    (some, [group, lines]) => some.flatMap((one) => lines.map(({ id }) => ({ ...one, [group]: id }))),
    [{}],
  );
  const ticked = options.reduce<string[][]>(
    (some, { id }) => some.flatMap((one) => [one, [...one, id]]),
    [[]],
  );
  return choices.flatMap((chosen) => ticked.map((ids) => possibleTotal(quote, chosen, ids)));
}

function possibleTotal(
  quote: QuoteLines,
  choices: Readonly<Record<string, string>>,
  options: readonly string[],
): PossibleTotal {
  const taken = selectedLines(quote.lines, { choices: { ...choices }, options: [...options] }) ?? [];
  return { lines: taken.filter(({ kind }) => kind !== "fixed"), cents: totalOf(quote, taken) };
}

/** Adds the dearest line of each group and every option. */
export function highestTotal(quote: QuoteLines): Cents {
  const turned = quote.lines.map((line) => ({ ...line, unit_cents: -line.unit_cents }));
  const alternatives = -lowestTotal({ lines: turned, freight: { cents: -quote.freight.cents } });
  const options = quote.lines.filter(({ kind }) => kind === "option");
  return alternatives + totalOf({ lines: options, freight: { cents: 0 } }, options);
}
