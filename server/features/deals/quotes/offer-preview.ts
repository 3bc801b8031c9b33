import type { Preview } from "#domain/deals/deal-wire.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { composeDealMail, dealMailSize, mailSizeMost } from "#server/features/deals/deal/deal-mail.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { asIfReplaced, tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import { offerMail } from "#server/features/deals/sales/offer-mail.ts";
import { newOffer, type Offer, offerContent } from "#server/features/deals/sales/offer-send.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import { documentHtml } from "#server/features/deals/visitor/pages/document.ts";
import { nothingSent } from "#server/features/deals/visitor/pages/load-view.ts";
import { sellerPage } from "#server/features/deals/visitor/pages/seller-page.ts";
import { sellerViewOf } from "#server/features/deals/visitor/pages/seller-view.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

interface Previewed {
  readonly reference: string;
  readonly offer: Offer;
  readonly userId: string;
}

/** The mail and the page as they would be if the offer were sent now; null if there is no such vehicle. */
export async function previewOffer(
  context: DealContext,
  db: Query,
  { reference, offer, userId }: Previewed,
): Promise<Preview | Refusal | null> {
  const sale = await readSale(db, reference);
  if (sale === null) return null;
  const at = context.now();
  const content = offerContent(sale, offer, at);
  if ("status" in content) return content;
  const version = newOffer({ undoMs: 0 }, content, { at, userId });
  const sent = { ...sale, versions: [...asIfReplaced(sale.versions), version] };
  const mail = await offerMail(db, sent, version);
  if (dealMailSize(context, sent, mail, at) > mailSizeMost) return tooLarge;
  const calendar = await promisingCalendar(db, context.calendar);
  const view = { ...sellerViewOf(context, { sale: sent, calendar, at }), ...nothingSent };
  return { ...composeDealMail(context, sent, mail), page: documentHtml(context, sellerPage(view)) };
}
