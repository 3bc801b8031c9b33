import { join } from "node:path";

import { expect, test } from "vitest";

import { stages } from "#domain/deals/stage.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { addDeals, dealStories } from "#scripts/demo/deals.ts";
import { fillDatabase, RealRecords } from "#scripts/demo/history.ts";
import { addMails } from "#scripts/demo/mails.ts";
import { siteAt, visit } from "#scripts/demo/visit.ts";

import { buildTestApp } from "./build-test-app.ts";
import { dealPage, see } from "./deal-visit.ts";
import { quoteExample } from "./quote-example.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "./submission-examples.ts";

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

test("the newest requests go through every stage of a deal, as their visitors see it", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const [index] of dealStories.entries()) {
    references.push(await addRecord(app, quoteRequestExample, { notes: `Request ${index}` }));
  }
  expect(await addDeals(app.config, references)).toHaveLength(dealStories.length);
  const seen = await Promise.all(
    references.map(async (reference) => (await see(app.fetch(dealPage(app, reference)))).heading),
  );
  expect(new Set(seen)).toEqual(new Set(Object.values(stages).map(({ title }) => title)));
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
