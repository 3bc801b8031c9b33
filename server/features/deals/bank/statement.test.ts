import { expect, test } from "vitest";

import { paymentCodesIn } from "#domain/deals/typed-numbers.ts";
import { statementFile } from "#tests/bank-desk.ts";

import { readStatement } from "./statement.ts";

const nothing = { accounts: [], asked: { map: null, order: null }, kept: new Map() };

function read(file: string | Buffer, changes: Partial<Parameters<typeof readStatement>[1]> = {}) {
  const outcome = readStatement(Buffer.from(file), { ...nothing, ...changes });
  if ("ok" in outcome) return outcome.ok;
  throw new Error("refusal" in outcome ? outcome.refusal.message : "asked");
}

const ask = (file: string) => readStatement(Buffer.from(file), nothing);

/** Day, cents and code of each row, as the made-up story of the samples has them. */
const story = [
  ["2026-08-04", 23_575, "QK010019"],
  ["2026-08-04", 123_450, "QK010024"],
  ["2026-08-05", 10_000, "QK010035"],
  ["2026-08-12", 5100, "QK010035"],
  ["2026-08-12", 28_100],
];
const [first = [], second = [], part = [], rest = []] = story;

test.each([
  ["asb.csv", "12-3141-0123456-00", story],
  ["asb-running-balance.csv", "12-3141-0123456-00", story],
  ["asb-saved-by-a-spreadsheet.csv", "12-3141-0123456-00", story.slice(0, 4)],
  ["anz.csv", null, story],
  ["anz-newer.csv", null, [first, ["2026-08-05", 123_450, "QK010024"]]],
  ["bnz.csv", "02-0123-0012345-00", [rest, part, second, first]],
  ["westpac.csv", null, [first, second, part, rest]],
  ["kiwibank-full.csv", "38-9000-0123456-00", [first, second, part]],
  ["kiwibank-short.csv", "38-9000-0123456-00", [first, second]],
  ["tsb-unproven.csv", null, [first, second]],
  ["statement.ofx", "38-9000-0123456-00", [first, second, part]],
  ["statement.qif", null, [first]],
])("%s: the days, amounts and codes of what came in, and its account", async (name, account, credits) => {
  const statement = read(await statementFile(name));
  expect(statement).toMatchObject({ account, problems: [] });
  const came = statement.rows.filter(({ cents }) => cents > 0);
  const found = came.map(({ day, cents, fields }) => [
    day,
    cents,
    ...new Set(fields.flatMap(paymentCodesIn)),
  ]);
  expect(found).toEqual(credits);
});

test("a file with its byte order mark, from Windows, or padded, reads the same", async () => {
  const plain = await statementFile("westpac.csv");
  expect(read(Buffer.concat([Buffer.from("\uFEFF"), plain]))).toEqual(read(plain));
  const text = plain.toString().replaceAll("PAYER ONE", "RENÉ");
  expect(read(Buffer.from(text, "latin1")).rows[0]?.fields).toContain("RENÉ");
  expect(read(text.replaceAll("\n", ",,,\r\n,,,,\r\n"))).toEqual(read(text));
});

test("the order of day and month is decided once: by a value above 12, by what the file says of itself, by sorting", () => {
  const days = (...dates: string[]) =>
    ["Date,Description,Amount,Balance", ...dates.map((date) => `${date},PAYER,1.00,1.00`)].join("\n");
  const dayOf = (file: string) => read(file).rows[0]?.day;
  expect(dayOf(days("5/08/2026", "13/08/2026"))).toBe("2026-08-05");
  expect(dayOf(days("8/5/26", "8/13/26"))).toBe("2026-08-05");
  expect(dayOf(days("11/07/2026", "12/07/2026", "01/08/2026"))).toBe("2026-07-11");
  expect(dayOf(days("2026-08-05"))).toBe("2026-08-05");
  expect(dayOf(days("8/8/26"))).toBe("2026-08-08");
  expect(ask(days("4/08/2026", "5/08/2026"))).toMatchObject({ question: { only_order: true } });
  const asked = { map: null, order: "mdy" } as const;
  expect(read(days("4/08/2026", "5/08/2026"), { asked }).rows[0]?.day).toBe("2026-04-08");
});

test("ASB's balances prove that no row is missing", async () => {
  const whole = (await statementFile("asb-running-balance.csv")).toString();
  const missing = whole.replace(/^.*QUAD PARTS.*$\r?\n/m, "");
  expect(missing).not.toBe(whole);
  expect(read(missing).problems).toEqual([expect.stringContaining("by $281.00")]);
});

test("a payment's moment with a zone is its day in New Zealand, in SGML and in XML", async () => {
  const file = (await statementFile("statement.ofx")).toString();
  const utc = file.replace("<DTPOSTED>20260804", "<DTPOSTED>20260803130000[0:GMT]");
  expect(read(utc).rows[0]?.day).toBe("2026-08-04");
  const local = file.replace("<DTPOSTED>20260804", "<DTPOSTED>20260803130000");
  expect(read(local).rows[0]?.day).toBe("2026-08-03");
  const xml = file.slice(file.indexOf("<OFX>")).replaceAll(/<([A-Z]+)>([^<\n]+)\n/g, "<$1>$2</$1>");
  expect(read(xml)).toEqual(read(file));
  expect(read(file).rows[1]?.fields[0]).toBe("PAYER TWO & SONS FARMS");
});

const refusal = (file: string | Buffer, account: string | null = null) => {
  const outcome = readStatement(Buffer.from(file), {
    ...nothing,
    accounts: account === null ? [] : [account],
  });
  return "refusal" in outcome ? outcome.refusal : null;
};

test("what is no statement is refused with words that help", () => {
  const says = (words: RegExp) => ({ status: 422, message: expect.stringMatching(words) });
  expect(refusal("")).toEqual(says(/empty/));
  expect(refusal(" \r\n\n")).toEqual(says(/empty/));
  expect(refusal("PK\u0003\u0004 statement.csv")).toEqual(says(/unpack the zip first/));
  expect(refusal("PK\u0003\u0004 xl/workbook.xml")).toEqual(says(/save it as CSV first/));
  expect(refusal("%PDF-1.7")).toEqual(says(/no bank statement/));
  expect(refusal("Dear all,\nplease find the parts, as discussed.")).toEqual(says(/no bank statement/));
  expect(refusal('Date,Description,Amount,Balance\n2026-08-04,"PAYER,1.00,1')).toEqual(
    says(/^Line \d: a quote/),
  );
});

test("a row that cannot be read is named, and nothing of the file is taken", () => {
  const row = (text: string) => refusal(`Date,Description,Amount,Balance\n2026-08-04,A,1.00,0\n\n${text}`);
  expect(row("2026-02-31,B,1.00,0")?.message).toBe('Line 4: "2026-02-31" is no day');
  expect(row("2026-08-04,B,12.345,0")?.message).toBe('Line 4: "12.345" is no amount');
  expect(row('2026-08-04,B,"12,50",0')?.message).toBe('Line 4: "12,50" is no amount');
  expect(row("2026-08-04,B,,0")?.message).toBe("Line 4 has no amount");
});

test("a file, or a row, of another account is refused; spellings of the same account are not", async () => {
  const ours = await statementFile("bnz.csv");
  expect(refusal(ours, "02-123-0012345-000")).toBeNull();
  expect(refusal(ours, "01-0902-0068389-00")?.message).toMatch(
    /^Line 2 is of account 02-0123-0012345-00, not of 01-/,
  );
  const mixed = ours.toString().replace(/(Payer One.*)02-0123-0012345-00/, "$102-0123-0012345-01");
  expect(refusal(mixed, "02-0123-0012345-00")?.message).toMatch(/^Line 6 is of account/);
  expect(refusal(await statementFile("asb.csv"), "02-0123-0012345-00")?.message).toMatch(/^Line 2 is/);
});

test("a QIF file says whose it is, and its opening balance is no money that came in", async () => {
  const own = (await statementFile("statement.qif")).toString();
  const ofAccount = (account: string) => `!Account\nN${account}\nTBank\n^\n${own}`;
  expect(read(ofAccount("12-3141-0123456-00")).account).toBe("12-3141-0123456-00");
  const other = refusal(ofAccount("38 9000 38-9000-0123456-00"), "01-0902-0068389-00");
  expect(other?.message).toMatch(/^Line 2 is of account 38-9000-0123456-00, not of 01-/);
  expect(refusal(ofAccount("Farm cheque"), "01-0902-0068389-00")).toBeNull();
  const { rows } = read(own);
  const named = own.replace("!Type:Bank\n", "!Type:Bank\nD2026-08-01\nT1498.00\nPOpening Balance\n^\n");
  expect(read(named)).toMatchObject({ rows, problems: [] });
  const nameless = read(named.replace("POpening Balance\n", ""));
  const problem = "Line 2, 1498.00, names nobody: it is taken for the opening balance, and left out";
  expect(nameless).toMatchObject({ rows, problems: [problem] });
});

test("a file with semicolons is a layout like others", () => {
  const file = "date;payee;comment;amount\n2026-08-04;PAYER, ONE;QK010019;235.75\n";
  const sample = [["2026-08-04", "PAYER, ONE", "QK010019", "235.75"]];
  expect(ask(file)).toEqual({ question: { columns: ["date", "payee", "comment", "amount"], sample } });
});

test("a layout nobody knows is asked about, and read as the answer says", () => {
  const file = "When,Who,Money,What\n13/08/2026,PAYER ONE,235.75,QK010019\n14/08/2026,SHOP,,\n";
  const sample = [
    ["13/08/2026", "PAYER ONE", "235.75", "QK010019"],
    ["14/08/2026", "SHOP", "", ""],
  ];
  expect(ask(file)).toEqual({ question: { columns: ["When", "Who", "Money", "What"], sample } });
  const asked = { map: "date:0,amount:2,text:1,3", order: "dmy" } as const;
  const { rows, layout } = read(file, { asked });
  expect(rows[0]).toEqual({ day: "2026-08-13", cents: 23_575, fields: ["PAYER ONE", "QK010019"] });
  const kept = new Map([[layout?.header ?? "", asked]]);
  expect(read(file, { kept }).rows).toEqual(rows);
});
