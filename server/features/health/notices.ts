import type { FastifyInstance } from "fastify";

import { endpoints } from "#domain/wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Services } from "#server/services/services.ts";

/** `GET /functions/v1/notices`: what staff should know about the installation, most severe first. */
export function noticesRoute(server: FastifyInstance, services: Services): void {
  server.get(
    endpoints.notices,
    forStaff(services, async () => {
      const found = await Promise.all(services.noticeSources.map((check) => check()));
      const notices = found.filter((notice) => notice !== null);
      return { notices: notices.toSorted((a, b) => a.severity.localeCompare(b.severity)) };
    }),
  );
}
