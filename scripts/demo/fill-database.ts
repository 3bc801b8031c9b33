import { sql } from "kysely";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Config } from "#server/platform/config/config.ts";
import { type Database, DatabaseInUse, type Query } from "#server/platform/database/database.ts";
import { openForCommand, openDatabase } from "#server/platform/database/open-database.ts";

import { fillHistory } from "./history.ts";

type Desk = Pick<Database, "reader" | "write" | "close">;

export interface FillRequest {
  readonly records: number;
  readonly besideRealRecords: boolean;
  readonly onProgress?: (done: number) => void;
}

/** The request would mix made-up records with real ones. */
export class RealRecords extends Error {}

/** Fills this installation's database with two years of records; its server may be running. */
export async function fillDatabase(config: Config, request: FillRequest): Promise<void> {
  const desk = await openDesk(config.database);
  try {
    if (!request.besideRealRecords) await assertNoRealRecords(desk.reader);
    const users = await desk.reader
      .selectFrom("users")
      .select("id")
      .where("disabled_at", "is", null)
      .execute();
    const [first, ...others] = users.map(({ id }) => id);
    if (first === undefined) throw new Error("Nobody could have done the work: start the server once first.");
    const calendar = new BusinessCalendar(config.closures);
    await fillHistory(desk, { ...request, now: new Date(), calendar, userIds: [first, ...others] });
  } finally {
    await desk.close();
  }
}

async function openDesk(config: Config["database"]): Promise<Desk> {
  try {
    return await openDatabase(config);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    return openForCommand(config);
  }
}

/** Made-up people have addresses that reach nobody; anyone with another one is real. */
async function assertNoRealRecords(db: Query): Promise<void> {
  for (const { table, tab } of submissions) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where email not like ${"%.example"} limit 1`.execute(db);
    if (rows.length > 0) throw new RealRecords(`There are real records in ${tab.title}.`);
  }
}
