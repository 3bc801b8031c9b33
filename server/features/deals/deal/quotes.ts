import { requestedIn } from "#domain/deals/requested.ts";

import { noteStep } from "./deal-state.ts";
import { forgetPrices, rememberPrices } from "./price-memory.ts";
import { quoteMail } from "./quote-mail.ts";
import { type Deal, type QuoteVersion, readDeal } from "./read-deal.ts";
import type { VersionKind } from "./version-state.ts";

export const quotes: VersionKind<QuoteVersion, Deal> = {
  name: "quote",
  table: "quote_versions",
  mails: ["quote", "reminder"],
  words: { approved: "approved", again: "send a corrected one" },
  read: readDeal,
  mail: quoteMail,
  async onRelease({ tx, deal: { reference, record } }, version, replaced) {
    if (replaced !== null) await forgetPrices(tx, reference, replaced);
    await rememberPrices(tx, requestedIn(record).machine, version);
  },
  noteStep,
};
