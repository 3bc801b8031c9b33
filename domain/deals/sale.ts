import type { SentVersion } from "./deal.ts";
import type { Cents } from "./money.ts";
import type { OfferContent } from "./offer.ts";

export interface OfferVersion extends SentVersion {
  readonly content: OfferContent; // Its state is `approved` once it is accepted.
  readonly amount_cents: Cents;
}
