import { business } from "#domain/business.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay } from "#domain/nz-time.ts";
import { type DealMail, letter } from "#server/features/deals/deal/deal-mail.ts";
import type { Query } from "#server/platform/database/database.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

import { offerMailKey, type OfferVersion, type Sale } from "./read-sale.ts";

/** The mail that brings an offer. Accepting it needs the page: a mail scanner presses nothing. */
export async function offerMail(db: Query, sale: Sale, version: OfferVersion): Promise<DealMail> {
  const { reference } = sale;
  const { content, number, user_id: userId, valid_until: until } = version;
  const price = formatCents(content.amount_cents);
  const own = content.words === null ? [] : inParagraphs(content.words);
  const ask = "Accept it on your page and choose when we pick it up, or tell us what you had in mind.";
  return {
    key: offerMailKey(reference, number),
    subject: `Our offer ${reference}: ${price}, valid until ${formatDay(until)}`,
    heading: "Our offer is ready",
    paragraphs: await letter(db, sale, { userId, words: [...own, ask] }),
    facts: [
      { label: "Machine", value: content.machine },
      { label: "Our offer", value: price },
      { label: "Valid until", value: `the end of ${formatDay(until)}` },
    ],
    button: "See the offer",
    ...(content.words === null ? {} : { words: content.words }),
    footnote: `You sell to a business, ${business.legalName}, GST number ${business.gstNumber}.`,
  };
}
