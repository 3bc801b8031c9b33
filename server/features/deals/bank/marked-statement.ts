import { nzDate } from "#domain/nz-time.ts";

import type { WrittenStatement } from "./written-statement.ts";

const plain = { bounds: [], balances: [], isUnknown: false, columns: [], sample: [] };

interface OpenRow {
  readonly line: number;
  date: string;
  amount: string;
  readonly fields: string[];
}

const newRow = (line: number): OpenRow => ({ line, date: "", amount: "", fields: [] });

/** OFX 1 (SGML, where most tags are never closed) and 2 (XML): only the tags of payments matter. */
export function readOfx(text: string): WrittenStatement & { readonly currencies: readonly string[] } {
  const rows: OpenRow[] = [];
  const accounts: { line: number; account: string }[] = [];
  const currencies: string[] = [];
  const bank = new Map<string, string>();
  let row: OpenRow | null = null;
  let [line, read] = [1, 0];
  for (const { 1: tag = "", 2: value = "", index } of text.matchAll(/<(\/?[A-Z][A-Z0-9.]*)>([^<\r\n]*)/gi)) {
    line += text.slice(read, index).split("\n").length - 1;
    read = index;
    const name = tag.toUpperCase();
    const words = unescaped(value.trim());
    if (name === "STMTTRN") rows.push((row = newRow(line)));
    else if (name === "/STMTTRN" || name === "/BANKTRANLIST") row = null;
    else if (name === "CURDEF") currencies.push(words);
    else if (row === null) {
      bank.set(name, words);
      if (name === "ACCTID") accounts.push({ line, account: accountOf(bank, words) });
    } else if (name === "DTPOSTED") row.date = ofxDay(words);
    else if (name === "TRNAMT") row.amount = words;
    else if (name === "NAME" || name === "MEMO") row.fields.push(words);
  }
  return { ...plain, rows, accounts, currencies };
}

/** OFX has the whole number, or only its last parts. */
function accountOf(bank: ReadonlyMap<string, string>, account: string): string {
  const isWhole = /^\d\d\D?\d{3,4}\D?\d{7}/.test(account);
  return isWhole ? account : `${bank.get("BANKID") ?? ""}-${bank.get("BRANCHID") ?? ""}-${account}`;
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities.get(name) ?? whole) : String.fromCodePoint(Number(code)),
  );
}

const ofxMoment =
  /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)(?:\.\d+)?)?(?:\[([-+]?\d+(?:\.\d+)?)(?::\w+)?\])?$/;

/** Returns the day in New Zealand if the time has a zone, or else the day that the bank wrote. */
function ofxDay(written: string): string {
  const { 4: hour, 7: zone } = ofxMoment.exec(written) ?? [];
  if (hour === undefined || zone === undefined) return written.slice(0, 8);
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = (
    written.match(/^\d{4}|\d\d/g) ?? []
  ).map(Number);
  return nzDate(new Date(Date.UTC(year, month - 1, day, hours, minutes - Number(zone) * 60, seconds)));
}

const wholeAccount = /\d\d-\d{3,4}-\d{7,8}-\d{2,4}/;
const isOpening = ({ fields }: OpenRow) =>
  fields.length === 0 || fields.some((field) => /^opening balance$/i.test(field));

/**
 * Quicken's format: a letter, then what it stands for; "^" ends a payment. Programs that convert statements begin with what was in
 * the account, as a payment that names nobody.
 */
export function readQif(text: string): WrittenStatement {
  const rows: OpenRow[] = [];
  const accounts: { line: number; account: string }[] = [];
  let row: OpenRow | null = null;
  let isAccount = false;
  for (const [index, written] of text.split("\n").entries()) {
    const value = written.slice(1).trim();
    const letter = written.slice(0, 1);
    const account = isAccount && letter === "N" ? wholeAccount.exec(value)?.[0] : undefined;
    if (account !== undefined) accounts.push({ line: index + 1, account });
    if (letter === "!") isAccount = /^Account/i.test(value);
    else if (letter === "^") [row, isAccount] = [null, false];
    else if (isAccount || !"DTPMN".includes(letter) || letter === "") continue;
    else {
      if (row === null || (letter === "D" && row.date !== "")) rows.push((row = newRow(index + 1)));
      if (letter === "D") row.date = value.replaceAll(" ", "");
      else if (letter === "T") row.amount = value;
      else row.fields.push(value);
    }
  }
  const [balances, payments] = [rows.filter(isOpening), rows.filter((one) => !isOpening(one))];
  return { ...plain, rows: payments, balances, accounts };
}
