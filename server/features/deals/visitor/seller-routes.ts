import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { accountProblem } from "#domain/deals/bank-account.ts";
import { readDollars } from "#domain/deals/money.ts";
import { visitorWordsSchema } from "#domain/deals/quote.ts";
import { payWays } from "#domain/deals/sale-states.ts";
import { hasLeft } from "#domain/deals/versions.ts";
import { oneLine } from "#domain/plain-text.ts";
import { acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { offers } from "#server/features/deals/sales/offers.ts";
import type { Sale } from "#server/features/deals/sales/read-sale.ts";
import type { Services } from "#server/services/services.ts";

import type { Visit } from "./find-visit.ts";
import { formRoutes, type PageForm } from "./page-form.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { arrivingPage, offerVersionPage, sellerPage } from "./pages/seller-page.ts";
import { isArriving, loadSellerView, sellerViewOf } from "./pages/seller-view.ts";
import { refusals } from "./refusals.ts";
import { counterOffer, declineOffer } from "./seller-answers.ts";
import { acceptRefusal, accountRefusal, sellerRefusals } from "./seller-refusals.ts";

type SellerForm = PageForm<Sale>;
type FormFields = Parameters<SellerForm["read"]>[0];

/** Serves the native forms by which a seller answers our offer (deals.md section 8). */
export function sellerRoutes(server: FastifyInstance, services: Services): Promise<void> {
  return formRoutes(server, services, {
    kind: offers,
    under: "/offer",
    forms: {
      accept: { read: readAcceptance, unsaved: "Nothing was accepted" },
      counter: { read: readCounter },
      decline: { read: readDecline },
    },
    page: async (work, sent) => sellerPage({ ...(await sellerViewOf(work)), ...sent }),
  });
}

/** The most characters of an account number, with the blanks and hyphens that people type. */
const accountMost = 40;

/** A form that lacks something agrees to nothing. */
function readAcceptance(fields: FormFields): ReturnType<SellerForm["read"]> {
  const { version, hash, window: from, bank_account: account = "" } = fields;
  if (fields["accept"] !== "on") return { refusal: sellerRefusals.noTick };
  const pay = payWays.find((way) => way === fields["pay"]);
  if (pay === undefined) return { refusal: sellerRefusals.noPay };
  const typed = typeof account === "string" ? oneLine(account).slice(0, accountMost) : "";
  const problem = pay === "account" ? accountProblem(typed) : null;
  if (problem !== null) return { refusal: accountRefusal(problem) };
  const gst = fields["gst_registered"];
  if (gst !== "yes" && gst !== "no") return { refusal: sellerRefusals.noGst };
  const acceptance = {
    number: numberIn(version) ?? 0,
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
}

function numberIn(version: unknown): number | null {
  return typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : null;
}

function readCounter({ amount, words = "" }: FormFields): ReturnType<SellerForm["read"]> {
  const cents = typeof amount === "string" ? (readDollars(amount) ?? 0) : 0;
  if (cents <= 0) return { refusal: sellerRefusals.noAmount };
  const said = v.safeParse(visitorWordsSchema, words);
  if (!said.success) return { refusal: refusals.longWords };
  return { ok: (work) => counterOffer(work, { cents, words: said.output }) };
}

function readDecline({ words = "", version }: FormFields): ReturnType<SellerForm["read"]> {
  const said = v.safeParse(visitorWordsSchema, words);
  if (!said.success) return { refusal: refusals.longWords };
  return { ok: (work) => declineOffer(work, { words: said.output, seen: numberIn(version) }) };
}

/** Serves a deal that is no quote request: a vehicle, or what is still to be stored. `number` is that of an older offer. */
export async function serveSeller(
  services: Services,
  { reply, reference }: Visit,
  number: number | null,
): Promise<FastifyReply> {
  const loaded = await loadSellerView(services, reference);
  if (loaded === null) {
    const isThere = await isArriving(services.database.reader, reference);
    return isThere
      ? sendDocument(services, reply, 200, arrivingPage(reference))
      : sendDocument(services, reply, 404, missingDealPage);
  }
  const { sale, view } = loaded;
  if (number === null) return sendDocument(services, reply, 200, sellerPage(view));
  const version = sale.versions.find((one) => one.number === number);
  const isSeen = version !== undefined && hasLeft(version, view.at);
  const document: Document = isSeen ? offerVersionPage(view, version) : noOffer;
  return sendDocument(services, reply, isSeen ? 200 : 404, document);
}

const noOffer = explainingPage("Not found", "There is nothing here. Go back to the page of your machine.");
