import * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";

import { offerCentsSchema } from "./offer.ts";
import { textOf } from "./quote.ts";

/** How the GST of a purchase is claimed back (Goods and Services Tax Act 1985, sections 19H and 19K). */
export const gstKinds = {
  "second-hand": "Second-hand goods from somebody who is not registered",
  "taxable-theirs": "Registered: with their taxable supply information",
  "taxable-ours": "Registered: with taxable supply information that we make out",
  none: "No GST to claim",
} as const;
export type GstKind = keyof typeof gstKinds;
export const gstKindNames = ["second-hand", "taxable-theirs", "taxable-ours", "none"] as const;

const text = (most: number) => v.optional(v.nullable(textOf(most)), null);

/** What the dealer's record holds. Which of them the law requires: `missingInPurchase`. */
export const purchaseFields = {
  name: text(120),
  address: text(500),
  phone: text(40),
  birth_date: v.optional(v.nullable(v.pipe(v.string(), v.check(isCalendarDate))), null),
  identified_by: text(120), // Such as "NZ driver licence", or "known to us".
  identity_number: text(60),
  not_identified_why: text(500),
  description: text(500),
  vin: text(60), // Or the frame number.
  registration: text(20),
  functioning: v.optional(v.nullable(v.boolean()), null),
  price_cents: v.optional(v.nullable(offerCentsSchema), null),
  paid_by: v.optional(v.nullable(v.picklist(["transfer", "cash"])), null),
  bought_on: v.optional(v.nullable(v.pipe(v.string(), v.check(isCalendarDate))), null),
  gst: v.optional(v.nullable(v.picklist(gstKindNames)), null),
} as const;
const purchaseSchema = v.object(purchaseFields);
export type Purchase = v.InferOutput<typeof purchaseSchema>;
