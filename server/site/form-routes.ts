import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { messages } from "#domain/messages.ts";
import { quoteRequest } from "#domain/quote-request.ts";
import { submissionParser, valuesFromForm } from "#domain/submission-schema.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";
import { endpoints } from "#domain/wire.ts";

import { clientAddress } from "../http/client-address.ts";
import type { Services } from "../services.ts";
import { storeSubmission } from "../submissions/store-submission.ts";
import { formPage } from "./form-page.ts";
import { thanksPath } from "./serve-site.ts";

/**
 * `POST /forms/…`: the forms as browsers send them without, or before, our scripts. The same use
 * cases as the wire calls, mail then store, answered with pages (design.md section 3).
 */
export async function formRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (forms) => {
    await forms.register(formbody);
    for (const submission of submissions) {
      const url = `${endpoints.forms}/${submission.name}`;
      forms.get(url, (_request, reply) => reply.redirect(submission.page, 303));
      forms.post(url, { config: { answers: "page" } }, formHandler(services, submission));
    }
  });
}

function formHandler(services: Services, submission: Submission) {
  const parse = submissionParser(submission, services.now);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const typed = asRecord(request.body);
    const fail = (status: number, message: string, field?: string) => {
      const problem = field === undefined ? {} : { field };
      return formPage(reply.status(status), submission, typed, {
        message,
        requestId: request.id,
        ...problem,
      });
    };
    const { consent, ...fields } = typed;
    if (submission.asksConsent && consent !== "true") return fail(400, messages.consentMissing, "consent");
    const parsed = parse(valuesFromForm(submission, fields));
    if (!parsed.ok) return fail(400, parsed.problem.message, parsed.problem.field);
    const mailed = await mail(services, submission, parsed.values, request);
    if (mailed === null) return fail(503, messages.unexpected);
    if (mailed.kind === "limited") {
      reply.header("retry-after", mailed.retryAfterSeconds);
      return fail(429, messages.tooManySubmissions);
    }
    if (mailed.kind !== "accepted") return fail(502, messages.mailFailed);
    await store(services, request, { submission, refNumber: mailed.refNumber, values: parsed.values });
    return reply.redirect(thanksAddress(submission, mailed.refNumber), 303);
  };
}

/** The thanks page speaks of a quote request unless the address names another kind. */
function thanksAddress(submission: Submission, refNumber: string): string {
  const kind = submission === quoteRequest ? "" : `&kind=${submission.name}`;
  return `${thanksPath}?ref=${refNumber}${kind}`;
}

/** Null where the database could not take it; the handler above still shows what was typed. */
async function mail(
  services: Services,
  submission: Submission,
  values: SubmissionValues<Submission>,
  request: FastifyRequest,
) {
  try {
    const visitor = { idempotencyKey: null, proof: null, clientAddress: clientAddress(request.ip) };
    return await services.mailStep.submit({ submission, values, ...visitor });
  } catch (error) {
    request.log.error({ err: error }, "form could not be submitted");
    return null;
  }
}

/** The mail is out and noted: where storing fails now, the sweeper stores it later. */
async function store(
  services: Services,
  request: FastifyRequest,
  mailed: { submission: Submission; refNumber: string; values: SubmissionValues<Submission> },
): Promise<void> {
  try {
    await storeSubmission(services, { ...mailed, consent: mailed.submission.asksConsent ? true : null });
  } catch (error) {
    request.log.error({ err: error, ref: mailed.refNumber }, "mailed form not stored yet");
  }
}

function asRecord(body: unknown): Record<string, unknown> {
  return typeof body === "object" && body !== null ? { ...body } : {};
}
