/** What the shop promises and says of itself, whoever the firm is (domain/firm). */
export const business = {
  tagline: "Second-hand quad and motorcycle parts, delivered across New Zealand.",
  /** A quote asked for later is promised for the next business day, until an owner changes it in Settings. */
  sameDayUntil: "16:00",
  /** When terms and privacy policy last changed. A quote says which terms it was sent under. */
  legalTextsUpdated: "January 2025",
  /** How long enquiries are kept unless they lead to an order (specification section 9). */
  enquiriesKeptMonths: 24,
  /** From the end of the tax year, 31 March: what tax law requires. */
  ordersKeptYears: 7,
} as const;
