import { setImmediate as otherWork } from "node:timers/promises";

import { CsvError, parse } from "csv-parse";

import { columnsOf } from "./stock-cells.ts";

/** The cells of a row by the names of our columns. */
export type StockRow = Readonly<Record<string, string>>;

interface StockTable {
  readonly headings: readonly string[];
  readonly lines: readonly (readonly string[])[]; // The first ones.
  /** Null if nobody knows the columns. */
  readonly rows: readonly StockRow[] | null;
}

/** Reads a spreadsheet's CSV file; a text says why it can't be read. `map` says where our columns are. */
export async function readStockTable(file: Uint8Array, map: string | null): Promise<StockTable | string> {
  const read = await linesOf(file);
  if (typeof read === "string") return read;
  const [headings = [], ...lines] = read;
  const columns = columnsOf(headings, map);
  const rowOf = (cells: readonly string[]) =>
    Object.fromEntries([...(columns ?? [])].map(([name, at]) => [name, plainCell(cells[at] ?? "")]));
  return { headings, lines: lines.slice(0, 5), rows: columns === null ? null : lines.map(rowOf) };
}

/** Returns the lines of the file, or what is wrong with it. Other requests run meanwhile. */
async function linesOf(file: Uint8Array): Promise<string[][] | string> {
  if (file.length === 0) return "The file is empty";
  if (Buffer.from(file.subarray(0, 2)).toString("latin1") === "PK")
    return "This is a spreadsheet: save it as CSV first";
  const text = decoded(file);
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    bom: true,
    skip_empty_lines: true,
  });
  const lines: string[][] = [];
  try {
    const feeding = feed(parser, text);
    for await (const cells of parser) lines.push(cells as string[]);
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return `Line ${Number(error["lines"] ?? 1)}: a quote is opened and never closed`;
  }
  const filled = lines.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  return filled.length > 0 ? filled : "The file is empty";
}

const pieceLength = 65_536;

async function feed(parser: ReturnType<typeof parse>, text: string): Promise<void> {
  for (let at = 0; at < text.length && !parser.destroyed; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    await otherWork();
  }
  parser.end();
}

function decoded(bytes: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  try {
    return decode("utf-8");
  } catch {
    return decode("windows-1252");
  }
}

function delimiterOf(text: string): string {
  const [heading = ""] = text.split(/\r?\n/, 1);
  const count = (one: string) => heading.split(one).length;
  return [";", "\t"].find((one) => count(one) > count(",")) ?? ",";
}

/** Takes off the apostrophe by which our export keeps a text a text. */
export const plainCell = (cell: string) => cell.trim().replace(/^'(?=[=+\-@＝＋－＠0-9])/, "");
