import type { FastifyInstance } from "fastify";

import type { MailJournal } from "#domain/mail-journal.ts";
import { endpoints } from "#domain/wire.ts";

import { signedOut, userOfRequest } from "../auth/auth-routes.ts";
import { refuse } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { mailOutages } from "./mail-journal.ts";

/** `GET /functions/v1/mail-journal`: for staff, who could not send and when. */
export function mailJournalRoute(server: FastifyInstance, services: Services): void {
  server.get(endpoints.mailJournal, async (request, reply) => {
    if ((await userOfRequest(services, request)) === null) return refuse(request, reply, signedOut);
    const journal: MailJournal = { outages: await mailOutages(services.database.reader, services.now()) };
    return journal;
  });
}
