import * as v from "valibot";

import { hoursOn } from "#domain/business.ts";

import { freightTableSchema } from "./freight.ts";
import { centsSchema, evidenceMost, gradeSchema } from "./quote.ts";

const named = (field: string, most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, `${field} is missing`),
    v.maxLength(most, `${field} must be at most ${most} characters`),
  );

/** `{n}` stands for the tracking number. */
export const trackingLinkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(300, "Tracking link must be at most 300 characters"),
  v.regex(
    /^https?:\/\/[^\s"<>]*\{n\}[^\s"<>]*$/,
    "Start the link with https://, put {n} where the number goes, and leave out spaces",
  ),
);

export function withoutBlanks(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

/** What is typed one a line. */
const lines = (field: string, most: number) =>
  v.pipe(
    v.array(v.string()),
    v.transform((typed) => withoutBlanks(typed)),
    v.array(named(field, most)),
  );

/** How many lines, and how many characters in each. */
export const reasonsMost = { lines: 12, characters: 120 } as const;

/** How many in each class, and how many characters in each. */
export const partWordsMost = { lines: 200, characters: 60 } as const;
const partWords = v.pipe(
  lines("A part", partWordsMost.characters),
  v.maxLength(partWordsMost.lines, `Write at most ${partWordsMost.lines} parts`),
);

function isOpeningTime(time: string): boolean {
  const hours = hoursOn(0);
  return hours !== undefined && hours.opens < time && time <= hours.closes;
}

/** What staff edit in Settings, by name. */
export const deskSettings = {
  freight: freightTableSchema,
  "part-weights": v.strictObject({ S: partWords, M: partWords, L: partWords, hand: partWords }),
  /** Without a link, the page shows the number alone. */
  carriers: v.pipe(
    v.array(v.strictObject({ name: named("Name", 60), link: v.nullable(trackingLinkSchema) })),
    v.maxLength(30),
  ),
  "line-templates": v.pipe(
    v.array(
      v.strictObject({
        title: named("Title", 120),
        text: named("Part", 300),
        grade: gradeSchema,
        unit_cents: v.nullable(centsSchema),
        evidence: lines("A line of evidence", evidenceMost.characters),
      }),
    ),
    v.maxLength(100),
  ),
  "decline-reasons": v.pipe(
    lines("A reason", reasonsMost.characters),
    v.minLength(1, "Write at least one reason"),
    v.maxLength(reasonsMost.lines, `Write at most ${reasonsMost.lines} reasons`),
  ),
  /** Until when a quote is promised for the same day; closing time for all day. */
  promise: v.strictObject({
    same_day_until: v.pipe(
      v.string(),
      v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 16:00"),
      v.check(isOpeningTime, "Choose a time while we are open"),
    ),
  }),
} as const;
export type DeskSettingName = keyof typeof deskSettings;
export type DeskSetting<Name extends DeskSettingName> = v.InferOutput<(typeof deskSettings)[Name]>;

export function isDeskSettingName(name: unknown): name is DeskSettingName {
  return Object.keys(deskSettings).some((known) => known === name);
}
