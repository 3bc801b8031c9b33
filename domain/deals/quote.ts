import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { addressLine, firm } from "#domain/firm.ts";
import { oneLine, plainText } from "#domain/plain-text.ts";

import { type DeliveryWay, deliveryWays } from "./delivery-ways.ts";
import { type Cents, centsMost } from "./money.ts";

/** The content of a quote (deals.md section 3). Absent values are null. */

export const linesMost = 40;
export const validDaysMost = 90;
export const wordsMost = 5000;
export const noteMost = 1000;
export const evidenceMost = { lines: 20, characters: 300 } as const;
export const quantityMost = 99;
export const linePhotosMost = 6;

const lineKinds = ["fixed", "option", "choice"] as const;
export const quoteGrades = ["A", "B", "C"] as const;
export const gradeSchema = v.nullable(v.picklist(quoteGrades));
export const freightZones = ["north", "south", "islands"] as const;
export type FreightZone = (typeof freightZones)[number];

/** Checks text that people write or paste. `most` counts characters after cleaning. */
export const textOf = (most: number, clean = plainText) =>
  v.pipe(v.string(), v.maxLength(4 * most), v.transform(clean), v.maxLength(most));
/** Questions and remarks of visitors: long enough to explain, too short to make a page heavy. May be empty. */
export const visitorWordsSchema = textOf(2000);

/** Turns empty text into null. */
export const optionalText = (most: number, clean = plainText) =>
  v.optional(
    v.pipe(
      v.nullable(textOf(most, clean)),
      v.transform((value) => (value === "" ? null : value)),
    ),
    null,
  );
export const centsSchema = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0, "A price cannot be less than 0"),
  v.maxValue(centsMost),
);
export const validDaysSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(validDaysMost));

const lineId = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));
const groupName = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

const lineFields = {
  id: lineId,
  kind: v.optional(v.picklist(lineKinds), "fixed"),
  group: v.optional(v.nullable(groupName), null),
  text: textOf(300, oneLine),
  machine: optionalText(200, oneLine),
  grade: v.optional(gradeSchema, null),
  quantity: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(quantityMost)), 1),
  unit_cents: centsSchema,
  evidence: v.optional(v.pipe(v.array(textOf(evidenceMost.characters)), v.maxLength(evidenceMost.lines)), []),
  item_label: optionalText(60, oneLine),
  /** A machine of the yard: nothing off it leaves before its hold ends. */
  machine_number: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** SHA-256 of photos of the part. */
  photos: v.exactOptional(
    v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
      v.minLength(1),
      v.maxLength(linePhotosMost),
    ),
  ),
} as const;

export const quoteLineSchema = v.object(lineFields);
export type QuoteLine = v.InferOutput<typeof quoteLineSchema>;

export const freightSchema = v.object({
  service: optionalText(80, oneLine),
  zone: v.optional(v.nullable(v.picklist(freightZones)), null),
  rural: v.optional(v.boolean(), false),
  cents: centsSchema,
  words: optionalText(300), // For a depot, its name.
  /** Absent for a courier: older versions have none, and their hashes stay. */
  way: v.exactOptional(v.picklist(["pick-up", "depot"])),
});
export type Freight = v.InferOutput<typeof freightSchema>;

const draftFreight = v.object({ ...freightSchema.entries, cents: v.optional(v.nullable(centsSchema), null) });
export type DraftFreight = v.InferOutput<typeof draftFreight>;

const draftFreightSchema = v.pipe(
  v.object({ ...draftFreight.entries, way: v.exactOptional(v.picklist(deliveryWays)) }),
  v.transform(({ way = "courier", ...freight }) => freightBy(way, freight)),
);

/** What is collected goes nowhere, and a depot is not rural. */
export function freightBy(way: DeliveryWay, from: DraftFreight): DraftFreight {
  const { way: _, ...freight } = from;
  if (way === "courier") return freight;
  if (way === "depot") return { ...freight, rural: false, way };
  return { ...noFreight, words: freight.words, cents: 0, way };
}

/** Incomplete while staff work on it: `quote-send` says what is missing. */
export const quoteDraftSchema = v.object({
  lines: v.pipe(
    v.array(
      v.object({
        ...lineFields,
        unit_cents: v.optional(v.nullable(centsSchema), null),
        cost_cents: v.optional(v.nullable(centsSchema), null), // Never shown to a visitor.
      }),
    ),
    v.maxLength(linesMost),
    v.check(
      (lines) => new Set(lines.map(({ id }) => id)).size === lines.length,
      "Two lines have the same id",
    ),
  ),
  freight: v.optional(v.nullable(draftFreightSchema), null),
  valid_days: v.optional(v.nullable(validDaysSchema), null),
  words: optionalText(wordsMost),
  fitment: optionalText(500),
});
export type QuoteDraft = v.InferOutput<typeof quoteDraftSchema>;
export type DraftLine = QuoteDraft["lines"][number];

export const noFreight: DraftFreight = { service: null, zone: null, rural: false, cents: null, words: null };

export const traderSchema = v.object({
  name: v.string(),
  legal_name: v.string(),
  address: v.string(),
  phone: v.string(),
  email: v.string(),
  gst_number: v.string(),
});

/** The seller, as a quote that is sent now names it. */
export function trader(): v.InferOutput<typeof traderSchema> {
  const { trading_name: name, legal_name, phone, email, gst_number } = firm;
  return { name, legal_name, address: addressLine(), phone, email, gst_number };
}

/** The frozen content of a version, without costs and the customer's name and address. */
export const quoteContentSchema = v.object({
  reference: v.string(),
  number: v.number(),
  lines: v.array(quoteLineSchema),
  freight: freightSchema,
  valid_until: v.pipe(v.string(), v.check(isCalendarDate)), // To the end of that day in New Zealand.
  fitment: v.nullable(v.string()),
  words: v.nullable(v.string()),
  business: traderSchema,
  terms_version: v.string(),
});
export type QuoteContent = v.InferOutput<typeof quoteContentSchema>;

/** The customer takes one line of each group, and any options. */
export const selectionSchema = v.object({
  choices: v.optional(v.record(v.string(), v.string()), {}), // Line ids by group.
  options: v.optional(v.array(v.string()), []), // Line ids.
});
export type Selection = v.InferOutput<typeof selectionSchema>;

export interface QuoteLines {
  readonly lines: readonly QuoteLine[];
  readonly freight: { readonly cents: Cents };
}

export function lineCents({ quantity, unit_cents: unit }: Pick<QuoteLine, "quantity" | "unit_cents">): Cents {
  return quantity * unit;
}

/** For example "from a 2004 Honda TRX350"; empty if the line names no machine. */
export function fromMachine({ machine, machine_number: number }: QuoteLine): string[] {
  if (machine !== null) return [`from ${/^(?:[aeio]|8|11\b|18\b)/i.test(machine) ? "an" : "a"} ${machine}`];
  // Versions once left without the machine's name.
  return number === undefined ? [] : [`off machine ${number}`];
}

/** Lines by group, in the order of the quote. */
export function choiceGroups(lines: readonly QuoteLine[]): ReadonlyMap<string, readonly QuoteLine[]> {
  const groups = new Map<string, QuoteLine[]>();
  for (const line of lines) {
    if (line.kind !== "choice" || line.group === null) continue;
    groups.set(line.group, [...(groups.get(line.group) ?? []), line]);
  }
  return groups;
}

/** Returns the lines that are taken, in the order of the quote; null if the selection is impossible. */
export function selectedLines(
  lines: readonly QuoteLine[],
  { choices, options }: Selection,
): readonly QuoteLine[] | null {
  const groups = choiceGroups(lines);
  const chosen = new Set(options);
  for (const [group, alternatives] of groups) {
    const id = choices[group];
    if (!alternatives.some((line) => line.id === id) || id === undefined) return null;
    chosen.add(id);
  }
  if (Object.keys(choices).some((group) => !groups.has(group))) return null;
  const isOption = (id: string) => lines.some((line) => line.kind === "option" && line.id === id);
  if (!options.every(isOption) || new Set(options).size !== options.length) return null;
  return lines.filter((line) => line.kind === "fixed" || chosen.has(line.id));
}

export function totalOf(quote: QuoteLines, taken: readonly QuoteLine[]): Cents {
  return taken.reduce((sum, line) => sum + lineCents(line), quote.freight.cents);
}

/** The lowest total: the cheapest line of each group and no options. */
export function lowestTotal(quote: QuoteLines): Cents {
  const cheapest = [...choiceGroups(quote.lines).values()].map((lines) => Math.min(...lines.map(lineCents)));
  const fixed = quote.lines.filter((line) => line.kind === "fixed");
  return totalOf(quote, fixed) + cheapest.reduce((sum, one) => sum + one, 0);
}

export function hasAlternatives({ lines }: { readonly lines: readonly (QuoteLine | DraftLine)[] }): boolean {
  return lines.some((line) => line.kind !== "fixed");
}
