import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { dealEndpoints, dealRequests } from "#domain/deals/deal-wire.ts";
import { saleEndpoints, saleRequests } from "#domain/deals/sale-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { type CallOutcome, changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { dealCall, noDeal, referenceIn } from "#server/features/deals/deal/deal-route.ts";
import { priceMemory } from "#server/features/deals/deal/price-memory.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { resendVersion } from "#server/features/deals/deal/resend-version.ts";
import {
  type OnVersion,
  success,
  undoVersion,
  withdrawVersion,
} from "#server/features/deals/deal/sent-versions.ts";
import { newLink } from "#server/features/deals/sales/new-link.ts";
import { refusals } from "#server/features/deals/visitor/refusals.ts";
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

/** What staff do about a quote: read, write, send, take back, answer. */
export function quoteRoutes(server: FastifyInstance, services: Services): void {
  readingRoutes(server, services);
  sendingRoutes(server, services);
  versionRoutes(server, services);
  server.post(
    dealEndpoints.answer,
    dealCall(services, dealRequests.answer, ({ body, by }) =>
      changeDeal(services, { reference: body.ref, ...by }, (work) => answerQuestion(work, body)),
    ),
  );
  server.post(
    dealEndpoints.decline,
    dealCall(services, dealRequests.decline, ({ body, by }) =>
      changeDeal<CallOutcome>(services, { reference: body.ref, ...by }, async (work) => {
        const outcome = await decline(work, body);
        if ("ok" in outcome) return success;
        return { refusal: outcome.refusal === refusals.noReason ? noSuchReason : nothingToDecline };
      }),
    ),
  );
  server.post(
    dealEndpoints.approve,
    dealCall(services, dealRequests.approve, ({ body, by }) =>
      changeDeal(services, { reference: body.ref, ...by }, (work) => approveForCustomer(work, body)),
    ),
  );
  server.post(
    dealEndpoints.link,
    dealCall(services, dealRequests.link, async ({ body, by }) => {
      const link = await newLink(services, { reference: body.ref, ...by });
      return link === null ? null : { ok: { link } };
    }),
  );
}

function readingRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    dealEndpoints.quote,
    forStaff(services, async (_, request, reply) => {
      const reference = referenceIn(request);
      if (reference === null) return refuse(request, reply, noDeal);
      const deal = await database.snapshot((db) => dealForDesk(services, db, reference));
      return deal ?? refuse(request, reply, noDeal);
    }),
  );
  server.get(
    dealEndpoints.preview,
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
  server.post(
    saleEndpoints.offerPreview,
    dealCall(services, saleRequests.send, async ({ body: { ref: reference, ...offer }, by }) => {
      const sent = { reference, offer, userId: by.userId };
      return database.snapshot((db) => previewOffer(services, db, sent));
    }),
  );
  server.get(
    dealEndpoints.priceMemory,
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
  server.put(
    dealEndpoints.draft,
    dealCall(services, dealRequests.draft, async ({ body: { ref: reference, draft }, by, request }) => {
      const version = versionOf(request);
      if (version === null) return { refusal: versionMissing };
      if (version === "unreadable") return { refusal: unreadableVersion };
      return changeDeal(services, { reference, ...by }, (work) => saveDraft(work, draft, version));
    }),
  );
  server.post(
    dealEndpoints.send,
    dealCall(services, dealRequests.send, async ({ body, by, request }) => {
      const version = versionOf(request);
      if (version === "unreadable") return { refusal: unreadableVersion };
      return changeDeal(services, { reference: body.ref, ...by }, (work) => sendQuote(work, version));
    }),
  );
  server.post(
    dealEndpoints.extend,
    dealCall(services, dealRequests.extend, ({ body, by }) =>
      changeDeal(services, { reference: body.ref, ...by }, (work) => extendQuote(work, body.valid_days)),
    ),
  );
}

function versionRoutes(server: FastifyInstance, services: Services): void {
  const onVersion = (change: (on: OnVersion) => Promise<CallOutcome | null>) =>
    dealCall(services, dealRequests.version, ({ body: { ref, number }, by }) =>
      change({ reference: ref, number, ...by }),
    );
  server.post(
    dealEndpoints.undo,
    onVersion((on) => undoVersion(quotes, services, on)),
  );
  server.post(
    dealEndpoints.withdraw,
    onVersion((on) => withdrawVersion(quotes, services, on)),
  );
  server.post(
    dealEndpoints.resend,
    onVersion((on) => resendVersion(quotes, services, on)),
  );
}
