import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { dealPath } from "#domain/deals/mails.ts";
import { firm } from "#domain/firm.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { settleMoneyOut } from "#server/features/deals/orders/card-money-out.ts";
import {
  cardProblem,
  findSession,
  settleOpen,
  settleSession,
} from "#server/features/deals/orders/card-sessions.ts";
import { type NoCardPage, openCardPage } from "#server/features/deals/orders/open-card-page.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { html } from "#server/platform/http/html.ts";
import { type CardEvent, CardProblem, type Cards } from "#server/services/cards/cards.ts";
import type { Services } from "#server/services/services.ts";

import { buyer } from "./buyer.ts";
import { forFewVisits, forVisitor, secondsOver, type Visit } from "./find-visit.ts";
import { dealPage } from "./pages/deal-page.ts";
import { type Document, missingDealPage, sendDocument } from "./pages/document.ts";
import { viewOf } from "./pages/load-view.ts";
import { showNow } from "./pages/page-view.ts";
import { type PageRefusal, refusals, unlessUnsaved } from "./refusals.ts";

const perHour = { uses: "card pages", most: 20 };

/** Paying by card, if it is set up: the customer's two pages, and what the card company sends us (deals.md section 7). */
export async function cardRoutes(server: FastifyInstance, services: Services): Promise<void> {
  const { cards } = services;
  if (cards === null) return;
  const config = { errorFormat: "page" } as const;
  const page = `${dealPath}/:ref/:key`;
  await server.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    // The form's content doesn't matter: the customer pays what the order owes.
    forms.addContentTypeParser("*", { parseAs: "string" }, async () => ({}));
    const pay = (visit: Visit) => payByCard(services, visit);
    forms.post(`${page}/pay-by-card`, { config, bodyLimit: 4096 }, forFewVisits(services, perHour, pay));
  });
  const back = async ({ reply, path }: Visit) => reply.redirect(path, 303);
  server.get(`${page}/pay-by-card`, { config }, forVisitor(services, back));
  server.get(
    `${page}/paid`,
    { config: { ...config, isWrite: true } },
    forVisitor(services, (visit) => comeBack(services, visit)),
  );
  await server.register(async (hooks) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser("*", { parseAs: "buffer" }, async (_: unknown, body: Buffer) => body);
    hooks.post("/hooks/stripe", { bodyLimit: 256 * 1024 }, (request, reply) =>
      takeEvent(services, cards, request, reply),
    );
  });
}

/** Leads on by a link, because the page's own policy lets no form end at another site. */
async function payByCard(services: Services, { request, reply, reference }: Visit): Promise<FastifyReply> {
  const opened = await unlessUnsaved(request, problems.refused.title, () =>
    openCardPage(services, reference),
  );
  if (opened !== null && "ok" in opened)
    return sendDocument(services, reply, 200, leadingPage(opened.ok.url));
  const why = opened?.refusal;
  const problem = typeof why === "string" ? problems[why] : why;
  const page =
    problem &&
    (await showNow(services, readDeal, reference, (work) => buyer.page(work, { problem, typed: {} })));
  if (!page) return sendDocument(services, reply, 404, missingDealPage());
  return sendDocument(services, reply, problem.status, page);
}

function leadingPage(url: string): Document {
  const content = html`<div class="deep"><div class="column"><h1>Pay by card</h1><p class="lead">You pay on the secure page of Stripe, who handle the card for us. We never see its number.</p></div></div>
<div class="column body"><p class="links"><a class="button go" href="${url}" rel="noreferrer">Go to the card page</a></p></div>`;
  return { title: "Pay by card", content, leadsTo: url };
}

const problems: Readonly<Record<NoCardPage, PageRefusal>> = {
  not_now: refusals.notNow,
  refused: {
    status: 409,
    title: "The card page could not be opened",
    get text() {
      return `Please pay by bank transfer, or ring us on ${firm.phone}.`;
    },
  },
  unanswered: {
    status: 503,
    title: "The card company does not answer",
    text: "Please try again in a minute, or pay by bank transfer. You have not paid anything yet.",
  },
};

/** Asks the card company once more, unless there were many visits, and sends the deal's page. */
async function comeBack(services: Services, { reply, reference }: Visit): Promise<FastifyReply> {
  // A full disk keeps nobody from what they have paid for.
  const wait = await secondsOver(services, `ways back of ${reference}`, perHour.most).catch(() => null);
  if (wait === null) await settleOpen(services, reference);
  const view = await showNow(services, readDeal, reference, viewOf);
  if (view === null) return sendDocument(services, reply, 404, missingDealPage());
  if (!view.may.includes("pay_by_card")) return sendDocument(services, reply, 200, dealPage(view));
  return sendDocument(services, reply, 200, dealPage({ ...view, sentence: notYet }));
}

const notYet =
  "The card company has not told us of a payment yet. If you have just paid, look again in a minute: don’t pay twice.";

/**
 * An event only makes us read the session again. The card company repeats it unless it gets 200, also one about another till
 * on the same account.
 */
async function takeEvent(
  services: Services,
  cards: Cards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { body, headers } = request;
  const signature = String(headers["stripe-signature"] ?? "");
  const signed = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const event = await cards
    .readEvent(signed, signature, services.now())
    .catch((error: unknown) => void cardProblem(error));
  if (event === undefined)
    return refuse(request, reply, { status: 400, message: "The event is not signed for us" });
  if (event.moved !== null) {
    const known = await settleMoneyOut(services, cards, event.moved).catch(cardProblem);
    if (known instanceof CardProblem)
      return refuse(request, reply, { status: 502, message: "The payment could not be read again" });
    if (!known) request.log.info(event.moved, "an event about a card payment of somebody else");
  }
  return event.session === null
    ? { success: true }
    : settleEvent(services, cards, event.session, { request, reply });
}

async function settleEvent(
  services: Services,
  cards: Cards,
  session: NonNullable<CardEvent["session"]>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> {
  const row = await findSession(services.database.reader, session);
  if (row === null) {
    request.log.info({ session: session.id }, "an event about a card page of somebody else");
    return { success: true };
  }
  if (row.state === "paid") return { success: true };
  const now = await cards.readSession(session.id).catch((error: unknown) => void cardProblem(error));
  if (now === undefined)
    return refuse(request, reply, { status: 502, message: "The session could not be read again" });
  if (now.reference !== row.id)
    return refuse(request, reply, { status: 409, message: "Nobody here knows this session" });
  await settleSession(services, row, now);
  return { success: true };
}
