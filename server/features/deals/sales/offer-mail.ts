import { formatCents } from "#domain/deals/money.ts";
import type { OfferContent } from "#domain/deals/offer.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import { firm } from "#domain/firm.ts";
import { formatDay } from "#domain/nz-time.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { type DealMail, letter } from "#server/features/deals/deal/deal-mail.ts";
import { versionMailKey } from "#server/features/deals/deal/read-deal.ts";
import { inParagraphs } from "#server/services/mail/mail-layout.ts";

/** The mail that brings an offer. Accepting it needs the page: a mail scanner presses nothing. */
export async function offerMail(
  { tx: db, deal: sale }: Work<Sale>,
  version: OfferVersion,
): Promise<DealMail> {
  const { reference } = sale;
  const { content, number, user_id: userId } = version;
  const until = formatDay(content.valid_until);
  const price = formatCents(content.amount_cents);
  const own = content.words === null ? [] : inParagraphs(content.words);
  const time = content.pick_up.length === 0 ? "we ring you to arrange" : "choose";
  const ask = `Accept it on your page and ${time} when we pick it up, or tell us what you had in mind.`;
  return {
    key: versionMailKey("offer", reference, number),
    ...opening(sale, version, `${price}, valid until ${until}`),
    paragraphs: await letter(db, sale, { userId, words: [...own, ask] }),
    facts: [
      { label: "Machine", value: content.machine },
      { label: "Our offer", value: price },
      { label: "Valid until", value: `the end of ${until}` },
    ],
    button: "See the offer",
    ...(content.words === null ? {} : { words: content.words }),
    footnote: `You sell to a business, ${firm.legal_name}, GST number ${firm.gst_number}.`,
  };
}

/** Says if the offer only holds longer than the one before it, which has left. */
function opening(
  { reference, versions }: Sale,
  { content, number }: OfferVersion,
  offer: string,
): { readonly subject: string; readonly heading: string } {
  const before = versions.findLast((one) => one.number < number);
  const isRead = before?.mail?.state === "sent" || before?.mail?.state === "unknown";
  const terms = ({ amount_cents: cents, pick_up, words }: OfferContent) =>
    JSON.stringify([cents, pick_up, words]);
  if (!isRead) return { subject: `Our offer ${reference}: ${offer}`, heading: "Our offer is ready" };
  return terms(before.content) === terms(content)
    ? { subject: `Our offer ${reference} holds longer: ${offer}`, heading: "Our offer holds for longer" }
    : { subject: `Our new offer ${reference}: ${offer}`, heading: "We have changed our offer" };
}
