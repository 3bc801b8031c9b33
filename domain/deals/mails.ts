/** Mails about a deal besides the quote, which answers the request; by the first part of their key (deals.md section 6). */
export const dealMails = {
  answer: "Answer to a question",
  reminder: "Reminder of the quote",
  order: "Order confirmed",
  pay: "Reminder to pay",
  lapsed: "Payment time has passed",
  paid: "Paid, thank you",
  part: "Part of the payment has arrived",
  parcel: "About the parcel",
} as const;
/** The kinds of mails with the link to the deal's page. */
export const mailsWithLink = ["quote", ...Object.keys(dealMails)];
export type DealMailKind = keyof typeof dealMails;

export function isDealMail(kind: string): kind is DealMailKind {
  return Object.hasOwn(dealMails, kind);
}
