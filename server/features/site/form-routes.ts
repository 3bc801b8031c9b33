import { join } from "node:path";
import { pathToFileURL } from "node:url";

import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { endpoints } from "#domain/endpoints.ts";
import { type Firm, firm } from "#domain/firm.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { Problem, RefusedForm } from "#domain/sending-failure.ts";
import { joinSeveral } from "#domain/several.ts";
import { refusals, submissionParser, valuesFromForm } from "#domain/submission-values.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { SubmissionServices } from "#server/features/submissions/mail-step.ts";
import { storeSubmission } from "#server/features/submissions/store-submission.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { messagePage } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";

import type { BuiltFiles } from "./built-files.ts";
import { thanksPath } from "./filled-pages.ts";
import { sendRendered } from "./pages.ts";

interface BuiltSite {
  readonly siteFolder: string | null;
  readonly files: BuiltFiles;
}

/** `POST /forms/…`: what browsers send without, or before, our scripts. Returns pages (design.md section 3). */
export async function formRoutes(
  server: FastifyInstance,
  services: SubmissionServices,
  site: BuiltSite,
): Promise<void> {
  await server.register(async (forms) => {
    await forms.register(formbody);
    for (const submission of submissions) {
      const url = `${endpoints.forms}/${submission.name}`;
      forms.get(url, (_request, reply) => reply.redirect(submission.page, 303));
      forms.post(url, { config: { errorFormat: "page" } }, formHandler(services, site, submission));
    }
  });
}

function formHandler(services: SubmissionServices, site: BuiltSite, submission: Submission) {
  const parse = submissionParser(submission, services.now);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const sent = fieldsIn(request.body);
    const refuse = (status: number, problem: Problem) =>
      sendRefused(request, reply.status(status), site, submission, {
        typed: textsOf(sent),
        problem: { ...problem, requestId: request.id },
      });
    const joined = joinSeveral(submission, sent);
    const fields = refusals(submission, joined, services.now);
    const { consent: _, ...values } = joined;
    const parsed = parse(valuesFromForm(submission, values));
    if (fields[0] !== undefined)
      return refuse(422, { message: fields[0].message, failure: "refused", fields });
    // Only what is no field of the form can still be wrong.
    if (!parsed.ok) return refuse(422, { message: parsed.problem.message, failure: "refused" });
    const mailed = await mail(services, submission, parsed.values, request);
    if (mailed === null) return refuse(503, { message: messages.unexpected, failure: "server" });
    if (mailed.kind === "limited") {
      reply.header("retry-after", mailed.retryAfterSeconds);
      const details = adviceWithoutScripts(mailed.retryAfterSeconds);
      return refuse(429, { message: messages.tooManySubmissions, failure: "limit", details });
    }
    if (mailed.kind !== "accepted") return refuse(502, { message: messages.mailFailed, failure: "mail" });
    await store(services, request, { submission, refNumber: mailed.refNumber, values: parsed.values });
    return reply.redirect(`${thanksPath}?ref=${mailed.refNumber}`, 303);
  };
}

/** A field that comes twice is refused, and none of our forms'. */
function textsOf(sent: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(sent).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts);
}

/** A browser without scripts cannot solve the challenge that would let the form through at once. */
function adviceWithoutScripts(waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return (
    "With JavaScript on, your browser proves by a short calculation that you are not part of a flood, and the form " +
    `goes through at once. Without it, please keep this page open and send the form again in ${wait}.`
  );
}

/** Returns null if the database failed; the visitor then gets the form back with everything typed. */
async function mail(
  services: SubmissionServices,
  submission: Submission,
  values: SubmissionValues<Submission>,
  request: FastifyRequest,
) {
  try {
    const scripts = { idempotencyKey: null, isKeyKept: false, proof: null, canProve: false };
    const visitor = { ...scripts, clientAddress: clientAddress(request.ip) };
    return await services.mailStep.submit({ submission, values, ...visitor });
  } catch (error) {
    request.log.error({ err: error }, "form could not be submitted");
    return null;
  }
}

/** The mail is out and recorded: if storing fails now, the sweeper stores it later. */
async function store(
  services: SubmissionServices,
  request: FastifyRequest,
  mailed: { submission: Submission; refNumber: string; values: SubmissionValues<Submission> },
): Promise<void> {
  try {
    await storeSubmission(services, { ...mailed, consent: mailed.submission.asksConsent ? true : null });
  } catch (error) {
    request.log.error({ err: error, ref: mailed.refNumber }, "mailed form not stored yet");
  }
}

/** The build's output for `app/site/submission/render-form.tsx`. */
interface FormRenderer {
  readonly renderForm: (name: string, refused: RefusedForm, firm: Firm) => string;
}

/** The form in its page, up to the script after it (app/site/submission/form-host.tsx). */
const formInPage = /<div data-form="[\w-]+">.*?<\/div>(?=<script>)/gs;

/**
 * Shows a refused form again, in its page and by its own component, with all that was typed. Without built pages, as in
 * development, only says what is wrong.
 */
async function sendRefused(
  request: FastifyRequest,
  reply: FastifyReply,
  { siteFolder, files }: BuiltSite,
  submission: Submission,
  refused: RefusedForm,
): Promise<FastifyReply> {
  const page = files.get(submission.page)?.();
  if (siteFolder === null || page === undefined)
    return messagePage(reply, refused.problem.message, request.id);
  // React, which few servers ever need, is loaded by the first refusal.
  const renderer = pathToFileURL(join(siteFolder, "../forms/render-form.js")).href;
  const { renderForm } = (await import(renderer)) as FormRenderer;
  // Drops the mark by which a script takes the form over: the script would not have the typed text.
  const markup = `<div>${renderForm(submission.name, refused, firm)}</div>`;
  const text = page
    .content()
    .toString()
    .replace(formInPage, () => markup);
  return sendRendered(request, reply, { file: page, text });
}
