import * as v from "valibot";

import { type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";

import { type Cents, formatCents, gstIn } from "./money.ts";
import { offerCentsSchema } from "./offer.ts";
import { optionalText } from "./quote.ts";
import { cashMostCents } from "./sale-states.ts";

/** How the GST of a purchase is claimed back (Goods and Services Tax Act 1985, sections 19H and 19K). */
export const gstKinds = {
  "second-hand": "Bought from a private person (GST credit)",
  "taxable-theirs": "GST-registered seller, who writes the invoice",
  "taxable-ours": "GST-registered seller, we write the invoice",
  none: "No GST to claim",
} as const;
export type GstKind = keyof typeof gstKinds;
export const gstKindNames = ["second-hand", "taxable-theirs", "taxable-ours", "none"] as const;

/** The GST that is claimed back of a purchase: 3/23 of what was paid (sections 3A(2) and 20(3)). */
export function gstCredit(kind: GstKind, paid: Cents): Cents {
  return kind === "none" ? 0 : gstIn(paid);
}

const calendarDate = v.pipe(v.string(), v.check(isCalendarDate));
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);

/** The dealer's record. `missingInPurchase` says which fields the law requires. */
export const purchaseFields = {
  name: optionalText(120),
  address: optionalText(500),
  phone: optionalText(40),
  birth_date: optional(calendarDate),
  identified_by: optionalText(120), // Such as "NZ driver licence", or "known to us".
  identity_number: optionalText(60),
  not_identified_why: optionalText(500),
  description: optionalText(500),
  vin: optionalText(60), // Or the frame number, or why it has none.
  registration: optionalText(20),
  functioning: optional(v.boolean()),
  price_cents: optional(offerCentsSchema),
  paid_by: optional(v.picklist(["transfer", "cash"])),
  bought_on: optional(calendarDate),
  gst: optional(v.picklist(gstKindNames)),
} as const;
const purchaseSchema = v.object(purchaseFields);
export const purchaseFieldNames = v.keyof(purchaseSchema).options;
export type Purchase = v.InferOutput<typeof purchaseSchema>;

type PurchaseField = keyof Purchase;

type PurchaseRule = readonly [
  field: PurchaseField,
  isBroken: (purchase: Purchase, today: CalendarDate) => boolean,
  message: string,
];

function lacks(
  field: PurchaseField,
  message: string,
  isNeeded: (purchase: Purchase) => boolean = () => true,
): PurchaseRule {
  return [field, (purchase) => isNeeded(purchase) && purchase[field] === null, message];
}

const isVerified = (purchase: Purchase) => purchase.not_identified_why === null;
/** False if we know the seller, instead of seeing a document. */
const hasDocument = (purchase: Purchase) =>
  isVerified(purchase) && !/\bknow[ns]?\b/i.test(purchase.identified_by ?? "");
const isUnnamed = ({ functioning, registration }: Purchase) => functioning === true && registration === null;

/**
 * Secondhand Dealers and Pawnbrokers Act 2004, section 42. Name, address, day, description and price are also what the Goods
 * and Services Tax Act 1985, section 19H, requires of second-hand goods over $200. The phone is noted if there is one.
 */
const rules: readonly PurchaseRule[] = [
  lacks("name", "The seller's full name is missing"),
  lacks("address", "The seller's address is missing"),
  lacks(
    "identified_by",
    "Write how you made sure who the seller is, such as the kind of ID you saw, or why you could not",
    isVerified,
  ),
  lacks("identity_number", "The number on the seller's ID is missing", hasDocument),
  lacks("birth_date", "The seller's date of birth is missing", isVerified),
  [
    "birth_date",
    ({ birth_date: born }, today) => born !== null && born >= today,
    "The seller's date of birth is not in the past",
  ],
  lacks("description", "The description of the machine is missing"),
  lacks("functioning", "Say whether the machine runs, or would after minor repairs"),
  lacks(
    "vin",
    "A machine that runs needs its VIN, frame number or registration: if it has none, write why as its VIN",
    isUnnamed,
  ),
  lacks("price_cents", "The price is missing"),
  lacks("paid_by", "Say whether you paid by bank transfer or in cash"),
  [
    "paid_by",
    ({ paid_by: way, price_cents: price }) => way === "cash" && (price ?? 0) > cashMostCents,
    `We pay at most ${formatCents(cashMostCents)} in cash: pay by bank transfer`,
  ],
  lacks("bought_on", "The day of the purchase is missing"),
  [
    "bought_on",
    ({ bought_on: day }, today) => day !== null && day > today,
    "The day of the purchase is in the future",
  ],
  lacks("gst", "Choose how the GST of this purchase is claimed"),
];

/** Tells staff the first thing that keeps a purchase from being recorded; null if it is complete. */
export function missingInPurchase(
  purchase: Purchase,
  today: CalendarDate,
): { readonly field: PurchaseField; readonly message: string } | null {
  const broken = rules.find(([, isBroken]) => isBroken(purchase, today));
  return broken === undefined ? null : { field: broken[0], message: broken[2] };
}
