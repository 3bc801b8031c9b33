import type { FastifyInstance } from "fastify";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Services } from "#server/services/services.ts";

import { readStatistics } from "./read-statistics.ts";

export function statisticsRoute(server: FastifyInstance, services: Services): void {
  const { database, calendar, now } = services;
  server.get(
    deskEndpoints.statistics,
    forStaff(services, () => readStatistics(database.longReads, calendar, now())),
  );
}
