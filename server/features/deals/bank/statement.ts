import type { CalendarDate } from "#domain/calendar-date.ts";
import { isSameAccount } from "#domain/deals/bank-account.ts";
import type { UnknownLayout } from "#domain/deals/money-wire.ts";
import { type Cents, formatCents, nzd } from "#domain/deals/money.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { readCents } from "./amounts.ts";
import { readTable, writtenTable } from "./csv-statement.ts";
import { readOfx, readQif } from "./marked-statement.ts";
import { type DayOrder, dayOrder, readDay } from "./statement-days.ts";
import { UnreadableLine, type WrittenRow, type WrittenStatement } from "./written-statement.ts";

/** How the files of one layout are read. Null leaves it to the file itself. */
export interface LayoutReading {
  readonly map: string | null;
  readonly order: DayOrder | null;
}

export interface StatementOptions {
  /** Ours, the one that customers see first; empty if none is set. */
  readonly accounts: readonly string[];
  readonly asked: LayoutReading;
  /** Answers of users before, by header. */
  readonly kept: ReadonlyMap<string, LayoutReading>;
}

export interface StatementRow {
  readonly day: CalendarDate;
  readonly cents: Cents; // Negative: money out.
  readonly fields: readonly string[];
}

export interface Statement {
  readonly account: string | null;
  readonly rows: readonly StatementRow[];
  readonly problems: readonly string[];
  /** Set if a user said how this layout is read: the next file needs it. */
  readonly layout: (LayoutReading & { readonly header: string }) | null;
}

type ReadStatement = Outcome<Statement, Refusal> | { readonly question: UnknownLayout };

/** Reads the file of a bank. Refuses the whole file if a line cannot be read. */
export function readStatement(bytes: Uint8Array, options: StatementOptions): ReadStatement {
  const text = decoded(bytes);
  const problem = fileProblem(bytes, text);
  if (problem !== null) return refusal(problem);
  try {
    if (/<OFX>/i.test(text)) return readMarked(readOfx(text), options);
    if (/^\s*!(?:Type|Account|Option)/i.test(text)) return readMarked(readQif(text), options);
    return readPlain(text, options);
  } catch (error) {
    if (error instanceof UnreadableLine) return refusal(error.message);
    throw error;
  }
}

function refusal(message: string): { readonly refusal: Refusal } {
  return { refusal: { status: 422, message } };
}

/** Decodes UTF-8, or Windows-1252 that Windows programs write. */
function decoded(bytes: Uint8Array): string {
  const decode = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  let text: string;
  try {
    text = decode("utf-8");
  } catch {
    text = decode("windows-1252");
  }
  return text.replaceAll(/\r\n?/g, "\n");
}

const notAStatement =
  "This is no bank statement: choose a CSV, OFX or QIF file that the bank made, as it came from the bank";

/** Returns why the file is no statement; null if it may be one. */
function fileProblem(bytes: Uint8Array, text: string): string | null {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  const isWorkbook =
    start.startsWith("\u00d0\u00cf\u0011\u00e0") || (start.startsWith("PK") && text.includes("xl/"));
  if (isWorkbook)
    return "This is a spreadsheet: save it as CSV first, or choose the file as it came from the bank";
  if (start.startsWith("PK"))
    return "This is a zip file: unpack the zip first, then choose the file of our account";
  if (text.trim() === "") return "The file is empty";
  return text.includes("\0") || start.startsWith("%PDF") ? notAStatement : null;
}

function readMarked(
  written: WrittenStatement & { readonly currencies?: readonly string[] },
  options: StatementOptions,
): ReadStatement {
  const foreign = written.currencies?.find((currency) => currency !== nzd);
  if (foreign !== undefined) return refusal(`This statement is in ${foreign}, not in New Zealand dollars`);
  return settle(written, options, null);
}

function readPlain(text: string, options: StatementOptions): ReadStatement {
  const table = readTable(text);
  if (table === null) return refusal(notAStatement);
  const { asked, kept } = options;
  const before = kept.get(table.header);
  const map = asked.map ?? (table.known === null ? (before?.map ?? null) : null);
  const written = writtenTable(table, map);
  return settle(written, options, { map, order: before?.order ?? null, header: table.header });
}

function settle(
  written: WrittenStatement,
  { accounts: ours, asked }: StatementOptions,
  layout: Statement["layout"],
): ReadStatement {
  const { rows, balances, accounts, bounds, columns, sample, isUnknown } = written;
  const dates = [...rows, ...balances].map(({ date }) => date);
  const order = dayOrder(dates, { asked: asked.order, kept: layout?.order ?? null, bounds });
  const asCells = (lines: typeof sample) => lines.map((cells) => [...cells]);
  if (isUnknown) return { question: { columns: [...columns], sample: asCells(sample) } };
  const account = accounts[0]?.account ?? null;
  const own = ours.find((one) => account !== null && isSameAccount(one, account)) ?? ours[0] ?? account;
  const other = accounts.find((one) => own !== null && !isSameAccount(one.account, own));
  if (other !== undefined)
    throw new UnreadableLine(
      other.line,
      ` is of account ${other.account}, not of ${own}: choose the file of that account`,
    );
  if (order === null) {
    const rowsSeen = rows.slice(0, 5).map(({ date, amount, fields }) => [date, amount, fields.join(" ")]);
    return { question: { columns: ["Date", "Amount", "Text"], sample: rowsSeen, only_order: true } };
  }
  const read = rows.map((row) => readRow(row, order));
  const isSaid = asked.map !== null || asked.order !== null;
  const kept = layout === null || !isSaid ? null : { ...layout, order: asked.order ?? layout.order };
  return { ok: { account, rows: read, problems: problemsOf(read, balances), layout: kept } };
}

function readRow({ line, date, amount, fields }: WrittenRow, order: DayOrder): StatementRow {
  const day = readDay(date, order);
  const cents = readCents(amount);
  if (day === null) throw new UnreadableLine(line, date === "" ? " has no day" : `: "${date}" is no day`);
  if (cents === null)
    throw new UnreadableLine(line, amount === "" ? " has no amount" : `: "${amount}" is no amount`);
  return { day, cents, fields };
}

/** The two balances of ASB's file prove that no row is missing. A QIF file has one alone, if it has any. */
function problemsOf(rows: readonly StatementRow[], balances: readonly WrittenRow[]): string[] {
  const balance = (word: RegExp) => balances.find(({ fields }) => fields.some((field) => word.test(field)));
  const opening = readCents(balance(/^opening/i)?.amount ?? "");
  const closing = readCents(balance(/^closing/i)?.amount ?? "");
  const nameless = balances.filter(({ fields }) => fields.length === 0);
  if (opening === null || closing === null)
    return nameless.map(
      ({ line, amount }) =>
        `Line ${line}, ${amount}, names nobody: it is taken for the opening balance, and left out`,
    );
  const missing = closing - opening - rows.reduce((sum, { cents }) => sum + cents, 0);
  if (missing === 0) return [];
  return [
    `The rows do not add up to the closing balance, by ${formatCents(missing)}: some are missing or changed. Get the file from the bank again`,
  ];
}
