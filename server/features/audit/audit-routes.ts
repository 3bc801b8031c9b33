import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { auditFilterSchema, auditPage } from "./audit-list.ts";

export function auditRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.audit,
    forOwners(services, (_, request, reply) => {
      const filter = v.safeParse(auditFilterSchema, request.query);
      if (filter.success) return auditPage(services.database.longReads, filter.output);
      const message = `Could not read the filter ${v.getDotPath(filter.issues[0]) ?? ""}`;
      return refuse(request, reply, { status: 400, message });
    }),
  );
}
