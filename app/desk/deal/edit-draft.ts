import { partKey } from "#domain/catalogue/part-key.ts";
import type { DeskSetting } from "#domain/deals/desk-settings.ts";
import { freightFrom, type FreightTable } from "#domain/deals/freight.ts";
import type { DraftLine, QuoteContent, QuoteDraft } from "#domain/deals/quote.ts";
import { requestedParts } from "#domain/deals/requested.ts";
import { capitalised } from "#domain/plain-text.ts";
import { type Part, partLabel, partMachine } from "#domain/stock/part.ts";

import type { DealProps } from "./deal-call.ts";

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
export function startDraft({ record, deal: { versions, suggestions } }: DealProps): QuoteDraft {
  const { freight, grade, valid_days } = suggestions;
  const last = versions.at(-1)?.content;
  if (last !== undefined) return { ...afterQuote(last), valid_days };
  const { year, make, model } = record;
  const parts = requestedParts(record);
  return {
    lines: parts.map((part, index) => ({
      ...emptyLine,
      id: `l${index + 1}`,
      text: capitalised(part),
      grade,
    })),
    freight,
    valid_days,
    words: null,
    fitment: `Fits a ${year} ${make} ${model}`,
  };
}

/** Line ids stay the same across versions (deals.md section 3). */
function afterQuote({ lines, freight, words, fitment }: QuoteContent) {
  return { lines: lines.map((line) => ({ ...line, cost_cents: null })), freight, words, fitment };
}

export function withLine(draft: QuoteDraft, line: Partial<DraftLine> = {}): QuoteDraft {
  const taken = draft.lines.map(({ id }) => Number(/^l(\d+)$/.exec(id)?.[1] ?? 0));
  const id = `l${Math.max(0, ...taken) + 1}`;
  return { ...draft, lines: [...draft.lines, { ...emptyLine, id, ...line }] };
}

/** A machine is null to take the line off it. */
export type LineChange = Partial<Omit<DraftLine, "machine_number">> & {
  readonly machine_number?: number | null;
};

export function changedLine(
  draft: QuoteDraft,
  id: string,
  { machine_number: machine, ...change }: LineChange,
): QuoteDraft {
  const { kind } = change;
  const isChoice = kind === "choice";
  const lastGroup = draft.lines.findLast(({ group }) => group !== null)?.group ?? groupNames[0];
  const grouped = kind === undefined ? {} : { group: isChoice ? lastGroup : null };
  const edit = (line: DraftLine) =>
    line.id === id ? offMachine({ ...line, ...grouped, ...change }, machine) : line;
  return { ...draft, lines: draft.lines.map(edit) };
}

/** Another part that the customer can take instead of the last line. */
export function withAlternative(draft: QuoteDraft): QuoteDraft {
  const last = draft.lines.at(-1);
  if (last === undefined) return withLine(draft);
  const isFree = (name: string) => draft.lines.every(({ group }) => group !== name);
  const group = last.group ?? groupNames.find(isFree) ?? groupNames[0];
  const grouped = changedLine(draft, last.id, { kind: "choice", group });
  return withLine(grouped, { kind: "choice", group, text: last.text, quantity: last.quantity });
}

function offMachine(line: DraftLine, machine: number | null | undefined): DraftLine {
  if (machine === undefined) return line;
  const { machine_number: _, ...other } = line;
  return machine === null ? other : { ...other, machine_number: machine };
}

const groupNames = ["a", ...Array.from("bcdefghijklmnopqrstuvwxyz")] as const;

/** A template fills the last line while that has no text, else it is a line of its own. */
export function withTemplate(
  draft: QuoteDraft,
  { text, grade, unit_cents, evidence }: DeskSetting<"line-templates">[number],
): QuoteDraft {
  const last = draft.lines.at(-1);
  const values = { text, grade, unit_cents, evidence };
  if (last?.text !== "") return withLine(draft, values);
  return changedLine(draft, last.id, { ...values, grade: grade ?? last.grade });
}

/** The draft with the photos that the other one has of its lines, and no others. */
export function withPhotosOf(draft: QuoteDraft, other: Pick<QuoteDraft, "lines">): QuoteDraft {
  const lines = draft.lines.map((whole) => {
    const { photos: _, ...line } = whole;
    const photos = other.lines.find(({ id }) => id === line.id)?.photos;
    return photos === undefined ? line : { ...line, photos };
  });
  return { ...draft, lines };
}

/** Takes a part of our stock into the line that asks for it; else into the first line that nobody has priced, or a line of its own. */
export function withStockPart(draft: QuoteDraft, part: Part, table: FreightTable | null): QuoteDraft {
  const { name, machine_number: machine, grade, price_cents: unit_cents, condition: evidence } = part;
  const photos = part.photos.map(({ hash }) => hash);
  const cells = {
    text: name,
    machine: partMachine(part) || null,
    grade,
    unit_cents,
    evidence: [...evidence],
    item_label: partLabel(part.number),
    ...(photos.length > 0 && { photos }),
  };
  const isSame = ({ text }: DraftLine) => partKey(text.replace(/\(P\d+\)$/, "")) === partKey(name);
  const isFree = ({ item_label: label }: DraftLine) => label === null;
  const same = draft.lines.filter(isSame);
  const isUnpriced = (one: DraftLine) => isFree(one) && one.unit_cents === null;
  const line = same.find(isFree) ?? same[0] ?? draft.lines.find(isUnpriced);
  if (line === undefined)
    return withLine(draft, { ...cells, ...(machine !== null && { machine_number: machine }) });
  const lines = draft.lines.map((one) => (one === line ? withoutPhotos(one) : one));
  const taken = changedLine({ ...draft, lines }, line.id, { ...cells, machine_number: machine });
  return lines.length === 1 ? withWeight(taken, part.weight, table) : taken;
}

/** Freight of the only part, by its weight; what goes another way, or nowhere known, stays as it is. */
function withWeight(draft: QuoteDraft, weight: Part["weight"], table: FreightTable | null): QuoteDraft {
  const { freight } = draft;
  if (weight === null || table === null || freight?.way !== undefined) return draft;
  const { zone = null, rural = false } = freight ?? {};
  if (freight === null || zone === null) return draft;
  return { ...draft, freight: { ...freight, ...freightFrom(table, { zone, rural }, weight) } };
}

/** The line without that photo, or without any. */
export function withoutPhotos(line: DraftLine, sha256: string | null = null): DraftLine {
  const { photos = [], ...other } = line;
  const left = sha256 === null ? [] : photos.filter((one) => one !== sha256);
  return left.length === 0 ? other : { ...other, photos: left };
}
