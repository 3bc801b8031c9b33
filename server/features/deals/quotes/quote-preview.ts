import type * as v from "valibot";

import type { previewSchema } from "#domain/deals/deal-wire.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { composeDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { viewOf } from "#server/features/deals/visitor/load-view.ts";
import { dealPage } from "#server/features/deals/visitor/pages/deal-page.ts";
import { documentHtml } from "#server/features/deals/visitor/pages/document.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { readDraft } from "./quote-draft.ts";
import { quoteMail } from "./quote-mail.ts";
import { draftContent, kindOf, tooLarge } from "./quote-send.ts";
import { newVersion, withVersion } from "./quote-version.ts";

export type Preview = v.InferOutput<typeof previewSchema>;

/** The mail and the page as they would be if the draft were sent now; null if there is no such request. */
export async function previewQuote(
  context: DealContext,
  db: Query,
  { reference, userId }: { readonly reference: string; readonly userId: string },
): Promise<Preview | Refusal | null> {
  const deal = await readDeal(db, reference);
  if (deal === null) return null;
  const at = context.now();
  const content = draftContent(deal, await readDraft(db, reference), at);
  if ("status" in content) return content;
  const version = newVersion({ undoMs: 0 }, content, { at, userId });
  const sent = withVersion(deal, version);
  const mail = await quoteMail(context, db, sent, { version, kind: await kindOf(db, deal), at });
  if (mail === null) return tooLarge;
  const page = documentHtml(context, dealPage(await viewOf(context, db, sent, at)));
  return { ...composeDealMail(context, sent, mail), page };
}
