/** Where an anniversary day of its own is kept (public-holidays.ts). */
export const regions = [
  "Northland",
  "Auckland",
  "Waikato",
  "Bay of Plenty",
  "Gisborne",
  "Hawke's Bay",
  "Taranaki",
  "Manawatū-Whanganui",
  "Wellington",
  "Tasman",
  "Nelson",
  "Marlborough",
  "West Coast",
  "Canterbury",
  "South Canterbury",
  "Otago",
  "Southland",
  "Chatham Islands",
] as const;
export type Region = (typeof regions)[number];

export const gstBases = ["payments", "invoices"] as const;
export type GstBasis = (typeof gstBases)[number];
export const gstPeriodMonths = [1, 2, 6] as const;
export type GstMonths = (typeof gstPeriodMonths)[number];

export const closuresMost = 60;

/** The most characters of a fact that is text. */
export const factLengths = {
  trading_name: 40,
  legal_name: 80,
  gst_number: 20,
  phone: 20,
  email: 254,
  street: 80,
  town: 60,
  postcode: 4,
  bank_account: 40,
  bank_account_name: 80,
} as const;
