import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { accountProblem } from "#domain/deals/bank-account.ts";
import { dealPath } from "#domain/deals/mails.ts";
import { readDollars } from "#domain/deals/money.ts";
import { visitorWordsSchema } from "#domain/deals/quote.ts";
import { payWays } from "#domain/deals/sale-states.ts";
import type { Outcome } from "#domain/outcome.ts";
import { oneLine } from "#domain/plain-text.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { changeSale } from "#server/features/deals/sales/offers.ts";
import type { Sale } from "#server/features/deals/sales/read-sale.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { arrivingPage, offerVersionPage, sellerPage } from "./pages/seller-page.ts";
import { isArriving, loadSellerView, sellerViewOf, type SellerView } from "./pages/seller-view.ts";
import { type PageRefusal, refusals, unlessUnsaved } from "./refusals.ts";
import { counterOffer, declineOffer } from "./seller-answers.ts";
import { acceptRefusal, accountRefusal, sellerRefusals } from "./seller-refusals.ts";

type FormFields = ReturnType<typeof fieldsIn>;
type SellerAct = (work: Work<Sale>) => Promise<Outcome<true, PageRefusal>>;
type FormReader = (fields: FormFields) => Outcome<SellerAct, PageRefusal>;

/** The forms, by the end of their path. Each needs a tick, an amount or words, which no mail scanner fills in (deals.md 1.2). */
const forms: Readonly<Record<string, FormReader>> = {
  accept: readAcceptance,
  counter: readCounter,
  decline: readDecline,
};

/** A seller's answers to our offer: native forms (deals.md section 8). */
export async function sellerRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(formbody);
    const config = { errorFormat: "page" } as const;
    for (const [name, read] of Object.entries(forms)) {
      const url = `${dealPath}/:ref/:key/offer/${name}`;
      const title = name === "accept" ? "Nothing was accepted" : "Nothing was sent";
      const receive = (visit: Visit) => answer(services, visit, title, read);
      pages.post(url, { config }, forVisitor(services, receive));
      pages.get(
        url,
        { config },
        forVisitor(services, async ({ reply, path }) => reply.redirect(path, 303)),
      );
    }
  });
}

/** The outcome of a form. `view` is the page as the refused act saw it. */
type FormOutcome = { readonly ok: true } | { readonly refusal: PageRefusal; readonly view?: SellerView };

/** Does what the form says. A refusal is the page as it stands then, with the reason and what the seller typed. */
async function answer(
  services: Services,
  { request, reply, reference, path }: Visit,
  title: string,
  read: FormReader,
): Promise<FastifyReply> {
  const typed = fieldsIn(request.body);
  const form = read(typed);
  const press = async (work: Work<Sale>, act: SellerAct): Promise<FormOutcome> => {
    const outcome = await act(work);
    return "ok" in outcome ? outcome : { ...outcome, view: await sellerViewOf(work) };
  };
  const options = { reference, userId: null, tellStaff: true };
  const outcome: FormOutcome | null =
    "refusal" in form
      ? form
      : await unlessUnsaved(request, title, () =>
          changeSale(services, options, (work) => press(work, form.ok)),
        );
  if (outcome === null) return sendDocument(services, reply, 404, missingDealPage);
  if ("ok" in outcome) return reply.redirect(path, 303);
  const { refusal: problem, view = (await loadSellerView(services, reference))?.view } = outcome;
  if (view === undefined) return sendDocument(services, reply, 404, missingDealPage);
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return sendDocument(services, reply, problem.status, sellerPage({ ...view, problem, typed }));
}

/** The most characters of an account number, with the blanks and hyphens that people type. */
const accountMost = 40;

/** A form that lacks something agrees to nothing. */
function readAcceptance(fields: FormFields): Outcome<SellerAct, PageRefusal> {
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

function readCounter({ amount, words = "" }: FormFields): Outcome<SellerAct, PageRefusal> {
  const cents = typeof amount === "string" ? (readDollars(amount) ?? 0) : 0;
  if (cents <= 0) return { refusal: sellerRefusals.noAmount };
  const said = v.safeParse(visitorWordsSchema, words);
  if (!said.success) return { refusal: refusals.longWords };
  return { ok: (work) => counterOffer(work, { cents, words: said.output }) };
}

function readDecline({ words = "", version }: FormFields): Outcome<SellerAct, PageRefusal> {
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
