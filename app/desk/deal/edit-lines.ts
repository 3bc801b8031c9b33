import type { DeskSetting } from "#domain/deals/desk-settings.ts";
import type { DraftLine, QuoteDraft } from "#domain/deals/quote.ts";

import { emptyLine, nextLineId } from "./start-draft.ts";

const firstGroup = "a";

export function withLine(draft: QuoteDraft, line: Partial<DraftLine> = {}): QuoteDraft {
  return { ...draft, lines: [...draft.lines, { ...emptyLine, id: nextLineId(draft), ...line }] };
}

export function changedLine(draft: QuoteDraft, id: string, change: Partial<DraftLine>): QuoteDraft {
  const grouped = change.kind === "choice" ? { group: lastGroup(draft) ?? firstGroup } : {};
  const ungrouped = change.kind !== undefined && change.kind !== "choice" ? { group: null } : {};
  const edit = (line: DraftLine) =>
    line.id === id ? { ...line, ...grouped, ...ungrouped, ...change } : line;
  return { ...draft, lines: draft.lines.map(edit) };
}

export function withoutLine(draft: QuoteDraft, id: string): QuoteDraft {
  return { ...draft, lines: draft.lines.filter((line) => line.id !== id) };
}

/** Another part that the customer can take instead of the last line. */
export function withAlternative(draft: QuoteDraft): QuoteDraft {
  const last = draft.lines.at(-1);
  if (last === undefined) return withLine(draft);
  const group = last.group ?? freeGroup(draft);
  const grouped = changedLine(draft, last.id, { kind: "choice", group });
  return withLine(grouped, { kind: "choice", group, text: last.text, quantity: last.quantity });
}

export function withOption(draft: QuoteDraft): QuoteDraft {
  return withLine(draft, { kind: "option" });
}

type LineTemplate = DeskSetting<"line-templates">[number];

/** A template fills the last line while that has no text, else it is a line of its own. */
export function withTemplate(draft: QuoteDraft, template: LineTemplate): QuoteDraft {
  const { text, grade, unit_cents, evidence } = template;
  const last = draft.lines.at(-1);
  const values = { text, grade, unit_cents, evidence };
  if (last?.text !== "") return withLine(draft, values);
  return changedLine(draft, last.id, { ...values, grade: grade ?? last.grade });
}

function lastGroup({ lines }: QuoteDraft): string | null {
  return lines.findLast(({ group }) => group !== null)?.group ?? null;
}

function freeGroup({ lines }: QuoteDraft): string {
  const taken = new Set(lines.map(({ group }) => group));
  const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
  return letters.find((letter) => !taken.has(letter)) ?? firstGroup;
}
