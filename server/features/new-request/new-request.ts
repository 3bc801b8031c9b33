import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { type NewRequest, newRequestSchema } from "#domain/new-request-wire.ts";
import { newRequestCall, readNewRequest } from "#domain/new-request.ts";
import { replyDue } from "#domain/reply-due.ts";
import { emailOf } from "#domain/submission-values.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { forEveryRole } from "#server/features/auth/permissions.ts";
import { type ByStaff, type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { staffCalls } from "#server/features/deals/deal/deal-route.ts";
import { promisingCalendar } from "#server/features/deals/deal/desk-settings.ts";
import { keepResponse, refuseRepetition, RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import { insertRecords } from "#server/features/records/insert-records.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import { queueEnteredReceipt } from "#server/features/submissions/submission-mails.ts";
import { announceEvents } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { type Entering, takeSource, type TakenSource } from "./request-sources.ts";

/** Requests that staff enter for a caller, out of a mail or a message, or as a copy (deals.md section 13). */
export function newRequestRoutes(server: FastifyInstance, services: Services): void {
  staffCalls(server, services, forEveryRole)(newRequestCall, newRequestSchema, async ({ body, by }) => {
    const submission = formOf(body);
    const outcome = await enterRequest(services, body, by).catch(referenceBefore);
    if ("refusal" in outcome) return outcome;
    const { ref: reference } = outcome.ok;
    services.counters.records.inc({ kind: submission.name, stored_by: "staff" });
    // What is kept for a repetition has no link: it is a secret (deals.md 1.1).
    const { url: link } = dealLink(services, { submission, reference, generation: 1 });
    return { ok: { ref: reference, link } };
  });
}

const keptSchema = v.object({ ref: v.string() });

/** Returns the outcome of the first of two equal calls. */
function referenceBefore(error: unknown): { readonly ok: { readonly ref: string } } {
  if (!(error instanceof RepeatedCall) || error.response === null) throw error;
  return { ok: v.parse(keptSchema, JSON.parse(error.response)) };
}

const formOf = ({ vehicle }: NewRequest) => (vehicle ? vehicleSubmission : quoteRequest);

const noReceipt = "There is no e-mail address for a receipt";

/** Stores the request, what became of its source, and the receipt, in one transaction. */
export async function enterRequest(
  services: DealContext,
  body: NewRequest,
  by: ByStaff,
): Promise<CallOutcome<{ readonly ref: string }>> {
  const submission = formOf(body);
  const at = services.now();
  const read = readNewRequest(submission, body.fields, at);
  if (!read.ok) return refused({ status: 422, ...read.problem });
  if (body.receipt && emailOf(submission, read.values) === undefined)
    return refused({ status: 422, message: noReceipt, field: "email" });
  const reference = newReference();
  return services.database.write(async (tx): Promise<CallOutcome<{ readonly ref: string }>> => {
    // Two presses at once: the second one sees what the first one made of the mail.
    if (by.callKey !== null) await services.database.lock(tx, `call ${by.callKey.key}`);
    await refuseRepetition(tx, by.callKey);
    const entering = { services, tx, reference, userId: by.userId, at };
    const taken = await takeSource(entering, body.from);
    if ("refusal" in taken) return taken;
    await store(entering, { submission, values: read.values, body, taken: taken.ok });
    const response = { ref: reference };
    await keepResponse(tx, { reference, callKey: by.callKey, response, at });
    return { ok: response };
  });
}

interface Entered {
  readonly submission: Submission;
  readonly values: SubmissionValues<Submission>;
  readonly body: NewRequest;
  readonly taken: TakenSource;
}

async function store(entering: Entering, { submission, values, body, taken }: Entered): Promise<void> {
  const { services, tx, reference, userId, at } = entering;
  const reply = replyDue(submission.replyRule, at, await promisingCalendar(tx, services.calendar));
  await announceEvents(services.database, tx);
  const record = {
    refNumber: reference,
    createdAt: at,
    storedAt: at,
    dueAt: reply.due,
    consent: null,
    adopted: false,
    entered: { channel: body.channel, userId, follows: taken.follows },
  };
  const [inserted] = await insertRecords(tx, submission, [{ values, record }]);
  await taken.settle({ record_table: submission.table, record_id: inserted?.id ?? "", reference });
  if (body.receipt)
    await queueEnteredReceipt(tx, services, { submission, values, refNumber: reference, reply });
}
