import * as v from "valibot";

import { weightClasses } from "#domain/deals/freight.ts";
import { centsMost } from "#domain/deals/money.ts";
import { evidenceMost, gradeSchema, linePhotosMost, quantityMost, textOf } from "#domain/deals/quote.ts";
import { refundMethods } from "#domain/deals/stage.ts";
import { keysOf } from "#domain/keys-of.ts";
import { oneLine } from "#domain/plain-text.ts";

import { goneReasons, partStateNames } from "./part.ts";

export const partPhotosMost = linePhotosMost;
export const shelfMost = 60;
export const fitsMost = 40;
/** In one call. */
export const partsMost = 100;

const yearSchema = v.nullable(
  v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1900, "A year has four digits"),
    v.maxValue(2100, "A year has four digits"),
  ),
);
const priceSchema = v.nullable(
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1, "A price must be more than $0: leave it empty to quote by hand"),
    v.maxValue(centsMost),
  ),
);
const name = v.pipe(textOf(120, oneLine), v.minLength(1, "The part needs a name"));
const text = textOf(60, oneLine);
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(999_999_999));

export const fitSchema = v.object({ make: text, model: text, from: yearSchema, to: yearSchema });

/** What people write about a part. */
const partFields = {
  name,
  make: text,
  model: text,
  year: yearSchema,
  fits: v.pipe(v.array(fitSchema), v.maxLength(fitsMost)),
  grade: gradeSchema,
  condition: v.pipe(v.array(textOf(evidenceMost.characters, oneLine)), v.maxLength(evidenceMost.lines)),
  shelf: textOf(shelfMost, oneLine),
  price_cents: priceSchema,
  weight: v.nullable(v.picklist(weightClasses)),
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(quantityMost)),
} as const;

const changed = {
  name: v.exactOptional(partFields.name),
  make: v.exactOptional(text),
  model: v.exactOptional(text),
  year: v.exactOptional(yearSchema),
  fits: v.exactOptional(partFields.fits),
  grade: v.exactOptional(gradeSchema),
  condition: v.exactOptional(partFields.condition),
  shelf: v.exactOptional(partFields.shelf),
  price_cents: v.exactOptional(priceSchema),
  weight: v.exactOptional(partFields.weight),
  quantity: v.exactOptional(partFields.quantity),
} as const;

export const stockRequests = {
  /** A machine that stood in the yard before: no purchase, no hold. */
  machine: v.object({
    make: v.pipe(text, v.minLength(1, "The make is missing")),
    model: v.pipe(text, v.minLength(1, "The model is missing")),
    year: v.optional(yearSchema, null),
    vin: v.optional(v.nullable(text), null),
    note: v.optional(textOf(1000), ""),
    vehicle_type: v.optional(v.nullable(v.picklist(["ATV", "Motorcycle"])), null),
  }),
  machineChange: v.object({
    number,
    state: v.picklist(["stripped", "sold", "gone"]),
    note: v.optional(textOf(1000), ""),
    anyway: v.exactOptional(v.boolean()), // With parts still on it.
  }),
  parts: v.object({
    machine_number: v.nullable(number),
    parts: v.pipe(
      v.array(
        v.object({
          ...changed,
          id: v.pipe(v.string(), v.regex(/^[\w-]{8,40}$/)),
          name,
          state: v.optional(v.picklist(["on_machine", "on_shelf"]), "on_shelf"),
        }),
      ),
      v.minLength(1),
      v.maxLength(partsMost),
    ),
  }),
  partChange: v.object({
    number,
    ...changed,
    state: v.exactOptional(v.picklist(partStateNames)),
    reason: v.exactOptional(v.nullable(v.picklist(keysOf(goneReasons)))),
    public: v.exactOptional(v.boolean()),
  }),
  move: v.object({
    numbers: v.pipe(v.array(number), v.minLength(1), v.maxLength(partsMost)),
    shelf: v.pipe(textOf(shelfMost, oneLine), v.minLength(1, "The shelf is missing")),
  }),
  sell: v.object({
    number,
    quantity: v.optional(partFields.quantity, 1),
    price_cents: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(centsMost)),
    method: v.picklist(refundMethods),
    name: v.optional(textOf(100, oneLine), ""),
    note: v.optional(textOf(1000), ""),
  }),
  importConfirm: v.object({ import: v.string() }),
} as const;

export type NewPart = v.InferOutput<typeof stockRequests.parts>["parts"][number];
export type PartChange = v.InferOutput<typeof stockRequests.partChange>;
