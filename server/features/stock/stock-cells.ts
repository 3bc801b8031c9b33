import { fitText, goneReasons, type Part, partNumber, partStateNames } from "#domain/stock/part.ts";
import { readFit } from "#domain/stock/read-fit.ts";
import { readCents } from "#server/features/deals/bank/amounts.ts";
import type { CsvCell } from "#server/features/export/csv.ts";

/** A column of the stock's file (deals.md section 12). */
interface StockColumn {
  /** Other headings that yards use for it, in lower case. */
  readonly aliases: readonly string[];
  /** What the export writes. */
  readonly written: (part: Part) => CsvCell;
  /** Reads a cell that is not empty; a text says what is wrong with it. */
  readonly read: (cell: string) => object | string;
}

const words =
  (name: string) =>
  (cell: string): object => ({ [name]: cell });

const digits = (name: string, what: string) => (cell: string) =>
  /^\d{1,9}$/.test(cell) ? { [name]: Number(cell) } : `“${cell}” is no ${what}`;

const oneOf = (name: string, values: readonly string[]) => (cell: string) => {
  const value = values.find((one) => one.toLowerCase() === cell.toLowerCase().replaceAll(/[\s-]/g, "_"));
  return value === undefined
    ? `${name} “${cell}”: it must be one of ${values.join(", ")}`
    : { [name]: value };
};

const separator = " | ";
const joined = (list: readonly string[]) =>
  list.map((one) => one.replaceAll(separator, " / ")).join(separator);
const cellsIn = (cell: string) => cell.split(/\s*\|\s*/).filter((one) => one !== "");

/** In the order of the export. */
export const stockColumns: Readonly<Record<string, StockColumn>> = {
  number: {
    aliases: ["part number", "stock number", "stock no", "our number"],
    written: ({ number }) => number,
    read: (cell) => {
      const number = partNumber(`P${cell.replace(/^P/i, "")}`);
      return number === null ? `“${cell}” is no number of a part` : { number };
    },
  },
  name: {
    aliases: ["part", "description", "item", "title"],
    written: ({ name }) => name,
    read: words("name"),
  },
  machine_number: {
    aliases: ["machine", "machine no", "donor"],
    written: ({ machine_number: number }) => number,
    read: digits("machine_number", "number of a machine"),
  },
  make: { aliases: ["brand", "manufacturer"], written: ({ make }) => make, read: words("make") },
  model: { aliases: [], written: ({ model }) => model, read: words("model") },
  year: { aliases: ["years"], written: ({ year }) => year, read: readYear },
  fits: {
    aliases: ["fitment", "compatibility"],
    written: ({ fits }) => joined(fits.map(fitText)),
    read: (cell) => ({ fits: cellsIn(cell).map(readFit) }),
  },
  grade: {
    aliases: [],
    written: ({ grade }) => grade,
    read: (cell) => oneOf("grade", ["A", "B", "C"])(cell),
  },
  condition: {
    aliases: ["notes", "comments"],
    written: ({ condition }) => joined(condition),
    read: (cell) => ({ condition: cellsIn(cell) }),
  },
  shelf: { aliases: ["location", "bin"], written: ({ shelf }) => shelf, read: words("shelf") },
  price: {
    aliases: ["price incl gst", "retail", "sell price"],
    written: ({ price_cents: cents }) => (cents === null ? null : { cents }),
    read: (cell) => {
      const cents = readCents(cell);
      return cents === null || cents <= 0 ? `“${cell}” is no price` : { price_cents: cents };
    },
  },
  weight: { aliases: [], written: ({ weight }) => weight, read: oneOf("weight", ["S", "M", "L"]) },
  quantity: {
    aliases: ["qty", "in stock", "pieces"],
    written: ({ quantity }) => quantity,
    read: digits("quantity", "number of pieces"),
  },
  state: { aliases: ["status"], written: ({ state }) => state, read: oneOf("state", partStateNames) },
  reason: { aliases: [], written: ({ reason }) => reason, read: oneOf("reason", Object.keys(goneReasons)) },
  public: {
    aliases: ["on site", "online"],
    written: (part) => (part.public ? "yes" : "no"),
    read: (cell) => (/^(?:y|yes|1|true)$/i.test(cell) ? { public: true } : { public: false }),
  },
  version: {
    aliases: [],
    written: ({ version }) => version,
    read: digits("version", "version"),
  },
};

const cleared: Readonly<Record<string, object>> = {
  make: { make: "" },
  model: { model: "" },
  year: { year: null },
  fits: { fits: [] },
  grade: { grade: null },
  condition: { condition: [] },
  shelf: { shelf: "" },
  price: { price_cents: null },
  weight: { weight: null },
};

/** Returns what an empty cell says: most fields may be empty, the others stay. */
export function emptied(name: string): object {
  return cleared[name] ?? {};
}

/** A year, or years as "2007-13": the first one, and what it fits. */
function readYear(cell: string): object | string {
  const [, from = "", last = ""] = /^(\d{4})(?:\s*[-–/]\s*(\d{4}|\d{2}))?$/.exec(cell) ?? [];
  if (from === "") return `“${cell}” is no year`;
  return { year: Number(from), ...(last === "" ? {} : { years: yearsOf(from, last) }) };
}

function yearsOf(from: string, last: string): { readonly from: number; readonly to: number } {
  return { from: Number(from), to: Number(last.length === 2 ? `${from.slice(0, 2)}${last}` : last) };
}

/** Returns which column is where, by the headings or as `map` says; null if the parts' names are nowhere. */
export function columnsOf(
  headings: readonly string[],
  map: string | null,
): ReadonlyMap<string, number> | null {
  const known = map === null ? columnsByHeading(headings) : columnsByMap(map);
  return known.has("name") || known.has("number") ? known : null;
}

function columnsByHeading(headings: readonly string[]): Map<string, number> {
  const plain = headings.map((heading) => heading.trim().toLowerCase().replaceAll("_", " "));
  const found = Object.entries(stockColumns).flatMap(([name, { aliases }]) => {
    const names = [name.replaceAll("_", " "), ...aliases];
    const at = names.map((one) => plain.indexOf(one)).find((one) => one >= 0);
    return at === undefined ? [] : [[name, at] as const];
  });
  return new Map(found);
}

/** `name:0,price:3` */
function columnsByMap(map: string): Map<string, number> {
  const parts = map.split(",").map((part) => part.split(":"));
  return new Map(
    parts.flatMap(([name = "", at = ""]) =>
      Object.hasOwn(stockColumns, name) && /^\d{1,3}$/.test(at) ? [[name, Number(at)] as const] : [],
    ),
  );
}
