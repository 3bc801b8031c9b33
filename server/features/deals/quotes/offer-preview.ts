import type * as v from "valibot";

import type { Preview } from "#domain/deals/deal-wire.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { composeDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { asIfReplaced, tooLarge } from "#server/features/deals/deal/sent-versions.ts";
import { offerMail } from "#server/features/deals/sales/offer-mail.ts";
import { newOffer, offerContent } from "#server/features/deals/sales/offer-send.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import { documentHtml } from "#server/features/deals/visitor/pages/document.ts";
import { sellerPage } from "#server/features/deals/visitor/pages/seller-page.ts";
import { sellerViewOf } from "#server/features/deals/visitor/pages/seller-view.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

/** Returns the mail and the page as they would be if the offer were sent now; null if there is no such vehicle. */
export async function previewOffer(
  services: DealContext,
  db: Query,
  body: v.InferOutput<typeof saleRequests.send>,
  userId: string,
): Promise<Outcome<Preview, Refusal> | null> {
  const sale = await readSale(db, body.ref);
  if (sale === null) return null;
  const work = new Work({ ...services, undoMs: 0 }, db, sale, userId);
  const content = offerContent(work, body);
  if ("refusal" in content) return content;
  const version = newOffer(work, content.ok);
  const sent = work.as({ ...sale, versions: [...asIfReplaced(sale.versions), version] });
  const mail = await offerMail(sent, version);
  if (sent.isTooLarge(mail)) return { refusal: tooLarge };
  const page = documentHtml(services, sellerPage(await sellerViewOf(sent)));
  return { ok: { ...composeDealMail(services, sent.deal, mail), page } };
}
