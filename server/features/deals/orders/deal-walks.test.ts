import { expect, test, vi } from "vitest";

import { chance } from "#scripts/demo/chance.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { extendQuote } from "#server/features/deals/quotes/quote-send.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote, addRequest, exampleLine, races, type SentQuote } from "#tests/deal-examples.ts";
import { brokenRules } from "#tests/deal-rules.ts";
import { quoteWalk } from "#tests/deal-walk.ts";
import { walkUnderKills } from "#tests/killed-walks.ts";
import { walkAll } from "#tests/random-walk.ts";

import { approve } from "./approve.ts";

vi.setConfig({ testTimeout: 240_000 + Number(process.env["WALKS"] ?? 0) * 2000 });

/** On PostgreSQL a step takes four times as long. WALKS=250 does 10,000 steps, in half a minute and in three. */
const onPostgres = process.env["TEST_ENGINE"] === "postgres";
const walks = Number(process.env["WALKS"] ?? (onPostgres ? 5 : 25));
const killedWalks = onPostgres ? 2 : 4;

async function userOf(app: TestApp): Promise<string> {
  return String((await app.rows("users"))[0]?.["id"]);
}

test("whatever customers and staff do, numbers, orders, parts, mails and money agree", async () => {
  const app = await buildTestApp({ environment: { UNDO_SECONDS: "0" } });
  const acknowledged = new Set<string>();
  const { services } = app.app;
  const walker = {
    services,
    userId: await userOf(app),
    onDone: (key: string) => void acknowledged.add(key),
    advance: (ms: number) => app.advance(ms),
  };
  await walkAll(quoteWalk, walker, { from: 1, to: walks });
  expect(await brokenRules(services.database.reader, acknowledged)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(walks);
  if (onPostgres) return; // So few walks do not reach every state.
  const types = new Set((await app.rows("record_events")).map(({ type }) => type));
  expect([...types]).toEqual(
    expect.arrayContaining([
      "order_lapsed",
      "order_state",
      "order_revived",
      "order_cancelled",
      "taken_back",
      "refund",
      "return_state",
      "pulled",
      "mail_out",
    ]),
  );
  const sources = (await app.rows("payments")).map(({ source }) => String(source)).join(" ");
  expect(sources, "a line was split").toMatch(/ bank:line-\d+:1\b/);
  expect(sources, "and taken back").toMatch(/undone bank:line-\d+:1\b/);
  const states = new Set((await app.rows("orders")).map(({ state }) => state));
  expect([...states]).toEqual(expect.arrayContaining(["paid", "sent", "lapsed", "cancelled", "refunded"]));
});

test("neither do kills at any moment lose a payment, skip a number, hold a part twice, or leave a mail or a bank line half moved", async () => {
  const app = await buildTestApp({ environment: { UNDO_SECONDS: "0" } });
  await app.stop();
  const { acknowledged, kills } = await walkUnderKills({
    walk: "quotes",
    environment: app.environment,
    walks: killedWalks,
    lives: [20, 400],
    kills: 3,
    random: chance(7),
  });
  expect(kills).toBeGreaterThan(1);
  const again = await app.restart();
  expect(await brokenRules(again.app.services.database.reader, acknowledged)).toEqual([]);
});

/** Two servers on one PostgreSQL, or twice the one that may use an SQLite file. */
async function servers(): Promise<readonly [TestApp, TestApp]> {
  const one = await buildTestApp({ environment: { UNDO_SECONDS: "0" } });
  if (!onPostgres) return [one, one];
  const { DATABASE_URL = "" } = one.environment;
  return [one, await buildTestApp({ environment: { UNDO_SECONDS: "0", DATABASE_URL } })];
}

const selection = { choices: {}, options: [] };
/** By the link. */
async function press({ app }: TestApp, { reference, number, hash }: SentQuote) {
  const approval = { number, hash, how: "link", note: null, selection } as const;
  const outcome = await changeDeal(app.services, { reference, userId: null }, (work) =>
    approve(work, approval),
  );
  if (outcome === null) throw new Error("The request is gone");
  return outcome;
}

test("while a quote is sent the customer approves the one before: exactly one of the two happens, in every race", async () => {
  const [one, other] = await servers();
  const userId = await userOf(one);
  const random = chance(3);
  const wins = { approved: 0, sent: 0 };
  for (let race = 0; race < races; race += 1) {
    const quote = await addQuoteAtOnce(one, `QK-RACE-${race}`);
    const send = () =>
      changeDeal(one.app.services, { reference: quote.reference, userId }, (work) => extendQuote(work, 9));
    const approves = () => press(other, quote);
    const acts = random() < 0.5 ? [send, approves] : [approves, send];
    const outcomes = await Promise.all(acts.map((act) => act()));
    const won = acts.filter((_, at) => outcomes[at] !== null && "ok" in outcomes[at]!);
    expect(won).toHaveLength(1);
    wins[won[0] === approves ? "approved" : "sent"] += 1;
  }
  expect(Math.min(wins.approved, wins.sent)).toBeGreaterThan(0);
});

test("two customers after one gearbox: one order, one number, and the other reads that it is sold", async () => {
  const [one, other] = await servers();
  for (let race = 0; race < races; race += 1) {
    const lines = [exampleLine({ item_label: `gearbox ${race}` })];
    const quotes = await Promise.all(
      ["A", "B"].map((name) => addQuoteAtOnce(one, `QK-PART-${race}${name}`, lines)),
    );
    const outcomes = await Promise.all(quotes.map((quote, index) => press(index === 0 ? one : other, quote)));
    expect(outcomes.map(whyNot).toSorted()).toEqual(["ok", "sold"]);
  }
  expect(await brokenRules(one.app.services.database.reader, new Set())).toEqual([]);
});

test("50 approvals of one quote at once, at two servers, are one order", async () => {
  const [one, other] = await servers();
  const quote = await addQuoteAtOnce(one, "QK-FIFTY");
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) => press(index % 2 === 0 ? one : other, quote)),
  );
  const orders = outcomes.map((outcome) => ("ok" in outcome ? outcome.ok.order.id : whyNot(outcome)));
  expect(new Set(orders).size).toBe(1);
  expect(await one.rows("orders")).toMatchObject([{ invoice_number: 1001 }]);
  expect((await one.rows("outbox")).filter(({ kind }) => kind === "order")).toHaveLength(1);
  expect(await brokenRules(one.app.services.database.reader, new Set())).toEqual([]);
});

function whyNot(outcome: Awaited<ReturnType<typeof approve>>): string {
  return "refusal" in outcome ? outcome.refusal.why : "ok";
}

/** Without the two calls of a visitor. */
async function addQuoteAtOnce(app: TestApp, reference: string, lines = [exampleLine()]) {
  await addRequest(app.app.services, reference);
  return addQuote(app, { reference, lines });
}
