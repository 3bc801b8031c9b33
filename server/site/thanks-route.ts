import type { FastifyInstance, FastifyRequest } from "fastify";

import { dueSentence } from "#domain/due-words.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { replyDue } from "#domain/reply-due.ts";
import { submissions } from "#domain/submissions.ts";

import type { Services } from "../services.ts";
import { arrivalOf, attemptByReference } from "../submissions/attempts.ts";
import { sendFile, thanksPath } from "./serve-site.ts";
import type { SiteFiles } from "./site-files.ts";

/** `/thanks?ref=…`, where a form without scripts leads: the page with the reference and the promised moment. */
export function thanksRoute(server: FastifyInstance, services: Services, files: SiteFiles): void {
  server.get(thanksPath, async (request, reply) => {
    const { searchParams: asked } = new URL(request.url, "http://localhost");
    const refNumber = asked.get("ref");
    const page = isReferenceNumber(refNumber)
      ? files.thanksPage({
          refNumber,
          kind: asked.get("kind"),
          due: await dueOf(services, refNumber, request),
        })
      : null;
    const file = page ?? files.byPath.get(thanksPath);
    if (file === undefined) return reply.callNotFound();
    reply.hijack();
    sendFile(request.raw, reply.raw, file);
  });
}

/** Nothing where no such submission was mailed, or the database is out of reach: the page stands without it. */
async function dueOf(services: Services, refNumber: string, request: FastifyRequest): Promise<string> {
  const { database, calendar, now } = services;
  try {
    const attempt = await attemptByReference(database.reader, refNumber);
    const submission = submissions.find(({ formType }) => formType === attempt?.form_type);
    const isMailed = attempt?.state === "mailed" || attempt?.state === "stored";
    if (!isMailed || submission === undefined) return "";
    const reply = replyDue(submission.replyRule, arrivalOf(attempt).receivedAt, calendar);
    return dueSentence(reply, now());
  } catch (error) {
    request.log.warn({ err: error, ref: refNumber }, "thanks page without the promised moment");
    return "";
  }
}
