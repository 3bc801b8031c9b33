import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { hourMs } from "#domain/durations.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";
import type { Submission } from "#domain/submission.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealKey } from "#server/features/deals/deal/deal-link.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { countAgainst, secondsToWait } from "#server/services/limits/limits.ts";

import { sendDocument, missingDealPage, sendTooManyTries } from "./pages/document.ts";

/** A request with the right key. */
export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly reference: string;
  readonly path: string;
}

const paramsSchema = v.object({ ref: v.string(), key: v.string() });

/**
 * Calls the handler if the key is right. Otherwise sends the same 404 for every wrong key, after the same work, or 429
 * after too many guesses (deals.md section 4).
 */
export function forVisitor(context: DealContext, handler: (visit: Visit) => Promise<FastifyReply>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { ref, key } = v.parse(paramsSchema, request.params);
    if (!(await isRightKey(context, ref, key))) return refuseGuess(context, request, reply);
    return handler({ request, reply, reference: ref, path: `/my/${ref}/${key}` });
  };
}

async function isRightKey({ database, secrets }: DealContext, ref: string, key: string): Promise<boolean> {
  const reference = isReferenceNumber(ref) ? ref : referencePlaceholder;
  const deals = database.reader.selectFrom("deals").select("generation").where("ref_number", "=", reference);
  const generation = (await deals.executeTakeFirst())?.generation ?? 1;
  // Both are compared, whatever is found: the time says nothing.
  const isKeyOf = (submission: Submission) =>
    isSameText(dealKey(secrets.linkSecret, { submission, reference, generation }), key);
  const isKey = [isKeyOf(quoteRequest), isKeyOf(vehicleSubmission)].includes(true);
  return isKey && reference === ref;
}

const guessesPerHour = 30;

async function refuseGuess(
  context: DealContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const guesses = `deal links from ${clientAddress(request.ip)}`;
  const wait = await secondsOver(context, guesses, guessesPerHour);
  return wait === null
    ? sendDocument(context, reply, 404, missingDealPage())
    : sendTooManyTries(context, reply, wait);
}

/** Limits what costs us much: a link gets 429 after `most` in an hour. */
export function forFewVisits(
  context: DealContext,
  { uses, most }: { readonly uses: string; readonly most: number },
  handler: (visit: Visit) => Promise<FastifyReply>,
) {
  return forVisitor(context, async (visit) => {
    // A full disk keeps nobody from an invoice.
    const wait = await secondsOver(context, `${uses} of ${visit.reference}`, most).catch(() => null);
    return wait === null ? handler(visit) : sendTooManyTries(context, visit.reply, wait);
  });
}

/** Counts a use. Returns null, or the seconds to wait if there were as many as an hour may have. */
export async function secondsOver(
  { database, keys, now }: DealContext,
  uses: string,
  most: number,
): Promise<number | null> {
  const limit = { name: keys.hash("limit", uses), most, windowMs: hourMs };
  // A client that has to wait already costs a read, not a durable write.
  return (
    (await secondsToWait(database.reader, limit, now())) ??
    (await database.write((tx) => countAgainst(tx, limit, now())))
  );
}
