import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { visitorWordsSchema } from "#domain/deals/quote.ts";
import { oneLine } from "#domain/unseen-characters.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { takeBack } from "#server/features/deals/orders/cancel-order.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { readApproval } from "./approval-form.ts";
import { forVisitor, type Visit } from "./find-visit.ts";
import { loadView } from "./load-view.ts";
import { dealPage } from "./pages/deal-page.ts";
import { sendDocument } from "./pages/document.ts";
import { missingDealPage } from "./pages/explaining-page.ts";
import { approvalRefusal, type PageRefusal, refusals } from "./refusals.ts";
import { stopRemindersRoutes } from "./stop-reminders.ts";
import { type ActionOutcome, ask, byVisitor, decline, received, stillInterested } from "./visitor-actions.ts";
import { pageRoutes } from "./visitor-pages.ts";

/** Null sends the visitor back to the page; "gone" if the request was removed. */
type Outcome = PageRefusal | "gone" | null;
type Action = (services: Services, visit: Visit) => Promise<Outcome>;

/** By the end of their path. Each needs a tick, a reason or words, which no mail scanner fills in (deals.md 1.2). */
const actions: Readonly<Record<string, Action>> = {
  approve: sendApproval,
  "take-back": confirmed(takeBack),
  "still-interested": confirmed(stillInterested),
  received: confirmed(received),
  decline: sendDecline,
  ask: sendQuestion,
};

/** The visitor's side of a deal: pages and native forms, without scripts (deals.md section 4). */
export async function visitorRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(formbody);
    pageRoutes(pages, services);
    stopRemindersRoutes(pages, services);
    const config = { errorFormat: "page" } as const;
    for (const [name, action] of Object.entries(actions)) {
      const url = `${dealPath}/:ref/:key/${name}`;
      const run = async (visit: Visit) => respond(services, visit, await action(services, visit));
      pages.post(url, { config }, forVisitor(services, run));
      pages.get(
        url,
        { config },
        forVisitor(services, async ({ reply, path }) => reply.redirect(path, 303)),
      );
    }
  });
}

/** A refusal is the page as it stands now, with the reason and what the visitor typed. */
async function respond(
  services: Services,
  { request, reply, reference, path }: Visit,
  outcome: Outcome,
): Promise<FastifyReply> {
  if (outcome === null) return reply.redirect(path, 303);
  const problem = outcome === "gone" ? {} : { problem: outcome };
  const now = await loadView(services, reference, { ...problem, typed: fieldsIn(request.body) });
  if (now === null || outcome === "gone") return sendDocument(services, reply, 404, missingDealPage);
  if (outcome.retryAfterSeconds !== undefined) reply.header("retry-after", outcome.retryAfterSeconds);
  return sendDocument(services, reply, outcome.status, dealPage(now.view));
}

async function sendApproval(services: Services, { request, reference }: Visit): Promise<Outcome> {
  const sent = readApproval(fieldsIn(request.body));
  if (!sent.hasTick) return refusals.noTick;
  const { number, hash, selection } = sent;
  const by = { how: "link", userId: null, note: null } as const;
  const outcome = await approve(services, { reference, number, hash, selection, ...by });
  if (outcome === null) return "gone";
  if (outcome.kind === "approved") return null;
  const now = await loadView(services, reference);
  return now === null ? "gone" : approvalRefusal(outcome, sent, now.deal, services.now());
}

function confirmed(change: (services: Services, reference: string) => Promise<ActionOutcome | null>): Action {
  return async (services, { request, reference }) => {
    if (fieldsIn(request.body)["confirm"] !== "on") return refusals.noConfirmation;
    return refusalOf(await change(services, reference));
  };
}

async function sendDecline(services: Services, { request, reference }: Visit): Promise<Outcome> {
  const { reason, words } = fieldsIn(request.body);
  const now = await loadView(services, reference);
  if (now === null) return "gone";
  const known = now.view.declineReasons.find((one) => one === reason);
  if (known === undefined) return refusals.noReason;
  const said = v.safeParse(visitorWordsSchema, words ?? "");
  if (!said.success) return refusals.longWords;
  return refusalOf(await decline(services, byVisitor(reference), { reason: known, words: said.output }));
}

async function sendQuestion(services: Services, { request, reference }: Visit): Promise<Outcome> {
  const words = v.safeParse(visitorWordsSchema, fieldsIn(request.body)["words"] ?? "");
  if (!words.success) return refusals.longWords;
  if (oneLine(words.output) === "") return refusals.noWords;
  return refusalOf(await ask(services, reference, words.output));
}

function refusalOf(outcome: ActionOutcome | null): Outcome {
  if (outcome === null) return "gone";
  if (outcome.kind === "done") return null;
  if (outcome.kind === "not now") return refusals.notNow;
  return { ...refusals.tooMany, retryAfterSeconds: outcome.retryAfterSeconds };
}
