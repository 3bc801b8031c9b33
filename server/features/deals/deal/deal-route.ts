import { createHash } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { dealEndpoints } from "#domain/deals/deal-wire.ts";
import { moneyEndpoints } from "#domain/deals/money-wire.ts";
import { saleEndpoints } from "#domain/deals/sale-wire.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { CommitUnknown, DatabaseFull, DatabaseUnavailable } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import type { ByStaff, CallOutcome } from "./change-deal.ts";
import { type CallKey, RepeatedCall } from "./repeated-call.ts";

export const noDeal: Refusal = { status: 404, message: messages.recordMissing };

interface Call<Body> {
  readonly body: Body;
  readonly by: ByStaff;
  readonly request: FastifyRequest;
}

const longKey: Refusal = { status: 400, message: "Idempotency-Key: must have at most 255 characters" };
const keyMissing: Refusal = { status: 428, message: "Idempotency-Key is missing: each new call needs one" };
const otherCall: Refusal = { status: 409, message: "This key belongs to another call: nothing was done" };

/** What stays when it is entered twice: money that counts, a parcel or photos that the customer is told about. */
const needsKey = new Set(
  [
    dealEndpoints.payment,
    dealEndpoints.parcel,
    moneyEndpoints.refund,
    saleEndpoints.offerSend,
    saleEndpoints.offerExtend,
    saleEndpoints.photoRequest,
    saleEndpoints.purchase,
  ].map((path) => `POST ${path}`),
);

/** What `ref` in the address names; null if it is no reference at all. */
export function referenceIn(request: FastifyRequest): string | null {
  const { ref } = v.parse(v.looseObject({ ref: v.optional(v.unknown()) }), request.query);
  return isReferenceNumber(ref) ? ref : null;
}

/**
 * A call by staff with a JSON body. The handler returns null if there is no such deal. The same call again with
 * the same Idempotency-Key gets the first response, and nothing happens.
 */
export function dealCall<Schema extends v.GenericSchema>(
  services: Services,
  schema: Schema,
  handler: (call: Call<v.InferOutput<Schema>>) => Promise<CallOutcome | null>,
) {
  return forStaff(services, async ({ user }, request: FastifyRequest, reply: FastifyReply) => {
    const parsed = v.safeParse(schema, request.body);
    if (!parsed.success) return refuse(request, reply, unreadable(parsed.issues[0]));
    const callKey = callKeyOf(request, user.id, parsed.output);
    if (callKey !== null && "status" in callKey) return refuse(request, reply, callKey);
    try {
      const by = { userId: user.id, callKey };
      const outcome = (await handler({ body: parsed.output, by, request })) ?? { refusal: noDeal };
      return "refusal" in outcome ? await refuse(request, reply, outcome.refusal) : outcome.ok;
    } catch (error) {
      if (error instanceof RepeatedCall)
        return error.response === null
          ? refuse(request, reply, otherCall)
          : reply.type("application/json; charset=utf-8").send(error.response);
      if (!(error instanceof DatabaseUnavailable)) throw error;
      request.log.error({ err: error }, "request failed");
      return refuse(request, reply, unavailable(error));
    }
  });
}

/** Null if there is no key and none is needed. */
function callKeyOf(request: FastifyRequest, userId: string, body: unknown): CallKey | Refusal | null {
  const { "idempotency-key": key = "" } = request.headers;
  const call = `${request.method} ${request.routeOptions.url ?? ""}`;
  if (key === "") return needsKey.has(call) ? keyMissing : null;
  if (key.length > 255) return longKey;
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  return { key: `${userId} ${String(key)}`, call: `${call} ${hash}` };
}

/** Staff read why: a mail that they believe sent and that is not costs a customer. */
function unavailable(error: DatabaseUnavailable): Refusal {
  const again = { status: 503, retryAfterSeconds: 5 };
  if (error instanceof DatabaseFull) return { ...again, message: messages.diskFull };
  if (error instanceof CommitUnknown)
    return {
      ...again,
      message: "The connection to the database broke. Check whether it was saved before you try again",
    };
  return {
    ...again,
    message: "Nothing was saved or sent: the database is out of reach. Try again in a minute",
  };
}

/** Names the field, and what is wrong with it. */
function unreadable(issue: v.BaseIssue<unknown>): Refusal {
  const field = v.getDotPath(issue);
  return {
    status: 400,
    message: field === null ? "The call could not be read" : `${field}: ${issue.message}`,
  };
}
