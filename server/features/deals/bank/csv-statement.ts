import { createHash } from "node:crypto";

import { CsvError, parse } from "csv-parse/sync";

import { readCents } from "./amounts.ts";
import { type Columns, columnsByMap, columnsByName, kiwibankShort } from "./layouts.ts";
import { readDay } from "./statement-days.ts";
import { UnreadableLine, type WrittenRow, type WrittenStatement } from "./written-statement.ts";

interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The lines of a file, and which of them says what the columns are. */
export interface StatementTable {
  readonly above: readonly TableLine[];
  readonly columns: readonly string[];
  readonly rows: readonly TableLine[];
  /** The columns, if we know the bank that writes them. */
  readonly known: Columns | null;
  /** A hash that every file of this layout shares. */
  readonly header: string;
}

const headerWithin = 20;

/** Returns null if nothing in it looks like days and amounts. Throws UnreadableLine. */
export function readTable(text: string): StatementTable | null {
  const lines = linesOf(text);
  const top = lines.slice(0, headerWithin);
  const named = top.findIndex(({ cells }) => columnsByName(cells) !== null);
  if (named >= 0) return tableAt(lines, named, columnsByName(lines[named]?.cells ?? []));
  const [first, second] = lines;
  const isShort = first !== undefined && isAccountAlone(first) && isShortRow(second);
  if (isShort) return withoutHeader(lines, 1, kiwibankShort);
  const isMovement = ({ cells }: TableLine) =>
    cells.some(isDay) && cells.some((cell) => readCents(cell) !== null);
  if (!lines.some(isMovement)) return null;
  const filled = ({ cells }: TableLine) => cells.filter((cell) => cell !== "").length;
  const most = Math.max(...top.map(filled));
  const widest = top.findIndex((line) => filled(line) === most);
  return isMovement(top[widest] ?? { line: 0, cells: [] })
    ? withoutHeader(lines, widest, null)
    : tableAt(lines, widest, null);
}

function tableAt(lines: readonly TableLine[], at: number, known: Columns | null): StatementTable {
  const columns = lines[at]?.cells ?? [];
  const rows = lines.slice(at + 1);
  if (known !== null) checkShape(columns, rows);
  return { above: lines.slice(0, at), columns, rows, known, header: hashOf(columns) };
}

function withoutHeader(lines: readonly TableLine[], at: number, known: Columns | null): StatementTable {
  const columns = (lines[at]?.cells ?? []).map((_, index) => `Column ${index + 1}`);
  return { above: lines.slice(0, at), columns, rows: lines.slice(at), known, header: hashOf(columns) };
}

function hashOf(columns: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(columns)).digest("hex");
}

const isDay = (cell: string) => readDay(cell, "dmy") !== null || readDay(cell, "mdy") !== null;
const isAccountAlone = ({ cells: [account = "", ...others] }: TableLine) =>
  /^\d\d-\d{3,4}-\d{7,8}-\d{2,4}$/.test(account) && others.every((cell) => cell === "");
const isShortRow = (line: TableLine | undefined) =>
  line === undefined || (line.cells.length === 5 && isDay(line.cells[0] ?? ""));

/** Drops blank lines, which a spreadsheet pads with commas. Throws UnreadableLine. */
function linesOf(text: string): TableLine[] {
  let next = 1;
  const lines: TableLine[] = [];
  for (const cells of recordsOf(text)) {
    const line = next;
    next += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    const trimmed = cells.map((cell) => cell.trim());
    if (trimmed.some((cell) => cell !== "")) lines.push({ line, cells: trimmed });
  }
  return lines;
}

/** A stray quote joins lines, and an unquoted amount with thousands is two cells: both would lose money without a word. */
function checkShape(columns: readonly string[], rows: readonly TableLine[]): void {
  for (const { line, cells } of rows) {
    if (cells.some((cell) => cell.includes("\n")))
      throw new UnreadableLine(line, ": a quote joins it to the next lines");
    if (cells.slice(columns.length).some((cell) => cell !== ""))
      throw new UnreadableLine(line, ` has more than the ${columns.length} columns of the heading`);
  }
}

/** Reads text only: the library's own numbers and days lose zeros and swap months. */
function recordsOf(text: string): string[][] {
  const delimiter = delimiterOf(text);
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: true, bom: true };
    const records: string[][] = parse(text, options);
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableLine(Number(error["lines"] ?? 1), ": a quote is opened and never closed");
  }
}

/** New Zealand's banks write commas; programs that convert their files may not. */
function delimiterOf(text: string): string {
  const top = text.split("\n", headerWithin).join("\n");
  return top.split(";").length > top.split(",").length ? ";" : ",";
}

/** Reads the rows of a table. `map` says how, for a layout that we don't know: a user chose it, now or before. */
export function writtenTable(table: StatementTable, map: string | null): WrittenStatement {
  const { above, columns, rows, known } = table;
  const by = map === null ? known : columnsByMap(map);
  const asked = { columns, sample: rows.slice(0, 5).map(({ cells }) => cells) };
  const none = { rows: [], balances: [], accounts: [], bounds: [] };
  if (by === null) return { ...asked, ...none, isUnknown: true };
  const isBalance = (line: TableLine) => by.balance >= 0 && isBalanceRow(line, by);
  return {
    ...asked,
    isUnknown: false,
    rows: rows.filter((row) => !isBalance(row)).map((row) => writtenRow(row, by)),
    balances: rows
      .filter(isBalance)
      .map((row) => ({ ...writtenRow(row, by), amount: row.cells[by.balance] ?? "" })),
    accounts: [...above.flatMap(accountAbove), ...rows.flatMap((row) => accountIn(row, by))],
    bounds: above.flatMap(({ cells: [cell = ""] }) => boundIn(cell)),
  };
}

function writtenRow({ line, cells }: TableLine, by: Columns): WrittenRow {
  const at = (index: number) => cells[index] ?? "";
  const debit = at(by.debit) === "" ? "" : `-${at(by.debit).replace(/^-/, "")}`;
  const amount = at(by.amount) || at(by.credit) || debit;
  return {
    line,
    date: at(by.date),
    amount: amount === "" && by.mayBeEmpty ? "0" : amount,
    fields: by.fields.map(at).filter((field) => field !== ""),
  };
}

/** ASB's first and last row, if its file has a running balance. */
function isBalanceRow({ cells }: TableLine, { amount, fields }: Columns): boolean {
  return (
    (cells[amount] ?? "") === "" && fields.some((at) => /^(opening|closing) balance$/i.test(cells[at] ?? ""))
  );
}

function accountAbove({ line, cells: [cell = ""] }: TableLine) {
  const [, bank, branch, rest] = /^Bank (\d+); Branch (\d+); Account ([\d-]+)/.exec(cell) ?? [];
  const account =
    bank === undefined ? /^\d\d-\d{3,4}-\d{7,8}-\d{2,4}$/.exec(cell)?.[0] : `${bank}-${branch}-${rest}`;
  return account === undefined ? [] : [{ line, account }];
}

function accountIn({ line, cells }: TableLine, by: Columns) {
  const account = cells[by.account] ?? "";
  return account === "" ? [] : [{ line, account }];
}

/** "From date 20260801" and "To date 20260813". */
function boundIn(cell: string): string[] {
  const [, date = ""] = /^(?:From|To) date (\d{8})\b/.exec(cell) ?? [];
  return [readDay(date, "ymd")].filter((day) => day !== null);
}
