import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { dealRequests } from "#domain/deals/deal-wire.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { moneyRequests } from "#domain/deals/money-wire.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleRequests } from "#domain/deals/sale-wire.ts";
import { forEveryRole, forStaff } from "#server/features/auth/permissions.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { noDeal, referenceIn, staffActs, staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { priceMemory } from "#server/features/deals/deal/price-memory.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { resendVersion } from "#server/features/deals/deal/resend-version.ts";
import { success, undoVersion, withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { newLink } from "#server/features/deals/sales/new-link.ts";
import { refusals } from "#server/features/deals/visitor/refusals.ts";
import { enterReturn } from "#server/features/deals/visitor/return-by-phone.ts";
import { decline } from "#server/features/deals/visitor/visitor-actions.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { versionOf } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { dealForDesk } from "./deal-for-desk.ts";
import { previewOffer } from "./offer-preview.ts";
import { answerQuestion } from "./quote-answer.ts";
import { saveDraft } from "./quote-draft.ts";
import { extendQuote, previewQuote, sendQuote } from "./quote-send.ts";
import { approveForCustomer } from "./sent-quote.ts";

const unreadableVersion: Refusal = {
  status: 400,
  message: 'If-Match must be the version of the draft in quotes, such as "3"',
};
const versionMissing: Refusal = {
  status: 428,
  message: 'If-Match is missing: it must be the version of the draft that you saw, "0" before the first save',
};

const noSuchReason: Refusal = { status: 400, message: "reason: It must be one of the reasons in Settings" };
const nothingToDecline: Refusal = { status: 409, message: "There is no quote that can be declined" };

export function quoteRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  const staffAct = staffActs(server, services, changeDeal);
  readingRoutes(server, services);
  sendingRoutes(server, services);
  versionRoutes(server, services);
  staffAct(dealCalls.answer, dealRequests.answer, answerQuestion);
  staffAct(moneyCalls.return, moneyRequests.return, enterReturn);
  staffAct(dealCalls.decline, dealRequests.decline, async (work, body) => {
    const outcome = await decline(work, body);
    if ("ok" in outcome) return success;
    return { refusal: outcome.refusal === refusals.noReason ? noSuchReason : nothingToDecline };
  });
  staffAct(dealCalls.approve, dealRequests.approve, approveForCustomer);
  staffCall(dealCalls.link, dealRequests.link, async ({ body, by }) => {
    const link = await newLink(services, { reference: body.ref, ...by });
    return link === null ? null : { ok: { link } };
  });
}

function readingRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  const { database } = services;
  server.get(
    dealCalls.quote.path,
    forEveryRole(services, async (_, request, reply) => {
      const reference = referenceIn(request);
      if (reference === null) return refuse(request, reply, noDeal);
      const deal = await database.snapshot((db) => dealForDesk(services, db, reference));
      return deal ?? refuse(request, reply, noDeal);
    }),
  );
  server.get(
    dealCalls.preview.path,
    forStaff(services, async ({ user }, request, reply) => {
      const reference = referenceIn(request);
      if (reference === null) return refuse(request, reply, noDeal);
      const sent = { reference, userId: user.id };
      const preview = await database.snapshot((db) => previewQuote(services, db, sent));
      if (preview === null) return refuse(request, reply, noDeal);
      return "refusal" in preview ? refuse(request, reply, preview.refusal) : preview.ok;
    }),
  );
  // A POST, because the desk alone has what is previewed: an offer has no stored draft.
  staffCall(saleCalls.offerPreview, saleRequests.send, ({ body, by }) =>
    database.snapshot((db) => previewOffer(services, db, body, by.userId)),
  );
  server.get(
    dealCalls.priceMemory.path,
    forStaff(services, async (_, request, reply) => {
      const wanted = v.safeParse(wantedSchema, request.query);
      if (!wanted.success) return refuse(request, reply, noPart);
      return priceMemory(database.reader, wanted.output, services.now());
    }),
  );
}

const searched = v.optional(v.pipe(v.string(), v.maxLength(1000)), "");
const wantedSchema = v.object({
  part: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000)),
  make: searched,
  model: searched,
});
const noPart: Refusal = { status: 400, message: "part is missing" };

function sendingRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  const staffAct = staffActs(server, services, changeDeal);
  staffCall(dealCalls.draft, dealRequests.draft, async ({ body, by, request }) => {
    const version = versionOf(request);
    if (version === null) return { refusal: versionMissing };
    if (version === "unreadable") return { refusal: unreadableVersion };
    const options = { reference: body.ref, userId: by.userId };
    return changeDeal(services, options, (work) => saveDraft(work, body.draft, version));
  });
  staffCall(dealCalls.send, dealRequests.send, async ({ body, by, request }) => {
    const version = versionOf(request);
    if (version === "unreadable") return { refusal: unreadableVersion };
    return changeDeal(services, { reference: body.ref, ...by }, (work) => sendQuote(work, version));
  });
  staffAct(dealCalls.extend, dealRequests.extend, (work, body) => extendQuote(work, body.valid_days));
}

function versionRoutes(server: FastifyInstance, services: Services): void {
  const staffCall = staffCalls(server, services);
  const changes = [
    [dealCalls.undo, undoVersion],
    [dealCalls.withdraw, withdrawVersion],
    [dealCalls.resend, resendVersion],
  ] as const;
  for (const [call, change] of changes) {
    staffCall(call, dealRequests.version, ({ body: { ref, number }, by }) =>
      change(quotes, services, { reference: ref, number, ...by }),
    );
  }
}
