import { expect, onTestFinished, test } from "vitest";

import { prerenderedPaths } from "#app/routes.ts";
import { addDays } from "#domain/calendar-date.ts";
import { exampleFacts, type FirmFacts } from "#domain/firm.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";
import { nzDate } from "#domain/nz-time.ts";

import { buildTestApp, type TestApp } from "./build-test-app.ts";
import { addOrder, addQuote } from "./deal-examples.ts";
import { dealPage } from "./deal-visit.ts";
import { shop } from "./public-stock.ts";
import { mailBody, quoteExample } from "./quote-example.ts";
import { freePort, ServerProcess } from "./server-process.ts";

const today = nzDate(new Date());

/** Shares nothing with the example's facts. */
const ours: FirmFacts = {
  ...exampleFacts,
  trading_name: "Kauri & Sons",
  legal_name: "Kauri Wreckers Limited",
  gst_number: "49-091-850",
  phone: "03 555 0199",
  email: "parts@kauri.test",
  street: "7 Mill Lane",
  town: "Timaru",
  postcode: "7910",
  region: "South Canterbury",
  hours: { ...exampleFacts.hours, fri: { from: "08:30", to: "16:30" }, sat: { from: "10:00", to: "13:00" } },
  closures: [{ from: today, to: addDays(today, 20), words: "Stocktake" }],
};

/** How each fact is written where it is named: before, and after the owner has changed it. */
const facts: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "trading name": ["QuadKea", "Kauri &amp; Sons|Kauri & Sons"],
  "legal name": ["QuadKea Example Limited", "Kauri Wreckers Limited"],
  "GST number": ["000-000-000", "49-091-850"],
  phone: ["09 000 0000", "03 555 0199"],
  "phone link": ["+6490000000", "+6435550199"],
  "e-mail": ["sales@quadkea.example", "parts@kauri.test"],
  street: ["1 Example Road", "7 Mill Lane"],
  town: ["Whangārei", "Timaru"],
  postcode: ["0110", "7910"],
  region: ["Northland", "South Canterbury"],
  hours: ["Mon-Fri 9:00-17:00", "Mon-Thu 9:00-17:00, Fri 8:30-16:30, Sat 10:00-13:00"],
  "hours for the call button": [
    "09:00-17:00,09:00-17:00,09:00-17:00,09:00-17:00,09:00-17:00,,",
    "08:30-16:30,10:00-13:00,",
  ],
  "hours for search engines": ['"Friday"],"opens":"09:00"', '"Saturday"],"opens":"10:00"'],
};

/** Every place in which a reader finds facts, by address; the built site and what the server makes. */
async function readPlaces(
  origin: string,
  paths: readonly string[],
  cookie: string,
): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers: { cookie } });
    places.set(path, await answer.text());
  }
  return places;
}

/** The facts that a text names, of the example (0) or of the firm (1). */
function named(text: string, side: 0 | 1): string[] {
  return Object.entries(facts).flatMap(([fact, words]) =>
    words[side].split("|").some((one) => text.includes(one)) ? [fact] : [],
  );
}

function launch(app: TestApp, port: string): ServerProcess {
  const server = new ServerProcess({ ...app.environment, PORT: port });
  onTestFinished(async () => void (await server.stop("SIGKILL")));
  return server;
}

/** The receipt of a new request. */
async function receiptOf(app: TestApp, origin: string, note: string): Promise<string> {
  const before = (await app.mails()).length;
  await fetch(`${origin}/send-mail.php`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(
      mailBody({ ...quoteExample, delivery_address: "12 Station Road, Kaitāia", notes: note }),
    ),
  });
  await expect.poll(async () => (await app.mails()).length, { timeout: 10_000 }).toBe(before + 2);
  const mails = await app.mails();
  return mails
    .slice(before)
    .map(({ text, html, to }) => `${text}${html}${JSON.stringify(to)}`)
    .join("");
}

/** Two instances on PostgreSQL, one process on SQLite. */
const isShared = process.env["TEST_ENGINE"] === "postgres";

test("what an owner writes is on every page, in every file and mail within 10 seconds; what was sent keeps what it said", async () => {
  const app = await buildTestApp({ environment: { MAIL_TO: "" } });
  const { forSale } = await shop(app);
  await forSale(null, {});
  const order = await addOrder(app);
  const documents = [`${dealPage(app, order.ref_number)}/invoice.pdf`];
  const quoted = dealPage(app, (await addQuote(app)).reference);
  const cookie = await app.signIn();
  await app.stop();
  const origin = await launch(app, await freePort()).ready();
  const other = isShared ? await launch(app, await freePort()).ready() : origin;
  const made = [
    "/config.json",
    "/.well-known/security.txt",
    "/site.webmanifest",
    "/stock",
    "/stock/1",
    "/stock.xml",
    "/nothing",
  ];
  const paths = [...prerenderedPaths, ...made, `${quoted}/nothing`];
  const before = await readPlaces(other, paths, cookie);
  const frozen = await readPlaces(other, documents, cookie);
  const receipt = await receiptOf(app, other, "Before");
  const read = async (at: string) => {
    const answer = await fetch(`${at}/functions/v1/desk-settings/firm`, { headers: { cookie } });
    return (await answer.json()) as FirmSetting;
  };
  const saved = await fetch(`${origin}/functions/v1/desk-settings/firm`, {
    method: "PUT",
    headers: { cookie, "content-type": "application/json", "if-match": '"0"' },
    body: JSON.stringify({ value: ours }),
  });
  expect([saved.status, ((await saved.json()) as FirmSetting).value]).toEqual([200, ours]);
  const isThere = async () => (await (await fetch(`${other}/contact`)).text()).includes("03 555 0199");
  await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
  expect(await read(other)).toMatchObject({ version: 1, value: ours });
  // A page made of the stock is looked at again after 4 s.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const after = await readPlaces(other, paths, cookie);
  const table = paths.map((path) => ({
    path,
    named: named(before.get(path) ?? "", 0),
    left: named(after.get(path) ?? "", 0),
    now: named(after.get(path) ?? "", 1),
  }));
  if (process.env["FACTS"] !== undefined)
    console.table(table.map(({ path, now }) => ({ path, now: now.join(", ") })));
  for (const { path, named: wanted, left, now } of table)
    expect({ path, left, now }).toEqual({ path, left: [], now: expect.arrayContaining(wanted) });
  const everywhere = new Set(table.flatMap((row) => row.now));
  expect([...everywhere].toSorted()).toEqual(Object.keys(facts).toSorted());
  expect(after.get("/contact")).toContain("Closed until");
  const newReceipt = await receiptOf(app, other, "After");
  expect(named(newReceipt, 0)).toEqual([]);
  expect(named(newReceipt, 1)).toEqual(expect.arrayContaining(named(receipt, 0)));
  expect(await readPlaces(other, documents, cookie)).toEqual(frozen);
}, 90_000);
