import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import { proofHeader } from "#domain/proof-of-work.ts";
import { submissionParser } from "#domain/submission-values.ts";
import { endpoints, keptKeyHeader } from "#domain/wire.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";

import type { SubmissionServices, SubmitOutcome } from "./mail-step.ts";

const idempotencyKeyMaxLength = 255;

/** `POST /send-mail.php`: the first of a submission's two calls (specification section 7). */
export function sendMailRoute(server: FastifyInstance, services: SubmissionServices): void {
  const kinds = new Map(
    submissions.map((submission) => [
      submission.formType,
      { submission, parse: submissionParser(submission, services.now) },
    ]),
  );
  server.post(endpoints.sendMail, async (request, reply) => {
    const { form_type: formType, ...fields } = fieldsIn(request.body);
    const kind = typeof formType === "string" ? kinds.get(formType) : undefined;
    if (kind === undefined) {
      const message = `form_type must be one of ${[...kinds.keys()].join(", ")}`;
      return refuse(request, reply, { status: 400, message, field: "form_type" });
    }
    const idempotencyKey = readIdempotencyKey(request);
    if (idempotencyKey === undefined) return refuse(request, reply, keyTooLong);
    const parsed = kind.parse(fields);
    if (!parsed.ok) return refuse(request, reply, { status: 400, ...parsed.problem });
    const outcome = await services.mailStep.submit({
      submission: kind.submission,
      values: parsed.values,
      idempotencyKey,
      isKeyKept: request.headers[keptKeyHeader] !== undefined,
      proof: readProof(request),
      canProve: true,
      clientAddress: clientAddress(request.ip),
    });
    return respond(request, reply, outcome);
  });
}

const keyTooLong = {
  status: 400,
  message: `Idempotency-Key must have 1 to ${idempotencyKeyMaxLength} characters`,
} as const;

/** Null if none was sent, undefined if it cannot be used. */
function readIdempotencyKey(request: FastifyRequest): string | null | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || key.length === 0 || key.length > idempotencyKeyMaxLength) return undefined;
  return key;
}

function readProof(request: FastifyRequest): string | null {
  const proof = request.headers[proofHeader];
  return typeof proof === "string" ? proof : null;
}

function respond(request: FastifyRequest, reply: FastifyReply, outcome: SubmitOutcome) {
  switch (outcome.kind) {
    case "accepted":
      return reply.send({
        success: true,
        ref_number: outcome.refNumber,
        received_at: outcome.receivedAt.toISOString(),
      });
    case "mail-failed":
      return refuse(request, reply, { status: 502, message: messages.mailFailed });
    case "conflict":
      return refuse(request, reply, {
        status: 409,
        message: "This Idempotency-Key was used for a different submission",
      });
    case "limited": {
      const { kind: _, ...details } = outcome;
      return refuse(request, reply, { status: 429, message: messages.tooManySubmissions, ...details });
    }
  }
}
