import * as v from "valibot";

import type { AuditCheck } from "#domain/audit.ts";

import type { AuditRow } from "../database/tables.ts";
import type { AuditContext } from "./audit-log.ts";
import { auditKeyId, sealOf } from "./audit-seal.ts";

/**
 * Goes through the whole list and finds the first entry that was changed, or before which one is
 * missing. Entries sealed with a former SESSION_SECRET can only be counted; the next ones vouch for
 * their seals.
 */
export async function checkAudit(context: AuditContext): Promise<AuditCheck> {
  const ours = auditKeyId(context.keys);
  const counts = { entries: 0, unchecked: 0 };
  let former = await endOfPurged(context);
  for await (const row of allEntries(context)) {
    const isSealed = row.key_id !== ours || row.seal === sealOf(context.keys, row, former.seal);
    if (row.seq !== former.seq + 1 || !isSealed) return { ...counts, broken_at: row.seq };
    counts.entries += 1;
    if (row.key_id !== ours) counts.unchecked += 1;
    former = row;
  }
  return { ...counts, broken_at: null };
}

type Link = Pick<AuditRow, "seq" | "seal">;

const purgeFacts = v.object({ count: v.number(), former_seal: v.string() });

/** Where the list was cut off by the latest purge. */
async function endOfPurged({ database }: AuditContext): Promise<Link> {
  const purge = await database.reader
    .selectFrom("audit_entries")
    .select("details")
    .where("event", "=", "audit-purged")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (purge === undefined) return { seq: 0, seal: "" };
  const { count, former_seal: seal } = v.parse(purgeFacts, JSON.parse(purge.details));
  return { seq: count, seal };
}

const pageSize = 1000;

async function* allEntries({ database }: AuditContext): AsyncGenerator<AuditRow> {
  const pageAfter = (seq: number) =>
    database.reader
      .selectFrom("audit_entries")
      .selectAll()
      .where("seq", ">", seq)
      .orderBy("seq")
      .limit(pageSize)
      .execute();
  let page = await pageAfter(0);
  while (page.length > 0) {
    yield* page;
    page = await pageAfter(page.at(-1)?.seq ?? 0);
  }
}
