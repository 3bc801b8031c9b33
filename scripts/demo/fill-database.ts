import { readConfig } from "#server/config.ts";
import { type Database, DatabaseInUse } from "#server/database/database.ts";
import { openBeside, openDatabase } from "#server/database/open-database.ts";

import { fillHistory } from "./history.ts";

type Desk = Pick<Database, "reader" | "write" | "lock" | "close">;

/** Fills this installation's database with two years of records; its server may run meanwhile. */
export async function fillDatabase(records: number): Promise<void> {
  const result = readConfig(process.env);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  const desk = await openDesk(result.config.database);
  try {
    const users = await desk.reader
      .selectFrom("users")
      .select("id")
      .where("disabled_at", "is", null)
      .execute();
    const [first, ...others] = users.map(({ id }) => id);
    if (first === undefined) throw new Error("Nobody could have done the work: start the server once first.");
    const onProgress = (done: number) => {
      if (done % 5000 === 0 || done === records)
        process.stdout.write(`\r${done} of ${records} records written`);
    };
    await fillHistory(desk, { records, now: new Date(), userIds: [first, ...others], onProgress });
  } finally {
    await desk.close();
  }
}

async function openDesk(config: Parameters<typeof openDatabase>[0]): Promise<Desk> {
  try {
    return await openDatabase(config);
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
    return openBeside(config);
  }
}
