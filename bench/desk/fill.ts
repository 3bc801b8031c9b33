import { BusinessCalendar } from "#domain/business-calendar.ts";
import { fillHistory } from "#scripts/demo/history.ts";
import { createFirstAdmin } from "#server/auth/users.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/database/open-database.ts";

/** Makes a database with BENCH_RECORDS records of every kind and their history; ends before it is measured. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const database = await openDatabase(result.config.database);
await createFirstAdmin(database, null, new Date());
const admin = await database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
const records = Number(process.env["BENCH_RECORDS"]);
const calendar = new BusinessCalendar();
await fillHistory(database, { records, now: new Date(), calendar, userIds: [admin.id] });
await database.close();
