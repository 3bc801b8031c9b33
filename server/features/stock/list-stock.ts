import { sql } from "kysely";

import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { partNumber, type PartState, partStateNames, statesHere } from "#domain/stock/part.ts";
import type { StockPage, StockQuery } from "#domain/stock/stock-calls.ts";
import { type PartRows, partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { wordsOf } from "#server/features/records/search-words.ts";
import type { Query } from "#server/platform/database/database.ts";

const pageSize = 50;

/** A page of the parts that a query names, the newest first. */
export async function listStock(db: Query, query: StockQuery): Promise<StockPage> {
  const all = narrowed(db, query);
  const { count } = await all
    .clearSelect()
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  const isOldest = query.sort === "oldest";
  const after = /^\d{1,9}$/.test(query.after ?? "") ? Number(query.after) : null;
  const rest = after === null ? all : all.where("number", isOldest ? ">" : "<", after);
  const page = rest.orderBy("number", isOldest ? "asc" : "desc").limit(pageSize + 1);
  const parts = await readParts(db, page);
  const last = parts.length > pageSize ? parts[pageSize - 1] : undefined;
  return {
    parts: parts.slice(0, pageSize),
    total: Number(count),
    next: last === undefined ? null : String(last.number),
  };
}

function narrowed(db: Query, { q = "", ...query }: StockQuery): PartRows {
  const number = partNumber(q);
  if (number !== null) return partsIn(db).where("number", "=", number);
  const { make = "", model = "", part = "", shelf = "", machine = "", year = "" } = query;
  // What is narrowed down by words or a model is found by their indexes, not by the one of states.
  const isNarrow = q !== "" || make !== "" || model !== "";
  const state = isNarrow ? sql<PartState>`state || ''` : sql.ref<PartState>("state");
  let rows = partsIn(db).where(state, "in", statesIn(query.state));
  if (shelf !== "") rows = rows.where("shelf", "=", shelf);
  if (/^\d{1,9}$/.test(machine)) rows = rows.where("machine_number", "=", Number(machine));
  if (part !== "") rows = rows.where("part_key", "=", partKey(part));
  if (make !== "" || model !== "") rows = rows.where("number", "in", fitting(db, { make, model, year }));
  for (const word of typedWords(q)) rows = rows.where("number", "in", withWord(db, word));
  return rows;
}

function statesIn(named = ""): readonly PartState[] {
  const states = partStateNames.filter((state) => named.split(",").includes(state));
  return states.length === 0 ? statesHere : states;
}

interface Wanted {
  readonly make: string;
  readonly model: string;
  readonly year: string;
}

function fitting(db: Query, { make, model, year }: Wanted) {
  const key = modelKey({ make, model });
  let fits = db.selectFrom("part_fits").select("number");
  if (model !== "") fits = fits.where("model", "=", key.model);
  if (make !== "") fits = fits.where("make", "=", key.make);
  if (!/^\d{4}$/.test(year)) return fits;
  const from = sql<number>`coalesce(from_year, 0)`;
  const to = sql<number>`coalesce(to_year, 9999)`;
  return fits.where(from, "<=", Number(year)).where(to, ">=", Number(year));
}

/** A word's tails are in every part that has the word: "TRX420FM" needs no search for "420FM" and "FM". */
function typedWords(q: string): string[] {
  const words = [...new Set(wordsOf(q))];
  return words.filter((word) => !words.some((other) => other !== word && other.endsWith(word)));
}

/** A typed word may be the beginning of one of the part's. */
function withWord(db: Query, word: string) {
  return db
    .selectFrom("part_words")
    .select("number")
    .where("word", ">=", word)
    .where("word", "<", `${word}\u{10FFFF}`);
}
