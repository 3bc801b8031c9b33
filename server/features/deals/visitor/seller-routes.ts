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
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { type Acceptance, acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { arrivingPage, offerVersionPage, sellerPage } from "./pages/seller-page.ts";
import { isArriving, loadSellerView } from "./pages/seller-view.ts";
import { type PageRefusal, refusals, unlessUnsaved } from "./refusals.ts";
import { counterOffer, declineOffer } from "./seller-answers.ts";
import { acceptRefusal, accountRefusal, sellerRefusals } from "./seller-refusals.ts";

/** Null if the vehicle was removed. */
type Answer = (services: Services, visit: Visit) => Promise<Outcome<true, PageRefusal> | null>;

/** By the end of their path. Each needs a tick, an amount or words, which no mail scanner fills in (deals.md 1.2). */
const answers: Readonly<Record<string, Answer>> = {
  accept: sendAcceptance,
  counter: sendCounter,
  decline: sendDecline,
};

/** What a seller answers to our offer: native forms (deals.md section 8). */
export async function sellerRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(formbody);
    const config = { errorFormat: "page" } as const;
    for (const [name, answer] of Object.entries(answers)) {
      const url = `${dealPath}/:ref/:key/offer/${name}`;
      const title = name === "accept" ? "Nothing was accepted" : "Nothing was sent";
      const run = (visit: Visit) =>
        respond(services, visit, () => unlessUnsaved(visit.request, title, () => answer(services, visit)));
      pages.post(url, { config }, forVisitor(services, run));
      pages.get(
        url,
        { config },
        forVisitor(services, async ({ reply, path }) => reply.redirect(path, 303)),
      );
    }
  });
}

/** A refusal is the page as it stands now, with the reason and what the seller typed. */
async function respond(
  services: Services,
  visit: Visit,
  press: () => ReturnType<Answer>,
): Promise<FastifyReply> {
  const { request, reply, reference, path } = visit;
  const outcome = await press();
  if (outcome !== null && "ok" in outcome) return reply.redirect(path, 303);
  const problem = outcome?.refusal;
  const sent = problem && { problem, typed: fieldsIn(request.body) };
  const now = sent && (await loadSellerView(services, reference, sent));
  if (!now) return sendDocument(services, reply, 404, missingDealPage);
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return sendDocument(services, reply, problem.status, sellerPage(now.view));
}

async function sendAcceptance(services: Services, { request, reference }: Visit) {
  const read = acceptanceIn(request.body);
  if ("refusal" in read) return read;
  const { ok: acceptance } = read;
  const outcome = await acceptOffer(services, { ...acceptance, reference });
  if (outcome === null || "ok" in outcome) return outcome;
  const now = await loadSellerView(services, reference);
  return now && { refusal: acceptRefusal(outcome.refusal, acceptance.number, now) };
}

/** In characters, with the blanks and hyphens that people type. */
const accountMost = 40;

/** What is no such form agrees to nothing. */
function acceptanceIn(body: unknown): Outcome<Omit<Acceptance, "reference">, PageRefusal> {
  const fields = fieldsIn(body);
  const { version, hash, window: from, bank_account: account = "" } = fields;
  if (fields["accept"] !== "on") return { refusal: sellerRefusals.noTick };
  const pay = payWays.find((way) => way === fields["pay"]);
  if (pay === undefined) return { refusal: sellerRefusals.noPay };
  const typed = typeof account === "string" ? oneLine(account).slice(0, accountMost) : "";
  const problem = pay === "account" ? accountProblem(typed) : null;
  if (problem !== null) return { refusal: accountRefusal(problem) };
  const gst = fields["gst_registered"];
  if (gst !== "yes" && gst !== "no") return { refusal: sellerRefusals.noGst };
  const number = typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : 0;
  const own = {
    from: typeof from === "string" ? from : null,
    pay,
    account: pay === "account" ? typed : null,
    isGstRegistered: gst === "yes",
  };
  return { ok: { number, hash: String(hash), ...own } };
}

async function sendCounter(services: Services, { request, reference }: Visit) {
  const { amount, words = "" } = fieldsIn(request.body);
  const cents = typeof amount === "string" ? (readDollars(amount) ?? 0) : 0;
  if (cents <= 0) return { refusal: sellerRefusals.noAmount };
  const said = v.safeParse(visitorWordsSchema, words);
  if (!said.success) return { refusal: refusals.longWords };
  return counterOffer(services, reference, { cents, words: said.output });
}

async function sendDecline(services: Services, { request, reference }: Visit) {
  const { words = "", version } = fieldsIn(request.body);
  const said = v.safeParse(visitorWordsSchema, words);
  if (!said.success) return { refusal: refusals.longWords };
  const seen = typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : null;
  return declineOffer(services, reference, { words: said.output, seen });
}

/** For a deal that is no quote request: a vehicle, or what is still to be stored. `number` is that of an older offer. */
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
