/** The website's claims in figures (specification). Statistics shows what our records say. */
export const claims = {
  answered: { label: "Quotes answered", percent: 95 }, // Followed by when.
  offered: { label: "A cash offer", percent: null }, // Followed by when.
  inspected: { label: "Parts inspected before sale", percent: 100 },
  delivered: { label: "Orders delivered in 2-4 business days", percent: 90 },
  fits: { label: "Parts that fit first time", percent: 98 },
} as const;

/** Counted from the day after the parcel left. */
export const deliveryDaysMost = 4;
