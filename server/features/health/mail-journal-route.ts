import type { FastifyInstance } from "fastify";

import type { MailJournal } from "#domain/notice.ts";
import { endpoints } from "#domain/wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Services } from "#server/services/services.ts";

import { mailOutages } from "./mail-journal.ts";

/** `GET /functions/v1/mail-journal`: for staff, who could not send and when. */
export function mailJournalRoute(server: FastifyInstance, services: Services): void {
  const journal = async (): Promise<MailJournal> => ({
    outages: await mailOutages(services.database.longReads, services.now()),
  });
  server.get(endpoints.mailJournal, forStaff(services, journal));
}
