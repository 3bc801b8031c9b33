import * as v from "valibot";

import { accountProblem } from "#domain/deals/bank-account.ts";
import { readDollars } from "#domain/deals/money.ts";
import { payWays } from "#domain/deals/sale-states.ts";
import type { OfferVersion, Sale } from "#domain/deals/sale.ts";
import { oneLine } from "#domain/plain-text.ts";
import { acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { offers } from "#server/features/deals/sales/offers.ts";

import { type DealPages, type PageForm, pageForm, versionNumber, visitorWords } from "./page-form.ts";
import { offerVersionPage, sellerPage } from "./pages/seller-page.ts";
import { sellerViewOf } from "./pages/seller-view.ts";
import { accountRefusal, refusals } from "./refusals.ts";
import { counterOffer, declineOffer } from "./seller-answers.ts";
import { acceptRefusal } from "./stale-version.ts";

/** The most characters of an account number, with the blanks and hyphens that people type. */
const accountMost = 40;

/** A form that lacks something agrees to nothing. */
const readAcceptance: PageForm<Sale>["read"] = (fields) => {
  const { version, hash, window: from, bank_account: account = "" } = fields;
  if (fields["accept"] !== "on") return { refusal: refusals.noOwner };
  const pay = payWays.find((way) => way === fields["pay"]);
  if (pay === undefined) return { refusal: refusals.noPay };
  const typed = typeof account === "string" ? oneLine(account).slice(0, accountMost) : "";
  const problem = pay === "account" ? accountProblem(typed) : null;
  if (problem !== null) return { refusal: accountRefusal(problem) };
  const gst = fields["gst_registered"];
  if (gst !== "yes" && gst !== "no") return { refusal: refusals.noGst };
  const acceptance = {
    number: v.parse(versionNumber, version) ?? 0,
    hash: String(hash),
    from: typeof from === "string" ? from : null,
    pay,
    account: pay === "account" ? typed : null,
    isGstRegistered: gst === "yes",
  };
  return {
    ok: async (work) => {
      const outcome = await acceptOffer(work, acceptance);
      return "ok" in outcome ? outcome : { refusal: acceptRefusal(work, outcome.refusal, acceptance.number) };
    },
  };
};

const counterForm = v.object({
  amount: v.pipe(
    v.string("noAmount"),
    v.transform((amount) => readDollars(amount) ?? 0),
    v.minValue(1, "noAmount"),
  ),
  words: visitorWords,
});
const declineForm = v.object({ version: versionNumber, words: visitorWords });

/** The pages of somebody who sells us a machine, and the forms that answer our offer (deals.md section 8). */
export const seller: DealPages<OfferVersion, Sale> = {
  kind: offers,
  under: "/offer",
  forms: {
    accept: { read: readAcceptance, unsaved: "Nothing was accepted" },
    counter: pageForm(counterForm, counterOffer),
    decline: pageForm(declineForm, declineOffer),
  },
  page: async (work, sent) => sellerPage({ ...(await sellerViewOf(work)), ...sent }),
  versionPage: async (work, version) => offerVersionPage(await sellerViewOf(work), version),
  noVersion: "There is nothing here. Go back to the page of your machine.",
};
