import type { FirmFacts } from "#domain/firm.ts";

/** Names the facts, in the order of the form. */
export const firmFactLabels: Readonly<Record<keyof FirmFacts, string>> = {
  trading_name: "Trading name",
  legal_name: "Legal name",
  gst_number: "GST number",
  phone: "Phone",
  email: "E-mail",
  street: "Street",
  town: "Town",
  postcode: "Postcode",
  region: "Region",
  hours: "Opening hours",
  closures: "Closed days",
  bank_account: "Bank account",
  bank_account_name: "Account holder",
  valid_days: "Days a quote is valid",
  pay_within_days: "Business days to pay",
  reminders: "Reminders",
  gst_basis: "GST basis",
  gst_months: "GST period",
  gst_first_month: "First month of a GST period",
};
