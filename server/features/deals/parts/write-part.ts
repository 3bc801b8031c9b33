import { modelKey, modelKeys } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { type Fit, fitText, partLabel } from "#domain/stock/part.ts";
import { wordsOf } from "#server/features/records/search-words.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";

/** The columns that follow from others are worked out here. */
export type PartCells = Omit<StoredPart, "part_key" | "is_public" | "was_public"> & {
  readonly is_public: boolean;
  readonly was_public: boolean;
};

export async function insertPart(tx: Query, cells: PartCells): Promise<void> {
  const row = { ...cells, part_key: partKey(cells.name) };
  await tx.insertInto("parts").values(row).execute();
  await indexPart(tx, row);
}

/** Changes a part, which the caller has locked, and raises its version. */
export async function updatePart(
  tx: Query,
  before: StoredPart,
  cells: Partial<PartCells>,
  at: Date,
): Promise<StoredPart> {
  const row = { ...before, ...cells, version: before.version + 1, changed_at: at.toISOString() };
  const [is_public, was_public] = [Boolean(row.is_public), Boolean(row.was_public)];
  const after = { ...row, is_public, was_public, part_key: partKey(row.name) };
  const { number, ...changed } = after;
  await tx.updateTable("parts").set(changed).where("number", "=", number).execute();
  await tx.deleteFrom("part_fits").where("number", "=", number).execute();
  await tx.deleteFrom("part_words").where("number", "=", number).execute();
  await indexPart(tx, after);
  return after;
}

/** Writes what a part is found by: the models that it fits, and its words. */
async function indexPart(tx: Query, row: StoredPart): Promise<void> {
  const { number, part_key, name, machine_number: machine, make, model, year, shelf } = row;
  const fits = JSON.parse(row.fits) as Fit[];
  const spelled = fits.flatMap((fit) =>
    modelKeys(fit).map((key) => ({ ...modelKey(fit), model: key, from_year: fit.from, to_year: fit.to })),
  );
  const rows = spelled.map((fit) => ({ number, part_key, ...fit }));
  if (rows.length > 0) await tx.insertInto("part_fits").values(rows).execute();
  const named = [partLabel(number), number, name, make, model, year, shelf, ...fits.map(fitText)];
  const words = wordsOf([...named, machine === null ? "" : `M-${machine}`].join(" "));
  await tx
    .insertInto("part_words")
    .values([...new Set(words)].map((word) => ({ word, number })))
    .execute();
}
