import type { FastifyInstance } from "fastify";
import { sql, type SqlBool } from "kysely";
import * as v from "valibot";

import {
  type AuditFact,
  type AuditGroup,
  type AuditPage,
  auditWords,
  eventsOf,
  isAuditGroup,
  otherActors,
  recordChange,
} from "#domain/audit.ts";
import { dealEventWords } from "#domain/deals/event-words.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import { refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

const placePattern = /^(\d{1,13})-([01])-(\d{1,15})$/;

const auditFilterSchema = v.strictObject({
  group: v.optional(v.custom<AuditGroup>(isAuditGroup)),
  /** A user, as the one who acted or the one it happened to. */
  person: v.optional(v.pipe(v.string(), v.uuid())),
  reference: v.optional(v.custom<string>(isReferenceNumber)),
  /** Only what comes after the entry with this id. */
  before: v.optional(v.pipe(v.string(), v.regex(placePattern), v.transform(placeOf))),
});
type AuditFilter = v.InferOutput<typeof auditFilterSchema>;

/** Entries of one instant are ordered by source, then by number: a bulk change has one instant. */
interface Place {
  readonly at: string;
  readonly source: 0 | 1; // 0: an audit entry. 1: an event of a record's history.
  readonly number: number;
}

interface Found extends Place, AuditFact {
  readonly actor: string;
  readonly reference: string | null;
}

const pageSize = 50;

/** Newest first: stored entries, and changes to records from their history. */
async function auditPage(db: Query, filter: AuditFilter): Promise<AuditPage> {
  const [nameOf, stored, changes] = await Promise.all([
    userNames(db),
    storedEntries(db, filter),
    recordChanges(db, filter),
  ]);
  const found = [...stored, ...changes].toSorted(newestFirst);
  const entries = found.slice(0, pageSize).map(({ at, actor, reference, ...place }) => ({
    id: `${Date.parse(at)}-${place.source}-${place.number}`,
    at,
    actor: nameOf(actor),
    words: wordsFor(place, { actor, subject: nameOf(place.subject ?? "") }),
    reference,
  }));
  return { entries, has_more: found.length > pageSize };
}

interface Named {
  /** A user's id; empty for visitors and chores. */
  readonly actor: string;
  readonly subject: string;
}

function wordsFor(fact: AuditFact, { actor, subject }: Named): string {
  const { was, becomes } = v.parse(dealFactsSchema, fact.details);
  const deal = dealEventWords(fact.event, { was, becomes, user_id: actor || null });
  return deal === null ? auditWords(fact, subject) : `${deal}:`;
}

const dealFactsSchema = v.object({
  was: v.fallback(v.nullable(v.string()), null),
  becomes: v.fallback(v.nullable(v.string()), null),
});

async function storedEntries(db: Query, filter: AuditFilter): Promise<Found[]> {
  const { group, person, reference, before } = filter;
  let query = db.selectFrom("audit_entries").selectAll();
  if (group !== undefined) query = query.where("event", "in", eventsOf(group));
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where(isAfter(before, 0, "seq"));
  if (person !== undefined)
    query = query.where((or) => or.or([or("actor", "=", person), or("subject", "=", person)]));
  const rows = await query
    .orderBy("at", "desc")
    .orderBy("seq", "desc")
    .limit(pageSize + 1)
    .execute();
  return rows.map(({ seq: number, details, ...row }) => ({
    ...row,
    source: 0,
    number,
    details: v.parse(detailsSchema, JSON.parse(details)),
  }));
}

const detailsSchema = v.record(v.string(), v.union([v.string(), v.number()]));

/** Without events that have an audit entry of their own, from an older version, and without what became of a mail. */
async function recordChanges(db: Query, filter: AuditFilter): Promise<Found[]> {
  const { group, person, reference, before } = filter;
  if (group !== undefined && group !== "record") return [];
  let query = db
    .selectFrom("record_events")
    .select(["id", "at", "user_id", "reference", "type", "field", "was", "becomes"])
    .where("user_id", "is not", null)
    .where("reference", "is not", null)
    .where((or) => or.or([or("type", "<>", "mail"), or("becomes", "=", "queued")]));
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where(isAfter(before, 1, "id"));
  if (person !== undefined)
    query = query.where((or) =>
      or.or([or("user_id", "=", person), or.and([or("type", "=", "owner"), or("becomes", "=", person)])]),
    );
  const rows = await query
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
  return rows.map((row) => ({
    ...recordChange(row),
    at: row.at,
    source: 1,
    number: row.id,
    actor: row.user_id ?? "",
    reference: row.reference,
  }));
}

function placeOf(text: string): Place {
  const [, milliseconds, source, number] = placePattern.exec(text) ?? [];
  return {
    at: new Date(Number(milliseconds)).toISOString(),
    source: source === "1" ? 1 : 0,
    number: Number(number),
  };
}

/** The condition on `at` alone lets the engine start in its index. */
function isAfter(place: Place, source: Place["source"], column: "seq" | "id") {
  const own = sql`(at, ${sql.lit(source)}, ${sql.ref(column)})`;
  const theirs = sql`(${place.at}, ${sql.lit(place.source)}, ${place.number})`;
  return sql<SqlBool>`at <= ${place.at} and ${own} < ${theirs}`;
}

function newestFirst(a: Place, b: Place): number {
  return b.at.localeCompare(a.at) || b.source - a.source || b.number - a.number;
}

/** Reads all users: they are few, and never deleted. */
async function userNames(db: Query): Promise<(id: string) => string> {
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  const names = new Map<string, string>(Object.entries(otherActors));
  for (const { id, full_name: name, email } of users) names.set(id, name || email);
  return (id) => names.get(id) ?? otherActors.somebody;
}

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
