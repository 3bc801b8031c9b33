import type { VersionKind } from "#server/features/deals/deal/version-state.ts";

import { offerMail } from "./offer-mail.ts";
import { type OfferVersion, readSale, type Sale } from "./read-sale.ts";
import { noteSaleStep } from "./sale-state.ts";

/** What we offer a seller for a machine. */
export const offers: VersionKind<OfferVersion, Sale> = {
  name: "offer",
  table: "offers",
  mails: ["offer"],
  words: { approved: "accepted", again: "make another one" },
  read: readSale,
  mail: (_, db, sale, { version }) => offerMail(db, sale, version),
  noteStep: noteSaleStep,
};
