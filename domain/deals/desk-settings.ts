import * as v from "valibot";

import { business } from "#domain/business.ts";
import { partNames } from "#domain/catalogue/parts.ts";
import { firm, isOpeningTime } from "#domain/firm.ts";

import { carriers } from "./carriers.ts";
import { freightTable, freightTableSchema } from "./freight.ts";
import { centsSchema, evidenceMost, gradeSchema } from "./quote.ts";
import { tellingWords } from "./suggested-freight.ts";

/** The desk starts with these; owners change them in Settings. `…` stands for what staff measure, and is asked about. */
const lineTemplates = [
  { title: "Diff, tested", text: "Diff", evidence: ["Turned by hand: …", "Backlash: … mm", "Oil: …"] },
  { title: "CV axle, tested", text: "CV axle", evidence: ["Boots: …", "Joints: …"] },
  {
    title: "Engine, compression measured",
    text: "Engine",
    evidence: ["Compression: … psi", "Turned by hand: …", "Sold with … days to test it"],
  },
  { title: "Plastics", text: "Front plastics", evidence: ["Longest mark: … cm", "Mounts: …"] },
  { title: "Electrical part, tested on a machine", text: "CDI", evidence: ["Tested on: …"] },
].map((template) => ({ ...template, grade: null, unit_cents: null }));

const heavy = {
  M: `Axle, Bash plate, Bead-lock rim, Belly fairing, Bullbar, Carrier rack, Crank, Crankcase, Diff, Fairing, Final drive, Fuel tank, Full exhaust
    system, Muffler, Mudguards, Nerf bars, Nose fairing, Pair of forks, Power steering unit, Rack, Rear deck, Rim, Seat, Slip-on,
    Subframe, Swingarm, Top end, Towbar, Trailing arm, Tyre, Wheel, Wide axle, Winch`.split(/,\s+/),
  L: ["Bottom end", "Gearbox", "Plastics", "Set of plastics"],
  hand: ["Engine", "Frame", "Motor", "Quad", "Set of wheels", "Side by side"],
};
const heavyKeys = new Set(
  Object.values(heavy)
    .flat()
    .map((part) => tellingWords(part).join(" ")),
);
const others =
  "Bearing, Chain, Coil, Fan, Gasket, Horn, Hose, Indicator, Light, Seal, Sensor, Solenoid, Switch, Valves";

/** Parts of quads and farm bikes, to be confirmed by the owner. Parts on our pages that are not heavy are light. */
export const partWeights = {
  ...heavy,
  S: [...partNames.filter((part) => !heavyKeys.has(tellingWords(part).join(" "))), ...others.split(", ")],
};

export const declineReasons = [
  "Too expensive",
  "Found it elsewhere",
  "No longer needed",
  "Not the right part",
  "Other",
];

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

const lines = (field: string, most: number) =>
  v.pipe(
    v.array(v.string()),
    v.transform((typed) => withoutBlanks(typed)),
    v.array(named(field, most)),
  );

export const reasonsMost = { lines: 12, characters: 120 } as const;

export const partWordsMost = { lines: 200, characters: 60 } as const;
const partWords = v.pipe(
  lines("A part", partWordsMost.characters),
  v.maxLength(partWordsMost.lines, `Write at most ${partWordsMost.lines} parts`),
);

/** Owners change a setting under `title`; until then it is `initial`. */
function setting<Output>(title: string, schema: v.GenericSchema<unknown, Output>, initial: NoInfer<Output>) {
  return { title, schema, initial };
}

/**
 * Every setting by name, in the order of the Settings page. A new one also needs its editor there, and what reads it.
 */
export const deskSettings = {
  freight: setting("Freight to the gate", freightTableSchema, freightTable),
  "part-weights": setting(
    "Weight of parts",
    v.strictObject({ S: partWords, M: partWords, L: partWords, hand: partWords }),
    partWeights,
  ),
  carriers: setting(
    "Carriers",
    v.pipe(
      // The page shows the number alone if there is no link.
      v.array(v.strictObject({ name: named("Name", 60), link: v.nullable(trackingLinkSchema) })),
      v.maxLength(30),
    ),
    [...carriers],
  ),
  "line-templates": setting(
    "Part templates",
    v.pipe(
      v.array(
        v.strictObject({
          title: named("Title", 120),
          text: named("Part", 300),
          grade: gradeSchema,
          unit_cents: v.nullable(centsSchema),
          evidence: lines("What we checked", evidenceMost.characters),
        }),
      ),
      v.maxLength(100),
    ),
    lineTemplates,
  ),
  "decline-reasons": setting(
    "Reasons to decline",
    v.pipe(
      lines("A reason", reasonsMost.characters),
      v.minLength(1, "Write at least one reason"),
      v.maxLength(reasonsMost.lines, `Write at most ${reasonsMost.lines} reasons`),
    ),
    declineReasons,
  ),
  /** A quote is promised for the same day until then; closing time means all day. */
  promise: setting(
    "Promised reply",
    v.strictObject({
      same_day_until: v.pipe(
        v.string(),
        v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Write a time such as 16:00"),
        v.check((time) => isOpeningTime(firm.hours, time), "Choose a time while we are open"),
      ),
    }),
    { same_day_until: business.sameDayUntil },
  ),
} as const;
export type DeskSettingName = keyof typeof deskSettings;
export type DeskSetting<Name extends DeskSettingName> = (typeof deskSettings)[Name]["initial"];

export function isDeskSettingName(name: unknown): name is DeskSettingName {
  return Object.keys(deskSettings).some((known) => known === name);
}

/** Reads a value of that setting. Throws ValiError. */
export function parseSetting<Name extends DeskSettingName>(name: Name, value: unknown): DeskSetting<Name> {
  const schema: v.GenericSchema<unknown, DeskSetting<Name>> = deskSettings[name].schema;
  return v.parse(schema, value);
}
