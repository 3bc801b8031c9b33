import { setImmediate as otherWork } from "node:timers/promises";

import type { CompiledQuery, Insertable } from "kysely";

import { modelKey, modelKeys } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { type Fit, fitText, partLabel } from "#domain/stock/part.ts";
import { wordsOf } from "#server/features/records/search-words.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { PartFitRow, StoredPart } from "#server/platform/database/stock-tables.ts";
import type { Tables } from "#server/platform/database/tables.ts";

import { isAmong, shownParts } from "./public-parts.ts";

/** The columns that follow from others are worked out here. */
export type PartCells = Omit<StoredPart, "part_key" | "is_public" | "was_public"> & {
  readonly is_public: boolean;
  readonly was_public: boolean;
};

/** An engine takes so many values in one statement. */
const rowsAtOnce = 400;

export async function insertParts(tx: Query, parts: readonly PartCells[]): Promise<void> {
  const keys = new Map([...new Set(parts.map(({ name }) => name))].map((name) => [name, partKey(name)]));
  const keyed = parts.map((cells) => ({ ...cells, part_key: keys.get(cells.name) ?? "" }));
  await insertAll(tx, "parts", keyed);
  await indexParts(tx, keyed);
}

/** Changes a part, which the caller has locked, and raises its version. */
export async function updatePart(
  tx: Query,
  before: StoredPart,
  cells: Partial<PartCells>,
  at: Date,
): Promise<StoredPart> {
  const row = { ...before, ...cells, version: before.version + 1, changed_at: at.toISOString() };
  const is_public = Boolean(row.is_public);
  // A machine's hold ends without a change of its parts: what was shown until now is noted now.
  const was_public = Boolean(row.was_public) || (await isAmong(shownParts(tx, at), before.number));
  const after = { ...row, is_public, was_public, part_key: partKey(row.name) };
  const { number, ...changed } = after;
  await tx.updateTable("parts").set(changed).where("number", "=", number).execute();
  await tx.deleteFrom("part_fits").where("number", "=", number).execute();
  const words = tx.deleteFrom("part_words").where("word", "in", wordsOfPart(before));
  await words.where("number", "=", number).execute();
  await indexParts(tx, [after]);
  return after;
}

/** Writes what parts are found by: the models that they fit, and their words. Other requests run meanwhile. */
async function indexParts(tx: Query, rows: readonly StoredPart[]): Promise<void> {
  const fits: PartFitRow[] = [];
  const numbers = new Map<string, number[]>();
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    if (first > 0) await otherWork();
    for (const row of rows.slice(first, first + rowsAtOnce)) {
      fits.push(...fitRows(row));
      for (const word of wordsOfPart(row)) {
        const known = numbers.get(word);
        if (known === undefined) numbers.set(word, [row.number]);
        else known.push(row.number);
      }
    }
  }
  // In the order of the index: many rows are written several times faster.
  const words = [...numbers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const found = words.flatMap(([word, own]) => own.map((number) => ({ word, number })));
  await insertAll(tx, "part_fits", fits);
  await insertAll(tx, "part_words", found);
}

/** Builds the statement once: for many rows that would take longer than to run it. */
async function insertAll<Table extends "parts" | "part_fits" | "part_words">(
  tx: Query,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  let built: CompiledQuery | null = null;
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    if (first > 0) await otherWork();
    const some = rows.slice(first, first + rowsAtOnce);
    if (built === null || some.length < rowsAtOnce) built = tx.insertInto(table).values(some).compile();
    const columns = Object.keys(some[0] ?? {}) as (keyof Insertable<Tables[Table]>)[];
    const parameters = some.flatMap((row) => columns.map((column) => row[column]));
    await tx.executeQuery({ ...built, parameters });
  }
}

function fitRows({ number, part_key, fits }: StoredPart): PartFitRow[] {
  return fitsIn(fits).flatMap((fit) =>
    modelKeys(fit).map((model) => ({
      number,
      part_key,
      make: modelKey(fit).make,
      model,
      from_year: fit.from,
      to_year: fit.to,
    })),
  );
}

function wordsOfPart(row: StoredPart): string[] {
  const { number, name, machine_number: machine, make, model, year, shelf, fits } = row;
  const named = [partLabel(number), number, name, make, model, year, shelf, ...fitsIn(fits).map(fitText)];
  return [...new Set(wordsOf([...named, machine === null ? "" : `M-${machine}`].join(" ")))];
}

const fitsIn = (json: string) => JSON.parse(json) as Fit[];
