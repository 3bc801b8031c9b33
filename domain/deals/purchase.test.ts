import { expect, test } from "vitest";

import { missingInPurchase, type Purchase } from "./purchase.ts";

const complete: Purchase = {
  name: "Wiremu Tāne",
  address: "88 Mangakāhia Road, RD 9, Whangārei",
  phone: "021 555 0177",
  birth_date: "1961-04-30",
  identified_by: "NZ driver licence",
  identity_number: "AB123456",
  not_identified_why: null,
  description: "Red Suzuki DR200SE",
  vin: null,
  registration: null,
  functioning: false,
  price_cents: 75_000,
  paid_by: "transfer",
  bought_on: "2026-08-03",
  gst: "second-hand",
};

const today = "2026-08-03";
const missing = (changes: Partial<Purchase>) => missingInPurchase({ ...complete, ...changes }, today)?.field;

test.for<[what: string, changes: Partial<Purchase>, field: keyof Purchase]>([
  ["the name", { name: null }, "name"],
  ["the address", { address: null }, "address"],
  ["how we know who it is", { identified_by: null }, "identified_by"],
  ["the number of the ID", { identity_number: null }, "identity_number"],
  ["the date of birth", { birth_date: null }, "birth_date"],
  ["a date of birth in the past", { birth_date: today }, "birth_date"],
  ["the description", { description: null }, "description"],
  ["whether it runs", { functioning: null }, "functioning"],
  ["VIN or registration of a machine that runs", { functioning: true }, "vin"],
  ["the price", { price_cents: null }, "price_cents"],
  ["how it was paid", { paid_by: null }, "paid_by"],
  ["less cash", { paid_by: "cash", price_cents: 1_000_000 }, "paid_by"],
  ["the day", { bought_on: null }, "bought_on"],
  ["a day that is not in the future", { bought_on: "2026-08-04" }, "bought_on"],
  ["the kind of GST", { gst: null }, "gst"],
])("a purchase needs %s", ([, changes, field]) => expect(missing(changes)).toBe(field));

const unseen = { identified_by: null, identity_number: null, birth_date: null };

test.for<[what: string, changes: Partial<Purchase>]>([
  ["no phone", { phone: null }],
  [
    "nothing of the ID if the seller could not be identified",
    { ...unseen, not_identified_why: "No ID at hand" },
  ],
  ["no number of an ID if we know the seller", { identified_by: "Known to us", identity_number: null }],
  ["no registration of a quad that runs", { functioning: true, vin: "JSAAK46K962100123" }],
  ["no VIN if somebody says why", { functioning: true, vin: "none: frame number filed off" }],
  ["no transfer below $10,000", { paid_by: "cash", price_cents: 999_999 }],
])("a purchase needs %s", ([, changes]) => expect(missing(changes)).toBeUndefined());
