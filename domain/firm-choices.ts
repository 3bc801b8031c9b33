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
