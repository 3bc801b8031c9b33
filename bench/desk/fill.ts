import { BusinessCalendar } from "#domain/business-calendar.ts";
import { fillHistory } from "#scripts/demo/history.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";

import { addBenchUser } from "../measuring/bench-user.ts";

/** Makes a database with BENCH_RECORDS records of every kind and their history; ends before it is measured. */
const result = readConfig(process.env);
if (!result.ok) throw new Error(result.problems.join("\n"));
const database = await openDatabase(result.config.database);
const userId = await addBenchUser(database);
const records = Number(process.env["BENCH_RECORDS"]);
const calendar = new BusinessCalendar();
await fillHistory(database, { records, now: new Date(), calendar, userIds: [userId] });
await database.close();
