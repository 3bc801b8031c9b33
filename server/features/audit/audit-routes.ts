import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import {
  type AuditEntry,
  type AuditGroup,
  type AuditPage,
  auditWords,
  eventsOf,
  isAuditGroup,
  otherActors,
} from "#domain/audit.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AuditRow } from "#server/platform/database/tables.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

const filterSchema = v.strictObject({
  group: v.optional(v.custom<AuditGroup>(isAuditGroup)),
  /** A user, as the one who acted or the one it happened to. */
  person: v.optional(v.pipe(v.string(), v.uuid())),
  reference: v.optional(v.custom<string>(isReferenceNumber)),
  /** Only entries with lower numbers. */
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
});
type AuditFilter = v.InferOutput<typeof filterSchema>;

const pageSize = 50;

export function auditRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.audit,
    forOwners(services, (_, request, reply) => {
      const filter = v.safeParse(filterSchema, request.query);
      if (filter.success) return listAudit(services.database.reader, filter.output);
      const message = `Could not read the filter ${v.getDotPath(filter.issues[0]) ?? ""}`;
      return refuse(request, reply, { status: 400, message });
    }),
  );
}

async function listAudit(db: Query, filter: AuditFilter): Promise<AuditPage> {
  const { group, person, reference, before } = filter;
  let query = db
    .selectFrom("audit_entries")
    .selectAll()
    .orderBy("seq", "desc")
    .limit(pageSize + 1);
  if (group !== undefined) query = query.where("event", "in", eventsOf(group));
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where("seq", "<", before);
  if (person !== undefined)
    query = query.where((or) => or.or([or("actor", "=", person), or("subject", "=", person)]));
  const rows = await query.execute();
  const nameOf = await userNames(db);
  const entries = rows.slice(0, pageSize).map((row) => entryOf(row, nameOf));
  return { entries, has_more: rows.length > pageSize };
}

const factsSchema = v.record(v.string(), v.union([v.string(), v.number()]));

function entryOf(row: AuditRow, nameOf: (id: string) => string): AuditEntry {
  const { seq, at, event, reference } = row;
  const facts = v.parse(factsSchema, JSON.parse(row.details));
  const words = auditWords(event, facts, nameOf(row.subject ?? ""));
  return { seq, at, actor: nameOf(row.actor), words, reference };
}

/** Reads all users: they are few, and never deleted. */
async function userNames(db: Query): Promise<(id: string) => string> {
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  const names = new Map<string, string>(Object.entries(otherActors));
  for (const { id, full_name: name, email } of users) names.set(id, name || email);
  return (id) => names.get(id) ?? "somebody";
}
