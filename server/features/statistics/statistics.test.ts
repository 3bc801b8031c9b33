import { randomUUID } from "node:crypto";

import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { type Statistics, statisticsWeeks } from "#domain/statistics.ts";
import { removeRecords } from "#server/features/retention/person-tables.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote } from "#tests/deal-examples.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import {
  addRecord,
  contactMessageExample as message,
  quoteRequestExample as quote,
  vehicleExample as vehicle,
} from "#tests/submission-examples.ts";

const hour = 60 * 60_000;
const day = 24 * hour;
const monday = nzInstant("2026-10-12", "10:00");

async function statisticsOf(app: TestApp): Promise<Statistics> {
  const cookie = await app.signIn();
  return (await app.fetch("/functions/v1/figures", { headers: { cookie } })).json();
}

async function setStatus(app: TestApp, reference: string, status: string): Promise<void> {
  const answer = await (await deskOf(app)).setStatus(reference, status);
  expect(answer.status).toBe(204);
}

async function logCall(app: TestApp, reference: string): Promise<void> {
  const answer = await (await deskOf(app)).call(reference, "", randomUUID());
  expect(answer.status).toBe(200);
}

const kind = (statistics: Statistics, table: string) => statistics.kinds.find((one) => one.table === table);

test("statistics are for signed-in staff, and all nothing where nothing came", async () => {
  const app = await buildTestApp({ startAt: monday });
  expect((await app.fetch("/functions/v1/figures")).status).toBe(401);
  const statistics = await statisticsOf(app);
  expect(statistics.mondays.at(-1)).toBe("2026-10-12");
  expect(statistics.mondays).toHaveLength(statisticsWeeks);
  const nothing = { received: 0, in_time: 0, late: 0, median_minutes: null };
  expect(statistics.kinds).toHaveLength(3);
  for (const { today, weeks, total } of statistics.kinds) {
    expect([today, total, ...weeks]).toEqual(Array.from({ length: statisticsWeeks + 2 }, () => nothing));
  }
  const { makes, parts, people, wanted, open } = statistics;
  expect([makes, parts, people, wanted]).toEqual([[], [], [], []]);
  expect(open.flatMap(({ ages, unanswered, overdue }) => [...ages, unanswered, overdue])).toEqual(
    Array.from({ length: 21 }, () => 0),
  );
});

test("a record counts as answered by a call or by closing it, in time up to the moment that was promised", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-10-12", "15:30") });
  const [inTime, late] = [await addRecord(app, quote), await addRecord(app, quote, { year: 2001 })];
  await addRecord(app, quote, { year: 2002 });
  const offered = await addRecord(app, vehicle);
  app.advance(20 * 60_000);
  await setStatus(app, inTime, "cancelled");
  const atFive = kind(await statisticsOf(app), "quote_requests");
  expect(atFive?.today).toMatchObject({ received: 3, in_time: 1, late: 0 });
  app.advance(17 * hour);
  await logCall(app, late);
  await logCall(app, offered);
  const statistics = await statisticsOf(app);
  // The third quote is overdue without an answer.
  const counts = { received: 3, in_time: 1, late: 2 };
  expect(kind(statistics, "quote_requests")).toMatchObject({ total: counts, today: { received: 0 } });
  expect(kind(statistics, "vehicle_submissions")?.total).toMatchObject({ in_time: 1, late: 0 });
});

test("in progress is no answer; a closed record that is opened again waits again", async () => {
  const app = await buildTestApp({ startAt: monday });
  const reference = await addRecord(app, message);
  await setStatus(app, reference, "completed");
  await setStatus(app, reference, "in_progress");
  expect(kind(await statisticsOf(app), "contact_messages")?.total).toMatchObject({ in_time: 0 });
  app.advance(2 * hour);
  await setStatus(app, reference, "cancelled");
  expect(kind(await statisticsOf(app), "contact_messages")?.total).toMatchObject({ in_time: 1 });
});

test("weeks start on Monday in New Zealand, also when the clocks change", async () => {
  // Summer time began on Sunday 27 September: midnight of that week is another hour of UTC.
  const app = await buildTestApp({ startAt: nzInstant("2026-09-20", "23:59") });
  await addRecord(app, quote);
  app.advance(60_000);
  await addRecord(app, quote, { year: 2001 });
  app.advance(nzInstant("2026-09-27", "23:59").getTime() - nzInstant("2026-09-21", "00:00").getTime());
  await addRecord(app, quote);
  app.advance(2 * 60_000);
  await addRecord(app, quote, { year: 2001 });
  await addRecord(app, quote, { year: 2002 });
  const statistics = await statisticsOf(app);
  expect(statistics.mondays.slice(-3)).toEqual(["2026-09-14", "2026-09-21", "2026-09-28"]);
  const received = kind(statistics, "quote_requests")?.weeks.map((week) => week.received);
  expect(received?.slice(-4)).toEqual([0, 1, 2, 2]);
  expect(kind(statistics, "quote_requests")?.today.received).toBe(2);
  app.advance(statisticsWeeks * 7 * day);
  expect(kind(await statisticsOf(app), "quote_requests")?.total.received).toBe(0);
});

test("makes and parts are counted over all kinds that have them, capitals apart, the most frequent first", async () => {
  const app = await buildTestApp({ startAt: monday });
  for (const make of ["Honda", "Honda", "HONDA", "Suzuki"]) {
    app.advance(hour); // The same fields within minutes are the same submission.
    await addRecord(app, quote, { make });
  }
  await addRecord(app, vehicle, { make: "Suzuki" });
  for (let other = 0; other < 10; other += 1) await addRecord(app, vehicle, { make: `Make ${other}` });
  const { makes, parts } = await statisticsOf(app);
  expect(makes.slice(0, 3)).toEqual([
    { name: "Honda", received: 3, in_time: 0, late: 0 },
    { name: "Suzuki", received: 2, in_time: 0, late: 0 },
    { name: "Make 0", received: 1, in_time: 0, late: 0 },
  ]);
  expect(makes).toHaveLength(10);
  expect(parts).toEqual([{ name: quote.values["part_needed"], received: 4, in_time: 0, late: 0 }]);
});

test("open records are counted by the days since they came, with those that wait for an answer", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-10-12", "09:00") });
  await addRecord(app, quote, { year: 2001 });
  app.advance(day);
  const answered = await addRecord(app, quote, { year: 2002 });
  await addRecord(app, quote, { year: 2003 });
  await logCall(app, answered);
  app.advance(7 * day);
  const closed = await addRecord(app, quote, { year: 2004 });
  await setStatus(app, closed, "completed");
  await addRecord(app, quote, { year: 2005 });
  const open = async () => (await statisticsOf(app)).open.find(({ table }) => table === "quote_requests");
  const counts = { table: "quote_requests", ages: [1, 0, 2, 1, 0], overdue: 2 };
  expect(await open()).toEqual({ ...counts, unanswered: 3 });
  const { database } = app.app.services;
  const change = (statement: RawBuilder<unknown>) => database.write((tx) => statement.execute(tx));
  await change(
    sql`update quote_requests set answer_due_at = '2026-11-01T00:00:00.000Z' where ref_number = ${answered}`,
  );
  expect(await open()).toEqual({ ...counts, unanswered: 4 });
  await change(sql`update quote_requests set snoozed_until = '2027-01-01T00:00:00.000Z'`);
  expect(await open()).toEqual({ ...counts, unanswered: 0 });
});

test("orders count against what is over; parts that were not sold are wanted; repetitions count for neither", async () => {
  const app = await buildTestApp({ startAt: monday });
  const add = (part: string, year: number) => addRecord(app, quote, { part_needed: part, year });
  const sold = await add("Stator", 2001);
  const lost = await add("Stator", 2002);
  const repeated = await add("stator", 2002);
  await add("CDI", 2003);
  const desk = await deskOf(app);
  await desk.change(sold, { order_placed: true });
  await desk.change(lost, { status: "cancelled" });
  await desk.change(repeated, { status: "cancelled", duplicate_of: lost });
  const statistics = await statisticsOf(app);
  expect(statistics.wanted).toEqual([
    { name: "CDI", asked: 1, unsold: 1 },
    { name: "Stator", asked: 2, unsold: 1 },
  ]);
});

test("quotes are counted with what was approved, its value, and the open time to the first quote", async () => {
  const app = await buildTestApp({ startAt: monday });
  const asked = await addRecord(app, quote);
  app.advance(2 * hour - 1000);
  await addQuote(app, { reference: asked });
  await addQuote(app, { reference: asked, number: 2 });
  const order = await addOrder(app);
  const lapsed = await addOrder(app);
  await app.app.services.database.write((tx) =>
    tx.updateTable("orders").set({ state: "lapsed" }).where("id", "=", lapsed.id).execute(),
  );
  const { quotes } = await statisticsOf(app);
  expect(quotes.today).toEqual({
    sent: 3,
    approved: 1,
    median_minutes: null,
    value_cents: order.total_cents,
  });
  expect(quotes.total).toEqual(quotes.today);
  expect(quotes.weeks.map(({ sent }) => sent)).toEqual([...Array(statisticsWeeks - 1).fill(0), 3]);
  app.advance(7 * day);
  const later = await addRecord(app, quote, { notes: "later" });
  app.advance(3 * hour);
  await addQuote(app, { reference: later });
  expect((await statisticsOf(app)).quotes.today).toMatchObject({ sent: 1 });
});

test("the median of replies and of first quotes, in opening hours, appears with the fifth", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-10-12", "16:30") });
  const asked = [];
  for (const year of [2001, 2002, 2003, 2004, 2005]) asked.push(await addRecord(app, quote, { year }));
  const medians = async () => {
    const { kinds, quotes } = await statisticsOf(app);
    return [kinds[0]?.total.median_minutes, quotes.total.median_minutes];
  };
  const answer = async (reference: string) => {
    await logCall(app, reference);
    await addQuote(app, { reference });
  };
  for (const reference of asked.slice(0, 2)) await answer(reference);
  app.advance(17 * hour + 20 * 60_000); // Until 9:50 am: 80 open minutes later.
  for (const reference of asked.slice(2, 4)) await answer(reference);
  expect(await medians()).toEqual([null, null]);
  app.advance(hour);
  await answer(asked[4]!);
  expect(await medians()).toEqual([80, 80]);
});

test("what staff sent counts for them as soon as it can't be taken back: quotes, answers to questions, replies", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  await desk.send();
  const counted = async () => (await statisticsOf(app)).people[0];
  await desk.call("undo", { number: 1 });
  app.advance(10_000);
  await app.app.run("outbox");
  expect((await statisticsOf(app)).people).toEqual([]);
  await desk.send();
  app.advance(10_000);
  expect((await statisticsOf(app)).quotes.today.sent).toBe(1);
  const { pathname } = new URL(String((await desk.quote()).body["link"]));
  const body = new URLSearchParams({ words: "Does it fit a 2013?" });
  expect((await app.fetch(`${pathname}/ask`, { method: "POST", body })).status).toBe(303);
  const { open_question: question } = (await desk.quote()).body;
  expect((await desk.call("answer", { message: question, words: "Yes" })).status).toBe(200);
  expect(await counted()).toMatchObject({ quotes: 1, answers: 1 });
});

test("each person has their open records, and the replies and calls not taken back", async () => {
  const app = await buildTestApp({ startAt: monday });
  const [mine, other] = [await addRecord(app, quote), await addRecord(app, quote, { year: 2001 })];
  const desk = await deskOf(app);
  const [admin] = await app.rows("users");
  for (const reference of [mine, other]) await desk.change(reference, { owner_id: admin?.["id"] });
  const key = randomUUID();
  await desk.call(mine, "", key);
  await desk.call(other, "", randomUUID());
  await desk.takeCallBack(mine, key);
  await desk.setStatus(other, "completed");
  const counts = { open: 1, quotes: 0, answers: 0, replies: 0, calls: 1 };
  expect((await statisticsOf(app)).people).toEqual([{ name: "Administrator", ...counts }]);
});

test("replies and calls to people whose records were erased count for nobody", async () => {
  const app = await buildTestApp({ startAt: monday });
  const kept = await addRecord(app, message);
  const desk = await deskOf(app);
  for (const reference of [kept, await addRecord(app, quote)]) await desk.call(reference, "", randomUUID());
  const calls = async () => (await statisticsOf(app)).people.map((person) => person.calls);
  expect(await calls()).toEqual([2]);
  await app.app.services.database.write((tx) => removeRecords(tx, quoteRequest, sql`${true}`, 1));
  expect(await calls()).toEqual([1]);
});
