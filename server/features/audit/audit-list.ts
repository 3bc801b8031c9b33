import type { FastifyInstance } from "fastify";
import { sql, type SqlBool } from "kysely";
import * as v from "valibot";

import {
  type AuditGroup,
  type AuditPage,
  auditWords,
  eventsOf,
  isAuditGroup,
  otherActors,
} from "#domain/audit.ts";
import { historyWords } from "#domain/deals/history-words.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

const placePattern = /^(\d{1,13})-([01])-(\d{1,15})$/;

const filterSchema = v.strictObject({
  group: v.optional(v.custom<AuditGroup>(isAuditGroup)),
  /** A user, as the one who acted or the one it happened to. */
  person: v.optional(v.pipe(v.string(), v.uuid())),
  reference: v.optional(v.custom<string>(isReferenceNumber)),
  /** Only what comes after the entry with this id. */
  before: v.optional(v.pipe(v.string(), v.regex(placePattern), v.transform(placeOf))),
});
type Filter = v.InferOutput<typeof filterSchema>;

/** Entries of one instant are ordered by source, then by number: a bulk change has one instant. */
interface AuditCursor {
  readonly at: string;
  readonly source: 0 | 1; // 0: an audit entry. 1: an event of a record's history.
  readonly number: number;
}

interface FoundEntry extends AuditCursor {
  readonly actor: string;
  readonly words: string;
  readonly reference: string | null;
}

type NameOf = (userId: string) => string;
const pageSize = 50;

/** For owners, newest first: stored entries, and changes to records from their history. */
export function auditRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskCalls.audit.path,
    forOwners(services, (_, request) => {
      const filter = v.safeParse(filterSchema, request.query);
      if (filter.success) return auditPage(services.database.longReads, filter.output);
      const message = `Could not read the filter ${v.getDotPath(filter.issues[0]) ?? ""}`;
      return { refusal: { status: 400, message } };
    }),
  );
}

async function auditPage(db: Query, filter: Filter): Promise<AuditPage> {
  const nameOf = await userNames(db);
  const stored = await storedEntries(db, filter, nameOf);
  const changes = await recordChanges(db, filter, nameOf);
  const found = [...stored, ...changes].toSorted(
    (a, b) => b.at.localeCompare(a.at) || b.source - a.source || b.number - a.number,
  );
  const entries = found.slice(0, pageSize).map(({ source, number, ...entry }) => ({
    ...entry,
    id: `${Date.parse(entry.at)}-${source}-${number}`,
    actor: nameOf(entry.actor),
  }));
  return { entries, has_more: found.length > pageSize };
}

const detailsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.number()])),
);

async function storedEntries(db: Query, filter: Filter, nameOf: NameOf): Promise<FoundEntry[]> {
  const { group, person, reference, before } = filter;
  let query = db.selectFrom("audit_entries").selectAll();
  if (group !== undefined) query = query.where("event", "in", eventsOf(group));
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where(isAfter(before, 0, "seq"));
  if (person !== undefined)
    query = query.where((or) => or.or([or("actor", "=", person), or("subject", "=", person)]));
  const newest = query.orderBy("at", "desc").orderBy("seq", "desc");
  const rows = await newest.limit(pageSize + 1).execute();
  return rows.map(({ at, seq, event, actor, subject, details, reference: about }) => {
    const facts = { ...v.parse(detailsSchema, details), subject: nameOf(subject ?? "") };
    return { at, source: 0, number: seq, actor, words: auditWords(event, facts), reference: about };
  });
}

/** By users only, and without what became of a mail. */
async function recordChanges(db: Query, filter: Filter, nameOf: NameOf): Promise<FoundEntry[]> {
  const { group, person, reference, before } = filter;
  if (group !== undefined && group !== "record") return [];
  let query = db
    .selectFrom("record_events")
    .select(["id", "at", "user_id", "reference", "type", "field", "was", "becomes"])
    .where("user_id", "is not", null)
    .where((or) => or.or([or("type", "<>", "mail"), or("becomes", "=", "queued")]));
  if (reference !== undefined) query = query.where("reference", "=", reference);
  if (before !== undefined) query = query.where(isAfter(before, 1, "id"));
  if (person !== undefined)
    query = query.where((or) =>
      or.or([or("user_id", "=", person), or.and([or("type", "=", "owner"), or("becomes", "=", person)])]),
    );
  const newest = query.orderBy("at", "desc").orderBy("id", "desc");
  const rows = await newest.limit(pageSize + 1).execute();
  return rows.map(({ id, reference: about, ...event }) => ({
    at: event.at,
    source: 1,
    number: id,
    actor: event.user_id ?? "",
    words: `${historyWords(event, nameOf)}:`,
    reference: about,
  }));
}

function placeOf(text: string): AuditCursor {
  const [, milliseconds, source, number] = placePattern.exec(text) ?? [];
  return {
    at: new Date(Number(milliseconds)).toISOString(),
    source: source === "1" ? 1 : 0,
    number: Number(number),
  };
}

/** The condition on `at` alone lets the engine start in its index. */
function isAfter(place: AuditCursor, source: AuditCursor["source"], column: "seq" | "id") {
  const own = sql`(at, ${sql.lit(source)}, ${sql.ref(column)})`;
  const theirs = sql`(${place.at}, ${sql.lit(place.source)}, ${place.number})`;
  return sql<SqlBool>`at <= ${place.at} and ${own} < ${theirs}`;
}

/** Reads all users: they are few, and never deleted. */
async function userNames(db: Query): Promise<NameOf> {
  const users = await db.selectFrom("users").select(["id", "full_name", "email"]).execute();
  const names = new Map<string, string>(Object.entries(otherActors));
  for (const { id, full_name: name, email } of users) names.set(id, name || email);
  return (id) => names.get(id) ?? otherActors.somebody;
}
