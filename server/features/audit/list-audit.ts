import * as v from "valibot";

import {
  type AuditEntry,
  type AuditGroup,
  type AuditPage,
  auditWords,
  eventsOf,
  strangeActors,
} from "#domain/audit.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AuditRow } from "#server/platform/database/tables.ts";

export interface AuditFilter {
  readonly group?: AuditGroup | undefined;
  /** A user, as the one who acted or the one it happened to. */
  readonly person?: string | undefined;
  readonly reference?: string | undefined;
  /** Only entries with lower numbers. */
  readonly before?: number | undefined;
}

const pageSize = 50;

/** The newest entries that fit, in words. */
export async function listAudit(db: Query, filter: AuditFilter): Promise<AuditPage> {
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

/** Users are few, and never deleted. */
async function userNames(db: Query): Promise<(id: string) => string> {
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  const names = new Map<string, string>(Object.entries(strangeActors));
  for (const { id, full_name: name, email } of users) names.set(id, name || email);
  return (id) => names.get(id) ?? "somebody";
}
