import { charactersOver, tooLongText } from "#app/desk/ui/too-long.tsx";
import { evidenceMost, type QuoteDraft, wordsMost } from "#domain/deals/quote.ts";
import { plainText } from "#domain/plain-text.ts";

interface Most {
  readonly lines: number;
  readonly characters: number;
}

/** Why these lines cannot be saved, and what to do about it; null if they can. */
export function linesProblem(lines: readonly string[], most: Most): string | null {
  const surplus = lines.length - most.lines;
  if (surplus > 0) return `At most ${most.lines} lines: take out ${surplus}`;
  for (const [index, text] of lines.entries()) {
    const over = plainText(text).length - most.characters;
    if (over > 0) return `Line ${index + 1} has ${tooLongText(over)}: shorten it, or start a new line`;
  }
  return null;
}

/** Why the server would refuse to save the draft, in words for staff; null if it would not. */
export function draftProblem({ lines, words }: QuoteDraft): string | null {
  for (const [index, { text, evidence }] of lines.entries()) {
    const problem = linesProblem(evidence, evidenceMost);
    if (problem !== null) return `Evidence of ${text === "" ? `line ${index + 1}` : text}: ${problem}`;
  }
  const over = charactersOver(words ?? "", wordsMost);
  return over > 0 ? `Your own words: ${tooLongText(over)}` : null;
}
