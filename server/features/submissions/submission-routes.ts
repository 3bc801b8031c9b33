import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { endpoints, keptKeyHeader, proofHeader } from "#domain/endpoints.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import { initialStatus } from "#domain/record-status.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { submissionParser } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { serverColumns } from "#server/features/records/record-table.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import type { SubmissionServices, SubmitOutcome } from "./mail-step.ts";
import { type StoreOutcome, type StoreRequest, storeSubmission } from "./store-submission.ts";

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

/** Returns null if none was sent, undefined if it cannot be used. */
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

/** `POST /rest/v1/{table}`: stores a mailed submission as a record. Visitors set nothing but its fields. */
export function storeRoutes(server: FastifyInstance, services: Services): void {
  for (const submission of submissions) {
    const url = `${endpoints.records}/${submission.table}`;
    server.post(url, { config: { errorFormat: "record" } }, storeHandler(services, submission));
  }
}

function storeHandler(services: Services, submission: Submission) {
  const read = storeRequestReader(submission, services.now);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const refusedKey = checkKeys(request, services.secrets.anonKey);
    if (refusedKey !== null) return refuse(request, reply, refusedKey);
    if (asksForRows(request)) return refuse(request, reply, noReading);
    const parsed = read(request.body);
    if ("status" in parsed) return refuse(request, reply, parsed);
    const outcome = await storeSubmission(services, parsed);
    if (outcome !== "stored") return refuse(request, reply, refusals[outcome]);
    return reply.status(201).send();
  };
}

const refusals: Readonly<Record<Exclude<StoreOutcome, "stored">, Refusal>> = {
  "unknown-reference": {
    status: 403,
    code: "42501",
    message: "No mailed submission has this reference and these fields",
  },
  "other-fields": {
    status: 409,
    code: "23505",
    message: "This reference is already stored with other fields",
  },
};

const noReading: Refusal = { status: 401, code: "42501", message: "permission denied: visitors cannot read" };

function checkKeys(request: FastifyRequest, anonKey: string): Refusal | null {
  const { apikey, authorization } = request.headers;
  if (apikey === anonKey && (authorization === undefined || authorization === `Bearer ${anonKey}`))
    return null;
  return { status: 401, code: "PGRST301", message: "The apikey header is missing or wrong" };
}

function asksForRows(request: FastifyRequest): boolean {
  return String(request.headers["prefer"] ?? "").includes("return=representation");
}

function storeRequestReader(
  submission: Submission,
  now: () => Date,
): (body: unknown) => StoreRequest | Refusal {
  const parse = submissionParser(submission, now);
  const known = new Set([...Object.keys(submission.fields), "ref_number", "status"]);
  if (submission.hasFiles) known.add("file_urls");
  if (submission.asksConsent) known.add("consent");
  return (body) => {
    const row = onlyRow(body);
    if (row === null) return { status: 400, code: "PGRST102", message: "the body must be one JSON object" };
    const unknown = Object.keys(row).find((name) => !known.has(name));
    if (unknown !== undefined) return unknownColumn(submission, unknown);
    const { ref_number: refNumber, file_urls: fileUrls, status, consent, ...fields } = row;
    const parsed = parse(fields);
    if (!parsed.ok) return badValue(parsed.problem.message, parsed.problem.field);
    if (status !== undefined && status !== initialStatus) return badValue("status must be new", "status");
    if (fileUrls !== undefined && !(Array.isArray(fileUrls) && fileUrls.length === 0)) {
      return badValue("file_urls must be an empty list", "file_urls");
    }
    if (submission.asksConsent && consent !== true) return badValue(messages.consentMissing, "consent");
    if (!isReferenceNumber(refNumber)) return refusals["unknown-reference"];
    return { submission, refNumber, values: parsed.values, consent: submission.asksConsent ? true : null };
  };
}

/** Accepts one object, or the list of one that the stock client sends. */
function onlyRow(body: unknown): Record<string, unknown> | null {
  const row: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (typeof row !== "object" || row === null || Array.isArray(row)) return null;
  return { ...row };
}

function unknownColumn(submission: Submission, name: string): Refusal {
  const column = name.slice(0, 60);
  if (serverColumns.has(name)) {
    return { status: 403, code: "42501", message: `permission denied for column ${column}` };
  }
  const message = `Could not find the '${column}' column of '${submission.table}' in the schema cache`;
  return { status: 400, code: "PGRST204", message };
}

function badValue(message: string, field: string): Refusal {
  return {
    status: 400,
    code: field === "status" || field === "consent" ? "23514" : "22023",
    message,
    details: field,
  };
}
