import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { addQuote, type SentQuote } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { createTestDatabase } from "#tests/postgres.ts";

import { approve } from "./approve.ts";

/** Three servers on one database. */
async function threeInstances(): Promise<[TestApp, TestApp, TestApp]> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const options: TestAppOptions = { environment: { DATABASE_URL: database.url } };
  return [await buildTestApp(options), await buildTestApp(options), await buildTestApp(options)];
}

/** Adding examples advances the clock of the first one only. */
function setClocks([first, ...others]: readonly [TestApp, ...TestApp[]]): void {
  const time = first.app.services.now().getTime();
  for (const { app, shiftClock } of others) shiftClock(time - app.services.now().getTime());
}

/** Each customer approves once; the instances take turns. */
function approveAtOnce([app, ...others]: readonly [TestApp, ...TestApp[]], quotes: readonly SentQuote[]) {
  const apps = [app, ...others];
  return Promise.all(
    quotes.map(({ reference, hash }, index) => {
      const approval = { version: "1", hash, accept: "on" };
      return press(apps[index % apps.length] ?? app, `${dealPage(app, reference)}/approve`, approval);
    }),
  );
}

test("approvals of many deals at once take consecutive numbers", async () => {
  const apps = await threeInstances();
  const [app] = apps;
  const quotes = [];
  for (let count = 1; count <= 30; count += 1) quotes.push(await addQuote(app));
  setClocks(apps);
  const answers = await approveAtOnce(apps, quotes);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  const numbers = (await app.rows("orders")).map((order) => Number(order["invoice_number"]));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => 1001 + index));
});

test("an offer accepted 50 times at once over three instances is accepted once", async () => {
  const apps = await threeInstances();
  const [app] = apps;
  const desk = await offerDesk(app);
  await desk.send();
  setClocks(apps);
  const [offer] = await app.rows("offers");
  const { pick_up: windows } = JSON.parse(String(offer?.["content"]));
  const fields = { pay: "cash", gst_registered: "no", accept: "on" };
  const sent = { version: "1", hash: String(offer?.["content_hash"]), window: windows[0].from, ...fields };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      press(apps[index % apps.length] ?? app, `${desk.path}/offer/accept`, sent),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(await app.rows("pick_ups")).toHaveLength(1);
});

test("a page that was being read while the approval was committed shows the quote as it was before", async () => {
  const app = await buildTestApp();
  const { reference, number, hash } = await addQuote(app);
  const { services } = app.app;
  const { database } = services;
  const selection = { choices: {}, options: [] };
  const approval = { number, hash, selection, how: "link", note: null } as const;
  const page = await database.write(async (tx) => {
    await sql`lock table quote_versions in access exclusive mode`.execute(tx);
    const read = visit(app, dealPage(app, reference));
    await expect.poll(() => waitingForLocks(database.reader)).toBe(1);
    const within = { ...database, write: <Result>(job: (db: Query) => Promise<Result>) => job(tx) };
    const options = { reference, userId: null };
    const outcome = await changeDeal({ ...services, database: within }, options, (work) =>
      approve(work, approval),
    );
    expect(outcome).toMatchObject({ ok: { isNew: true } });
    return { read };
  });
  expect((await page.read).heading).toBe("Your quote is ready");
  expect((await visit(app, dealPage(app, reference))).heading).toBe("Approved: now the payment");
});

async function waitingForLocks(db: Query): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
