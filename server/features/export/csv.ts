export type Cell = string | number | null;

/** Marks the file as UTF-8: Excel would take it for something older. */
export const byteOrderMark = "\uFEFF";

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), its wide forms included. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

/** One line of a CSV file (RFC 4180). A text that could be a formula gets an apostrophe in front and stays text. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const harmless = formulaStart.test(cell) ? `'${cell}` : cell;
  return `"${harmless.replaceAll('"', '""')}"`;
}
