import { createHash } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import type { Call } from "#domain/call.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forStaff, type Guard } from "#server/features/auth/permissions.ts";
import { CommitUnknown, DatabaseFull, DatabaseUnavailable } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import type { AnyDeal, ByStaff, CallOutcome, ChangeOptions, Work } from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { type CallKey, RepeatedCall } from "./repeated-call.ts";

export const noDeal: Refusal = { status: 404, message: messages.recordMissing };

interface ReceivedCall<Body> {
  readonly body: Body;
  readonly by: ByStaff;
  readonly user: UserRow;
  readonly request: FastifyRequest;
}

const longKey: Refusal = { status: 400, message: "Idempotency-Key: must have at most 255 characters" };
const keyMissing: Refusal = { status: 428, message: "Idempotency-Key is missing: each new call needs one" };
const otherCall: Refusal = { status: 409, message: "This key belongs to another call: nothing was done" };

/** Returns the `ref` of the address; null if it is not a reference. */
export function referenceIn(request: FastifyRequest): string | null {
  const { ref } = v.parse(v.looseObject({ ref: v.optional(v.unknown()) }), request.query);
  return isReferenceNumber(ref) ? ref : null;
}

/**
 * Returns what registers the calls of staff with a JSON body. A handler returns null if there is no such deal. The same call
 * again with the same Idempotency-Key gets the first response, and nothing happens. They are for owners and staff, unless
 * `guard` opens them.
 */
export function staffCalls(server: FastifyInstance, services: Services, guard: Guard = forStaff) {
  return <Schema extends v.GenericSchema>(
    call: Call<v.InferInput<Schema>, object>,
    schema: Schema,
    handler: (received: ReceivedCall<v.InferOutput<Schema>>) => Promise<CallOutcome | null>,
  ): void => {
    const receive = guard(services, async ({ user }, request, reply) => {
      const parsed = v.safeParse(schema, request.body);
      if (!parsed.success) return refuse(request, reply, unreadable(parsed.issues[0]));
      const callKey = callKeyOf(request, call, user.id, parsed.output);
      if (callKey !== null && "status" in callKey) return refuse(request, reply, callKey);
      try {
        const by = { userId: user.id, callKey };
        const outcome = (await handler({ body: parsed.output, by, user, request })) ?? { refusal: noDeal };
        if ("refusal" in outcome) return await refuse(request, reply, outcome.refusal);
        reply.status(call.status);
        return outcome.ok;
      } catch (error) {
        if (error instanceof RepeatedCall) {
          if (error.response === null) return refuse(request, reply, otherCall);
          reply.status(call.status);
          const first: unknown = JSON.parse(error.response);
          return first;
        }
        if (!(error instanceof DatabaseUnavailable)) throw error;
        request.log.error({ err: error }, "request failed");
        return refuse(request, reply, unavailable(error));
      }
    });
    server.route({ method: call.method, url: call.path, handler: receive });
  };
}

/** Changes the deal of a reference. Returns null if there is none. */
type ChangeDeal<Of extends AnyDeal> = <Result>(
  context: DealContext,
  options: ChangeOptions,
  act: (work: Work<Of>) => Promise<Result>,
) => Promise<Result | null>;

/** Returns what registers the calls of staff that change the deal which their `ref` names. */
export function staffActs<Of extends AnyDeal>(
  server: FastifyInstance,
  services: Services,
  change: ChangeDeal<Of>,
  guard: Guard = forStaff,
) {
  const staffCall = staffCalls(server, services, guard);
  return <Schema extends v.GenericSchema<unknown, { readonly ref: string }>>(
    call: Call<v.InferInput<Schema>, object>,
    schema: Schema,
    act: (work: Work<Of>, body: v.InferOutput<Schema>, user: UserRow) => Promise<CallOutcome>,
  ): void =>
    staffCall(call, schema, ({ body, by, user }) =>
      change(services, { reference: body.ref, ...by }, (work) => act(work, body, user)),
    );
}

/** Returns null if there is no key and none is needed. */
function callKeyOf(
  { headers }: FastifyRequest,
  { method, path, needsKey }: Call<never, object>,
  userId: string,
  body: unknown,
): CallKey | Refusal | null {
  const { "idempotency-key": key = "" } = headers;
  if (key === "") return needsKey ? keyMissing : null;
  if (key.length > 255) return longKey;
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  return { key: `${userId} ${String(key)}`, call: `${method} ${path} ${hash}` };
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
