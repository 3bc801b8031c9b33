import { gapIn } from "#domain/plain-text.ts";

import { lowestTotal, type QuoteDraft } from "./quote.ts";

/** A warning that staff can send past; null if there is none. */
export function doubtInDraft({ lines, words }: QuoteDraft): string | null {
  const ungraded = lines.filter((line) => line.grade === null).map((line) => line.text);
  const grade = `No grade on ${ungraded.join(", ")}: add one (a/b/c) or send without`;
  const gap = gapIn([...lines.flatMap(({ evidence }) => evidence), words ?? ""].join("\n")) ?? "";
  return [ungraded.length === 0 ? "" : grade, gap].filter((doubt) => doubt !== "").join(". ") || null;
}

/** Tells staff the first thing that keeps a draft from being sent; null if it is complete. */
export function missingInDraft({ lines, freight, valid_days: days }: QuoteDraft): string | null {
  if (lines.length === 0) return "The quote has no lines yet";
  for (const [index, line] of lines.entries()) {
    const name = line.text === "" ? `Line ${index + 1}` : line.text;
    if (line.text === "") return `${name}: the part is missing`;
    if (line.unit_cents === null) return `${name}: the price is missing`;
    if (line.kind === "choice" && line.group === null) return `${name}: the group of alternatives is missing`;
  }
  if (lines.every(({ kind }) => kind === "option"))
    return "Every line is an option: an order needs a part that is fixed, or one of several";
  const freightCents = freight?.cents ?? null;
  if (freightCents === null) return "The freight is missing";
  const priced = lines.map((line) => ({ ...line, unit_cents: line.unit_cents ?? 0 }));
  if (freight?.way === "depot" && freight.words === null) return "The depot is missing: name it in words";
  if (lowestTotal({ lines: priced, freight: { cents: freightCents } }) === 0)
    return "The total can be $0.00: an order needs something to pay";
  if (days === null) return "The number of days that the quote is valid is missing";
  return null;
}
