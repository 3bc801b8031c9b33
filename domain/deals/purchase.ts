import * as v from "valibot";

import { type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";

import { formatCents } from "./money.ts";
import { offerCentsSchema } from "./offer.ts";
import { optionalText } from "./quote.ts";
import { cashMostCents } from "./sale-states.ts";

/** How the GST of a purchase is claimed back (Goods and Services Tax Act 1985, sections 19H and 19K). */
export const gstKinds = {
  "second-hand": "Second-hand goods from somebody who is not registered",
  "taxable-theirs": "Registered: with their taxable supply information",
  "taxable-ours": "Registered: with taxable supply information that we make out",
  none: "No GST to claim",
} as const;
export type GstKind = keyof typeof gstKinds;
export const gstKindNames = ["second-hand", "taxable-theirs", "taxable-ours", "none"] as const;

const calendarDate = v.pipe(v.string(), v.check(isCalendarDate));
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null);

/** What the dealer's record holds. Which of them the law requires: `missingInPurchase`. */
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
export type Purchase = v.InferOutput<typeof purchaseSchema>;

type PurchaseField = keyof Purchase;

export interface PurchaseProblem {
  readonly field: PurchaseField;
  readonly message: string;
}

type Rule = readonly [
  field: PurchaseField,
  isBroken: (purchase: Purchase, today: CalendarDate) => boolean,
  message: string,
];

const isVerified = (purchase: Purchase) => purchase.not_identified_why === null;
/** We may know the person instead of seeing a document. */
const isKnown = ({ identified_by: by }: Purchase) => /\bknow[ns]?\b/i.test(by ?? "");

/**
 * Secondhand Dealers and Pawnbrokers Act 2004, section 42. Name, address, day, description and price are also what the Goods
 * and Services Tax Act 1985, section 19H, requires of second-hand goods over $200. The phone is noted if there is one.
 */
const rules: readonly Rule[] = [
  ["name", ({ name }) => name === null, "The seller's full name is missing"],
  ["address", ({ address }) => address === null, "The seller's address is missing"],
  [
    "identified_by",
    (purchase) => isVerified(purchase) && purchase.identified_by === null,
    "Write how you made sure who the seller is, such as the kind of ID you saw, or why you could not",
  ],
  [
    "identity_number",
    (purchase) => isVerified(purchase) && !isKnown(purchase) && purchase.identity_number === null,
    "The number on the seller's ID is missing",
  ],
  [
    "birth_date",
    (purchase) => isVerified(purchase) && purchase.birth_date === null,
    "The seller's date of birth is missing",
  ],
  [
    "birth_date",
    ({ birth_date: born }, today) => born !== null && born >= today,
    "The seller's date of birth is not in the past",
  ],
  ["description", ({ description }) => description === null, "The description of the machine is missing"],
  [
    "functioning",
    ({ functioning }) => functioning === null,
    "Say whether the machine runs, or would after minor repairs",
  ],
  [
    "vin",
    ({ functioning, vin, registration }) => functioning === true && vin === null && registration === null,
    "A machine that runs needs its VIN, frame number or registration: if it has none, write why as its VIN",
  ],
  ["price_cents", ({ price_cents: price }) => price === null, "The price is missing"],
  ["paid_by", ({ paid_by: way }) => way === null, "Say whether you paid by bank transfer or in cash"],
  [
    "paid_by",
    ({ paid_by: way, price_cents: price }) => way === "cash" && (price ?? 0) > cashMostCents,
    `We pay at most ${formatCents(cashMostCents)} in cash: pay by bank transfer`,
  ],
  ["bought_on", ({ bought_on: day }) => day === null, "The day of the purchase is missing"],
  [
    "bought_on",
    ({ bought_on: day }, today) => day !== null && day > today,
    "The day of the purchase is in the future",
  ],
  ["gst", ({ gst }) => gst === null, "Choose how the GST of this purchase is claimed"],
];

/** The first thing that keeps a purchase from being recorded, in words for staff; null if it is complete. */
export function missingInPurchase(purchase: Purchase, today: CalendarDate): PurchaseProblem | null {
  const [field, , message] = rules.find(([, isBroken]) => isBroken(purchase, today)) ?? [];
  return field === undefined || message === undefined ? null : { field, message };
}

/** On paper and at the desk, in the order of the record. */
export const purchaseLabels: Readonly<Record<PurchaseField, string>> = {
  name: "Full name",
  address: "Address",
  phone: "Phone",
  birth_date: "Date of birth",
  identified_by: "Identified by",
  identity_number: "Number on the ID",
  not_identified_why: "Not identified, because",
  description: "Description",
  vin: "VIN or frame number",
  registration: "Registration",
  functioning: "Runs, or would after minor repairs",
  price_cents: "Price paid",
  paid_by: "Paid by",
  bought_on: "Bought on",
  gst: "GST",
};

// Object.keys knows no literals.
export const purchaseFieldNames = Object.keys(purchaseLabels).filter((name): name is PurchaseField =>
  Object.hasOwn(purchaseLabels, name),
);

/** Empty where nothing was noted. */
export function purchaseValue(purchase: Purchase, field: PurchaseField): string {
  const { functioning, price_cents: price, gst, birth_date: born, bought_on: day } = purchase;
  switch (field) {
    case "functioning":
      return functioning === null ? "" : functioning ? "Yes" : "No";
    case "price_cents":
      return price === null ? "" : formatCents(price);
    case "paid_by":
      return ({ transfer: "Bank transfer", cash: "Cash", "": "" } as const)[purchase.paid_by ?? ""];
    case "birth_date":
      return born === null ? "" : formatDayAndYear(new Date(born));
    case "bought_on":
      return day === null ? "" : formatDayAndYear(new Date(day));
    case "gst":
      return gst === null ? "" : gstKinds[gst];
    default:
      return purchase[field] ?? "";
  }
}
