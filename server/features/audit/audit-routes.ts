import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { type AuditGroup, isAuditGroup } from "#domain/audit.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { listAudit } from "./list-audit.ts";

const filterSchema = v.strictObject({
  group: v.optional(v.custom<AuditGroup>(isAuditGroup)),
  person: v.optional(v.pipe(v.string(), v.uuid())),
  reference: v.optional(v.custom<string>(isReferenceNumber)),
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
});

/** The audit list: owners read it, and nobody changes it. */
export function auditRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.audit,
    forOwners(services, (_, request, reply) => {
      const filter = v.safeParse(filterSchema, request.query);
      if (filter.success) return listAudit(services.database.reader, filter.output);
      const message = `The filter ${v.getDotPath(filter.issues[0]) ?? ""} is not understood`;
      return refuse(request, reply, { status: 400, message });
    }),
  );
}
