import { createHash } from "node:crypto";
import { setImmediate as otherWork } from "node:timers/promises";

import * as v from "valibot";

import { type Part, partLabel } from "#domain/stock/part.ts";
import type { StockImport } from "#domain/stock/stock-calls.ts";
import { type NewPart, type PartChange, stockRequests } from "#domain/stock/stock-wire.ts";
import { heldPieces, partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { machinesIn } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";

import { partRefusal } from "./change-part.ts";
import { emptied, stockColumns } from "./stock-cells.ts";
import { plainCell, type StockRow } from "./stock-table.ts";
import type { newCells } from "./write-down.ts";

export interface FreshPart {
  readonly part: NewPart;
  readonly machine: Parameters<typeof newCells>[3];
}

export interface StockPlan {
  readonly rows: number;
  readonly known: number;
  readonly fresh: readonly FreshPart[];
  readonly changes: readonly { readonly part: StoredPart; readonly change: PartChange }[];
  readonly problems: StockImport["problems"];
}

const pageSize = 400;

/** Works out what each row would do, by the database as it is. Other requests run meanwhile. */
export async function planOf(db: Query, rows: readonly StockRow[]): Promise<StockPlan> {
  const machines = new Map((await machinesIn(db).execute()).map((machine) => [machine.number, machine]));
  const plan = {
    known: 0,
    fresh: new Map<string, FreshPart>(),
    changes: [] as { part: StoredPart; change: PartChange }[],
  };
  const problems: { row: number; why: string }[] = [];
  const changed = new Set<number>();
  for (let first = 0; first < rows.length; first += pageSize) {
    const page = rows.slice(first, first + pageSize);
    const ours = await ourParts(db, page);
    for (const [index, row] of page.entries()) {
      const done = planRow(row, ours, machines);
      if (typeof done === "string") problems.push({ row: first + index + 2, why: done });
      else if ("change" in done && changed.has(done.part.number))
        problems.push({
          row: first + index + 2,
          why: `${partLabel(done.part.number)} is in this file twice`,
        });
      else if ("change" in done) {
        changed.add(done.part.number);
        plan.changes.push(done);
      } else if ("part" in done && !plan.fresh.has(done.part.id)) plan.fresh.set(done.part.id, done);
      else plan.known += 1;
    }
    await otherWork();
  }
  return { ...plan, rows: rows.length, fresh: [...plan.fresh.values()], problems };
}

interface OurParts {
  readonly byNumber: ReadonlyMap<
    number,
    { readonly row: StoredPart; readonly part: Part; readonly held: number }
  >;
  readonly ids: ReadonlySet<string>; // Of rows that came in before, without a number.
}

async function ourParts(db: Query, page: readonly StockRow[]): Promise<OurParts> {
  const numbers = page.flatMap((row) => numberOf(row) ?? []);
  const named = partsIn(db).where("number", "in", [0, ...numbers]);
  const rows = new Map((await named.execute()).map((row) => [row.number, row]));
  const held = await heldPieces(db, numbers);
  const parts = await readParts(db, named);
  const known = partsIn(db).where("id", "in", page.map(idOf));
  return {
    byNumber: new Map(
      parts.flatMap((part) => {
        const row = rows.get(part.number);
        return row === undefined
          ? []
          : [[part.number, { row, part, held: held.get(part.number) ?? 0 }] as const];
      }),
    ),
    ids: new Set((await known.execute()).map(({ id }) => id)),
  };
}

function numberOf({ number = "" }: StockRow): number | null {
  const read = number === "" ? null : stockColumns["number"]?.read(number);
  return typeof read === "object" && read !== null && "number" in read ? Number(read.number) : null;
}

/** A row without a number is new once: by its words and its shelf. */
function idOf(row: StockRow): string {
  const own = ["name", "machine_number", "make", "model", "year", "fits", "condition", "shelf"];
  const text = own.map((name) => row[name] ?? "").join("\n");
  return `file-${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

type PlannedRow =
  | FreshPart
  | { readonly part: StoredPart; readonly change: PartChange }
  | { readonly known: true };

function planRow(
  row: StockRow,
  ours: OurParts,
  machines: ReadonlyMap<number, FreshPart["machine"]>,
): PlannedRow | string {
  const number = numberOf(row);
  if ((row["number"] ?? "") !== "" && number === null) return `“${row["number"]}” is no number of a part`;
  const own = number === null ? undefined : ours.byNumber.get(number);
  if (number !== null && own === undefined)
    return `There is no part ${partLabel(number)}: leave the number empty`;
  if (own !== undefined && isSame(row, own.part)) return { known: true };
  const fields = fieldsOf(own === undefined ? row : changedCells(row, own.part));
  if (typeof fields === "string") return fields;
  const { version, machine_number: machine = null, ...said } = fields;
  if (machine !== null && !machines.has(Number(machine)))
    return `There is no machine ${Number(machine)} in the yard`;
  if (own === undefined) return freshPart(row, said, ours, machines.get(Number(machine ?? 0)) ?? null);
  return changedPart(own, said, version);
}

/** True if the file has the cells that the export would write. */
function isSame(row: StockRow, part: Part): boolean {
  return Object.keys(changedCells(row, part)).every((name) => name === "version");
}

/** Returns the version, and the cells that differ from those that the export would write: nobody touched the others. */
function changedCells(row: StockRow, part: Part): StockRow {
  const cells = Object.entries(row).filter(
    ([name, cell]) => name === "version" || cell !== plainCell(writtenCell(name, part)),
  );
  return Object.fromEntries(cells);
}

function writtenCell(name: string, part: Part): string {
  const cell = stockColumns[name]?.written(part) ?? null;
  if (cell === null) return "";
  return typeof cell === "object" ? (cell.cents / 100).toFixed(2) : String(cell);
}

/** Reads the cells; a text says what is wrong. An empty one clears its field. */
function fieldsOf(row: StockRow): Record<string, unknown> | string {
  const fields: Record<string, unknown> = {};
  for (const [name, cell] of Object.entries(row)) {
    const read = cell === "" ? emptied(name) : (stockColumns[name]?.read(cell) ?? {});
    if (typeof read === "string") return read;
    Object.assign(fields, read);
  }
  return fields;
}

function freshPart(
  row: StockRow,
  { years, ...said }: Record<string, unknown>,
  { ids }: OurParts,
  machine: FreshPart["machine"],
): PlannedRow | string {
  const id = idOf(row);
  if (ids.has(id)) return { known: true };
  if (said["name"] === undefined) return "The part needs a name";
  const { make, model } = { make: machine?.make, model: machine?.model, ...said };
  const fits = years === undefined ? {} : { fits: [{ make, model, ...(years as object) }] };
  const parsed = v.safeParse(stockRequests.parts.entries.parts, [{ ...fits, ...said, id }]);
  if (!parsed.success) return problemIn(parsed.issues[0]);
  const [part] = parsed.output;
  return part === undefined ? { known: true } : { part, machine };
}

function changedPart(
  { row, held }: { readonly row: StoredPart; readonly held: number },
  said: Record<string, unknown>,
  version: unknown,
): PlannedRow | string {
  const label = partLabel(row.number);
  if (version === undefined) return `${label} has no version: export the stock, and change that file`;
  if (version !== row.version) return `${label} was changed since: export the stock again`;
  const parsed = v.safeParse(stockRequests.partChange, { ...said, number: row.number });
  if (!parsed.success) return problemIn(parsed.issues[0]);
  const refusal = partRefusal(row, parsed.output, held);
  if (refusal !== null) return typeof refusal === "string" ? refusal : refusal.message;
  return { part: row, change: parsed.output };
}

function problemIn(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue)?.replace(/^0\./, "");
  return field === undefined ? issue.message : `${field}: ${issue.message}`;
}
