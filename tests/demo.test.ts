import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { windowText } from "#domain/deals/offer.ts";
import { saleStages } from "#domain/deals/sale-states.ts";
import { stages } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { writeBankFile } from "#scripts/demo/bank-file.ts";
import { chance } from "#scripts/demo/chance.ts";
import { addDeals, dealStories } from "#scripts/demo/deals.ts";
import { fillDatabase, RealRecords } from "#scripts/demo/history.ts";
import { addMails } from "#scripts/demo/mails.ts";
import { addSales, saleStories } from "#scripts/demo/sales.ts";
import { addStock } from "#scripts/demo/stock.ts";
import { siteAt, visit } from "#scripts/demo/visit.ts";
import { quoteVisitors } from "#scripts/demo/visitors.ts";

import { bankDesk } from "./bank-desk.ts";
import { buildTestApp } from "./build-test-app.ts";
import { dealPage, see } from "./deal-visit.ts";
import { quoteExample } from "./quote-example.ts";
import {
  addRecord,
  contactMessageExample,
  quoteRequestExample,
  vehicleExample,
} from "./submission-examples.ts";

test("two years of records go into an empty database, and never next to real ones", async () => {
  const app = await buildTestApp();
  const request = { records: 300 };
  await fillDatabase(app.config, request);
  const counts = async () =>
    Promise.all(submissions.map(async ({ table }) => (await app.rows(table)).length));
  const filled = await counts();
  expect(filled.reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(Math.min(...filled)).toBeGreaterThan(20);
  await fillDatabase(app.config, request);
  await addRecord(app, contactMessageExample);
  await expect(fillDatabase(app.config, request)).rejects.toBeInstanceOf(RealRecords);
  expect((await counts()).reduce((sum, count) => sum + count, 0)).toBe(601);
});

test("the newest requests go through every stage of a deal, as their visitors see it; a quote and an order have a photo of a part off a machine on hold", async () => {
  const bank = { BANK_ACCOUNT: "01-0902-0068389-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };
  const app = await buildTestApp({ environment: bank });
  await addSales(app.config, [await addRecord(app, vehicleExample)]);
  const references: string[] = [];
  for (const [index] of dealStories.entries()) {
    references.push(await addRecord(app, quoteRequestExample, { notes: `Request ${index}` }));
  }
  expect(await addDeals(app.config, references)).toHaveLength(dealStories.length);
  const seen = await Promise.all(
    references.map(async (reference) => (await see(app.fetch(dealPage(app, reference)))).heading),
  );
  expect(new Set(seen)).toEqual(new Set(Object.values(stages).map(({ title }) => title)));
  const file = await writeBankFile(app.config);
  const { body } = await (await bankDesk(app)).read(await readFile(file ?? ""));
  expect(body, "one with its code, one without").toMatchObject({ matched: 1, to_match: 1, problems: [] });
  const contents = (await app.rows("quote_versions")).map(({ content }) => String(content));
  const line = /"machine_number":1,.*"photos":\["[0-9a-f]{64}"\]/;
  expect(contents.filter((content) => line.test(content))).toHaveLength(2);
});

test("the newest vehicles go through every stage, as their sellers see it; one is on hold in the yard", async () => {
  const app = await buildTestApp();
  const vehicles: string[] = [];
  for (const [index] of saleStories.entries())
    vehicles.push(await addRecord(app, vehicleExample, { description: `Vehicle ${index}` }));
  vehicles.push(await addRecord(app, vehicleExample, { description: "Nobody has looked at it" }));
  expect(await addSales(app.config, vehicles)).toHaveLength(saleStories.length);
  const seen = await Promise.all(
    vehicles.map(
      async (reference) => (await see(app.fetch(dealPage(app, reference, 1, vehicleSubmission)))).heading,
    ),
  );
  expect(new Set(seen)).toEqual(new Set(Object.values(saleStages).map(({ title }) => title)));
  const bought = vehicles.slice(0, 3).map((ref_number, index) => ({ number: index + 1, ref_number }));
  expect(await app.rows("machines")).toMatchObject(bought);
  for (const { content } of await app.rows("offers"))
    for (const window of JSON.parse(String(content)).pick_up)
      expect(windowText(window, new Date(window.from))).toMatch(
        /^(?:Mon|Tue|Wed|Thu|Fri) .*, 10 am to 1 pm$/,
      );
});

test("the yard fills up to 30 machines and 600 parts, each with a photo; quotes name their labels, and what comes back is on a shelf", async () => {
  const app = await buildTestApp();
  await addSales(app.config, [await addRecord(app, vehicleExample)]);
  expect(await addStock(app.config)).toBe(600);
  expect(await addStock(app.config), "a second run adds nothing").toBe(0);
  const wanted = (await app.rows("parts")).filter((_, index) => index % 7 === 0);
  const references: string[] = [];
  for (const [index] of dealStories.entries()) {
    const { make, model, year, name } = wanted[index]!;
    const of = { make: String(make), model: String(model), year: Number(year) };
    const asked = { ...of, part_needed: String(name), notes: `Request ${index}` };
    references.push(await addRecord(app, quoteRequestExample, asked));
  }
  await addDeals(app.config, references);
  expect(await app.rows("machines")).toHaveLength(30);
  const photos = (await app.rows("photos")).filter(({ ref_number: label }) => /^P\d+$/.test(String(label)));
  expect([photos.length, new Set(photos.map(({ sha256 }) => sha256)).size <= 24]).toEqual([600, true]);
  const parts = await app.rows("parts");
  const states = new Set(parts.map(({ state }) => state));
  expect(states).toEqual(new Set(["on_machine", "on_shelf", "sold"]));
  expect(parts.filter(({ shelf }) => shelf === "R-1").length, "returned").toBeGreaterThan(0);
  const items = await app.rows("order_items");
  expect(items.filter(({ held, part_number: number }) => held && number !== null).length).toBeGreaterThan(0);
});

test("nobody asks for the diff or the carrier of a motorcycle", () => {
  const random = chance(1);
  const asked = Array.from({ length: 300 }, () => quoteVisitors.fill(random));
  const bikes = asked.filter(({ model }) => /^(?:AG|DR|CRF)/.test(String(model)));
  expect(bikes.length).toBeGreaterThan(50);
  expect(bikes.filter(({ part_needed: part }) => /diff|carrier|A-arm|CV/.test(String(part)))).toEqual([]);
});

test("without a database of this installation, requests sent to another server become no deals", async () => {
  const { config } = await buildTestApp();
  const database = { engine: "sqlite", file: join(config.dataDir, "elsewhere", "quadkea.db") } as const;
  expect(await addDeals({ ...config, database }, ["QK-222222-2222"])).toEqual([]);
});

test("every visitor has a network of their own, so that the limit of one keeps nobody out", async () => {
  const app = await buildTestApp({ environment: { LIMIT_SUBMISSIONS_PER_ADDRESS: "1" } });
  const site = await siteAt(app.origin);
  for (const visitor of [1, 2, 251]) {
    const fields = { ...quoteExample, notes: `Visitor ${visitor}` };
    expect(await visit(site, visitor, quoteRequest, fields)).toMatch(/^QK-/);
  }
});

test("mails come back: answers, a bounce, an out-of-office and one that staff have to file", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const [index] of dealStories.entries()) {
    references.push(await addRecord(app, quoteRequestExample, { notes: `Request ${index}` }));
  }
  const deals = await addDeals(app.config, references);
  await app.app.run("outbox");
  expect(await addMails(app.config, deals)).toBe(5);
  await app.app.run("inbox");
  const taken = (await app.rows("inbound_mails")).map(
    ({ kind, state }) => `${String(kind)} ${String(state)}`,
  );
  const expected = ["automatic filed", "reply filed", "reply filed", "reply unfiled", "report filed"];
  expect(taken.toSorted()).toEqual(expected);
  const bounced = (await app.rows("outbox")).filter(({ state }) => state === "bounced");
  expect(bounced).toMatchObject([{ kind: "quote", error_class: "Their mailbox is full" }]);
  expect(await app.rows("inbound_files")).toMatchObject([{ kept: "picture", name: "broken part.jpg" }]);
});
