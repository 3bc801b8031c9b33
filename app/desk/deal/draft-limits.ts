import { charactersOver, tooLongText } from "#app/desk/ui/too-long.tsx";
import { evidenceLineMost, evidenceLinesMost, type QuoteDraft, wordsMost } from "#domain/deals/quote.ts";
import { plainText } from "#domain/plain-text.ts";

/** Why these lines of evidence cannot be saved, and what to do about it; null if they can. */
export function evidenceProblem(evidence: readonly string[]): string | null {
  const surplus = evidence.length - evidenceLinesMost;
  if (surplus > 0) return `At most ${evidenceLinesMost} lines: take out ${surplus}`;
  for (const [index, text] of evidence.entries()) {
    const over = plainText(text).length - evidenceLineMost;
    if (over > 0) return `Line ${index + 1} has ${tooLongText(over)}: shorten it, or start a new line`;
  }
  return null;
}

/** Why the server would refuse to save the draft, in words for staff; null if it would not. */
export function draftProblem({ lines, words }: QuoteDraft): string | null {
  for (const [index, { text, evidence }] of lines.entries()) {
    const problem = evidenceProblem(evidence);
    if (problem !== null) return `Evidence of ${text === "" ? `line ${index + 1}` : text}: ${problem}`;
  }
  const over = charactersOver(words ?? "", wordsMost);
  return over > 0 ? `Your own words: ${tooLongText(over)}` : null;
}
