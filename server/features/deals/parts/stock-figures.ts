import { sql } from "kysely";

import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { requestedParts } from "#domain/deals/requested.ts";
import type { AskedPart, MachineFigures, StockFigures } from "#domain/deals/stock-figures.ts";
import { dayMs } from "#domain/durations.ts";
import { statesHere } from "#domain/stock/part.ts";
import type { Query } from "#server/platform/database/database.ts";

const [soldDays, askedDays] = [30, 90];
const askedMost = 10;
/** The newest requests: reading all of a busy year would hold up the page. */
const requestsMost = 3000;

const askedCents = sql<number>`cast(coalesce(sum(quantity * price_cents), 0) as bigint)`;
const none: MachineFigures = { sold_cents: 0, left: 0, left_cents: 0 };

/** Returns the figures of each machine, by its number. */
export async function machineFigures(
  db: Query,
  numbers: readonly number[],
): Promise<(number: number) => MachineFigures> {
  const sales = db.selectFrom("machine_sales").innerJoin("orders", "orders.id", "order_id");
  const sold = await sales
    .select(["machine_number as number", sql<number>`cast(sum(cents) as bigint)`.as("sold_cents")])
    .where("machine_number", "in", [0, ...numbers])
    .where("paid_at", "is not", null)
    .where("state", "not in", ["cancelled", "refunded"])
    .groupBy("machine_number")
    .execute();
  const left = await db
    .selectFrom("parts")
    .select(["machine_number as number", sql<number>`cast(count(*) as integer)`.as("left")])
    .select(askedCents.as("left_cents"))
    .where("machine_number", "in", [0, ...numbers])
    .where("state", "in", statesHere)
    .groupBy("machine_number")
    .execute();
  const byNumber = new Map<number | null, MachineFigures>();
  for (const { number, ...known } of [...sold, ...left])
    byNumber.set(number, { ...none, ...byNumber.get(number), ...known });
  return (number) => byNumber.get(number) ?? none;
}

/** Returns the figures of all parts. */
export async function stockFigures(db: Query, now: Date): Promise<StockFigures> {
  const shelved = await db
    .selectFrom("parts")
    .select([
      sql<number>`cast(coalesce(sum(quantity), 0) as bigint)`.as("shelved"),
      askedCents.as("shelved_cents"),
    ])
    .where("state", "=", "on_shelf")
    .executeTakeFirstOrThrow();
  const sales = await db
    .selectFrom("parts")
    .select(["shelved_at", "sold_at"])
    .where("sold_at", ">=", new Date(now.getTime() - soldDays * dayMs).toISOString())
    .execute();
  const days = sales.flatMap(({ shelved_at: from, sold_at: to }) =>
    from === null || to === null ? [] : (Date.parse(to) - Date.parse(from)) / dayMs,
  );
  return {
    ...shelved,
    sold: sales.length,
    shelf_days: median(days),
    not_in_stock: await askedNotInStock(db, new Date(now.getTime() - askedDays * dayMs)),
  };
}

function median(days: readonly number[]): number | null {
  const middle = days.toSorted((one, other) => one - other)[Math.floor(days.length / 2)];
  return middle === undefined ? null : Math.round(middle);
}

/** "Rear diff (P1042)": asked for from the page of our part, or sold at the counter. */
const namesOurs = /\(P\d{1,9}\)\s*$/;

interface Asked extends AskedPart {
  readonly part_key: string;
  readonly model: string;
}

/** Parts are the same by their keys: "Diff, rear" and "rear diffs" of a TRX420FM count together. */
async function askedNotInStock(db: Query, since: Date): Promise<AskedPart[]> {
  const requests = await db
    .selectFrom("quote_requests")
    .select(["part_needed", "notes", "make", "model"])
    .where("created_at", ">=", since.toISOString())
    .orderBy("created_at", "desc")
    .limit(requestsMost)
    .execute();
  const byKeys = new Map<string, Asked>();
  for (const request of requests)
    for (const part of requestedParts(request)) {
      if (namesOurs.test(part)) continue;
      const { make, model: written } = request;
      const [part_key, { model }] = [partKey(part), modelKey(request)];
      const known = byKeys.get(`${part_key}\n${model}`);
      const first = { part, machine: `${make} ${written}`.trim(), part_key, model, asked: 0 };
      byKeys.set(`${part_key}\n${model}`, { ...(known ?? first), asked: (known?.asked ?? 0) + 1 });
    }
  const most = [...byKeys.values()].toSorted((one, other) => other.asked - one.asked);
  return (await notInStock(db, most)).map(({ part, machine, asked }) => ({ part, machine, asked }));
}

/** Returns the first ten that no part of ours fits. */
async function notInStock(db: Query, sought: readonly Asked[]): Promise<Asked[]> {
  const missing: Asked[] = [];
  for (let first = 0; first < sought.length && missing.length < askedMost; first += 50) {
    const some = sought.slice(first, first + 50);
    const fits = db.selectFrom("part_fits").innerJoin("parts", "parts.number", "part_fits.number");
    const ours = await fits
      .select(["part_fits.part_key", "part_fits.model"])
      .distinct()
      .where(
        "part_fits.model",
        "in",
        some.map(({ model }) => model),
      )
      .where(
        "part_fits.part_key",
        "in",
        some.map(({ part_key: key }) => key),
      )
      .where("state", "in", statesHere)
      .execute();
    const here = new Set(ours.map(({ part_key: key, model }) => `${key}\n${model}`));
    missing.push(...some.filter(({ part_key: key, model }) => !here.has(`${key}\n${model}`)));
  }
  return missing.slice(0, askedMost);
}
