import { sql } from "kysely";

import { partKey } from "#domain/catalogue/part-key.ts";
import type { PriceMemory } from "#domain/deals/deal-wire.ts";
import type { QuoteVersion } from "#domain/deals/deal.ts";
import { type FreightTable, type WeightClass, weightsAt } from "#domain/deals/freight.ts";
import type { Cents } from "#domain/deals/money.ts";
import type { QuoteContent } from "#domain/deals/quote.ts";
import type { RequestedMachine } from "#domain/deals/requested.ts";
import { versionState } from "#domain/deals/versions.ts";
import type { Query } from "#server/platform/database/database.ts";

import { readDeskSetting } from "./desk-settings.ts";
import { mailsWith, versionMailKey } from "./read-deal.ts";

/** A part and the machine it is for, as somebody typed them. */
interface MachinePart extends RequestedMachine {
  readonly part: string;
}

const recentMost = 5;

function inOneSpelling({ part, make, model }: MachinePart): MachinePart {
  return { part: partKey(part), make: machineKey(make), model: machineKey(model) };
}

/** Drops blanks and hyphens. */
function machineKey(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("");
}

/** Call it with each version that is out. Prices of superseded versions are forgotten: a corrected price counts once. */
export async function rememberPrices(
  tx: Query,
  machine: RequestedMachine,
  { content, number, queued_at: sentAt }: QuoteVersion,
): Promise<void> {
  const { value: table } = await readDeskSetting(tx, "freight");
  const rows = content.lines.map((line) => ({
    ref_number: content.reference,
    number,
    line_id: line.id,
    ...inOneSpelling({ ...machine, part: line.text }),
    text: line.text,
    machine: line.machine,
    grade: line.grade,
    unit_cents: line.unit_cents,
    sent_at: sentAt,
    weight: weightOfParcel(table, content),
  }));
  await tx.insertInto("quote_lines").values(rows).execute();
}

/** Returns null unless the part is quoted alone and its freight fits one class. */
function weightOfParcel(table: FreightTable, { lines, freight }: QuoteContent): WeightClass | null {
  const [weight = null, ...others] = weightsAt(table, freight);
  return others.length === 0 && lines.length === 1 && lines[0]?.quantity === 1 ? weight : null;
}

/** Returns the weight class by which we last sent this part, whatever its machine. */
export async function lastWeight(db: Query, part: string): Promise<WeightClass | null> {
  const sent = db.selectFrom("quote_lines").select("weight").where("part", "=", partKey(part));
  const last = await sent
    .where("weight", "is not", null)
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.weight ?? null;
}

export async function forgetPrices(tx: Query, reference: string, number: number): Promise<void> {
  const lines = tx.deleteFrom("quote_lines").where("ref_number", "=", reference);
  await lines.where("number", "=", number).execute();
}

/** Returns earlier prices of this part, for any machine if make or model is empty. */
export async function priceMemory(db: Query, wanted: MachinePart, now: Date): Promise<PriceMemory> {
  const lines = matching(db, inOneSpelling(wanted));
  const { lowest, highest, count } = await lines
    .select(({ fn }) => [
      fn.min<number | null>("unit_cents").as("lowest"),
      fn.max<number | null>("unit_cents").as("highest"),
      fn.countAll<number>().as("count"),
    ])
    .executeTakeFirstOrThrow();
  const newest = await lines.selectAll().orderBy("sent_at", "desc").limit(recentMost).execute();
  const recent = await Promise.all(
    newest.map(async ({ ref_number: reference, number, sent_at, text, machine, grade, unit_cents }) => {
      const outcome = await outcomeOf(db, { reference, number, now });
      return { sent_at, text, machine, grade, unit_cents, outcome };
    }),
  );
  return { recent, lowest_cents: lowest, highest_cents: highest, count };
}

/** Returns our newest price of each of these parts, off a machine of this model; parts that we never quoted are left out. */
export async function lastPrices(
  db: Query,
  machine: RequestedMachine,
  names: readonly string[],
): Promise<ReadonlyMap<string, Cents>> {
  const { make, model } = inOneSpelling({ ...machine, part: "" });
  const nth = sql<number>`row_number() over (partition by part order by sent_at desc)`.as("nth");
  const lines = db
    .selectFrom("quote_lines")
    .select(["part", "unit_cents", nth])
    .where("part", "in", [...new Set(names.map(partKey))])
    .where((line) => line.and({ make, model }));
  const newest = db.selectFrom(lines.as("line")).select(["part", "unit_cents"]).where("nth", "=", 1);
  const prices = new Map((await newest.execute()).map(({ part, unit_cents }) => [part, unit_cents]));
  return new Map(
    names.flatMap((name) => {
      const cents = prices.get(partKey(name));
      return cents === undefined ? [] : [[name, cents]];
    }),
  );
}

function matching(db: Query, { part, make, model }: MachinePart) {
  const given = { part, ...(make === "" ? {} : { make }), ...(model === "" ? {} : { model }) };
  return db.selectFrom("quote_lines").where((line) => line.and(given));
}

async function outcomeOf(
  db: Query,
  { reference, number, now }: { readonly reference: string; readonly number: number; readonly now: Date },
): Promise<string> {
  const version = await db
    .selectFrom("quote_versions")
    .select(["state", "valid_until"])
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  const key = versionMailKey("quote", reference, number);
  const mail = (await mailsWith(db, [key])).get(key) ?? null;
  return versionState({ ...version, mail }, now);
}
