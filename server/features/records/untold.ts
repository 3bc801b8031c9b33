import { sql } from "kysely";

import type { Query } from "#server/platform/database/database.ts";

/** Returns whether the event may begin or end that staff have to tell a customer without an address something. */
export const isToldEvent = (type: string) => /^(?:untold|told|call|call_undone)$/.test(type);

/** Notes in a record since when they have to: until they say that they did, or ring. Call it with the record locked. */
export async function noteUntold(tx: Query, table: string, id: string): Promise<void> {
  const told = sql`select max(told.id) from record_events as told
    where told.record_id = record.id and (told.type = 'told' or (told.type = 'call' and not exists (
      select 1 from record_events as undone where undone.key = told.key || ' undone')))`;
  await sql`update ${sql.table(table)} as record set untold_at = (
      select min(event.at) from record_events as event
      where event.record_id = record.id and event.type = 'untold' and event.id > coalesce((${told}), 0))
    where record.id = ${id}`.execute(tx);
}
