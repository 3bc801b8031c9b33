import { expect, test } from "vitest";

import { dealEventWords } from "#domain/deals/history-words.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote, approveQuote, exampleLine } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

import { changeDeal } from "./deal/change-deal.ts";
import { takeBack } from "./visitor/visitor-actions.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mondayAfternoon = nzInstant("2026-08-03", "14:00");

async function keysOf(app: TestApp, kind: string): Promise<string[]> {
  const mails = (await app.rows("outbox")).filter((mail) => mail["kind"] === kind);
  return mails.map(({ key }) => String(key)).toSorted();
}

/** Lets hours pass, with the clock check and the chores of two instances: every hour, or less often through whole days. */
async function pass(app: TestApp, hours: number): Promise<void> {
  const step = hours % 24 === 0 ? 4 : 1;
  for (let hour = 0; hour < hours; hour += step) {
    app.advance(step * hourMs);
    await Promise.all([app.app.run("deals"), app.app.run("deals")]);
  }
}

test("a quote that nobody reacts to is reminded of twice, each time once, and then expires", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const { reference } = await addQuote(app);
  await pass(app, 18); // Tuesday, 8:00.
  expect(await keysOf(app, "reminder")).toEqual([]);
  await pass(app, 26);
  expect(await keysOf(app, "reminder")).toEqual([`reminder/${reference}/1/1`]);
  await pass(app, 6 * 24);
  expect(await keysOf(app, "reminder")).toEqual([`reminder/${reference}/1/1`, `reminder/${reference}/1/2`]);
  await app.app.run("outbox");
  const [first] = mailServer.messages.filter(({ subject }) => subject?.startsWith("Your quote"));
  const stop = /https?:\S+\/my\/\S+\/stop-reminders/.exec(first?.text ?? "")?.[0];
  const header = (key: string) => first?.headers.find((one) => one.key === key)?.value;
  expect(header("list-unsubscribe")).toBe(`<${stop}>`);
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(first?.html).toContain(`href="${stop}"`);
  await pass(app, 48);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "quote_expired");
  expect(events).toMatchObject([{ reference, becomes: "1", user_id: null }]);
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "expired" }]);
});

test("a quote that expires while the next one can still be taken back is the one that the history names", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-08-03", "23:59") });
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ valid_days: 0 }));
  app.advance(55_000);
  await app.app.run("outbox");
  await desk.send();
  app.advance(6000);
  await app.app.run("deals");
  const events = (await app.rows("record_events")).filter(({ type }) => type === "quote_expired");
  expect(events).toMatchObject([{ becomes: "1" }]);
  await desk.call("undo", { number: 2 });
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "expired" }]);
});

test("a reaction, a stop or REMINDERS=off ends the reminders", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const asked = await addQuote(app);
  const stopped = await addQuote(app);
  const approved = await addQuote(app);
  await approveQuote(app, approved);
  const { database, now } = app.app.services;
  await database.write(async (tx) => {
    const at = now().toISOString();
    const question = {
      kind: "question",
      words: "Is it straight?",
      number: 1,
      user_id: null,
      answers: null,
    } as const;
    await tx
      .insertInto("deal_messages")
      .values({ id: "q", ref_number: asked.reference, at, ...question })
      .execute();
    await tx
      .insertInto("deals")
      .values({ ref_number: stopped.reference, generation: 1, reminders_stopped_at: at })
      .execute();
  });
  await pass(app, 8 * 24);
  expect(await keysOf(app, "reminder")).toEqual([]);
  const quiet = await app.restart({ REMINDERS: "off" });
  await addQuote(quiet);
  await pass(quiet, 8 * 24);
  expect(await keysOf(quiet, "reminder")).toEqual([]);
});

test("an unpaid order is reminded of a business day before, lapses at the end of the last day, and frees its part", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const order = await addOrder(app, { lines: [exampleLine({ item_label: "D-17" })] });
  await pass(app, 42); // Wednesday, 8:00: to be paid by the end of Thursday.
  expect(await keysOf(app, "pay")).toEqual([]);
  await pass(app, 1);
  expect(await keysOf(app, "pay")).toEqual([`pay/${order.id}`]);
  await pass(app, 38);
  expect(await app.rows("orders")).toMatchObject([{ state: "awaiting_payment" }]);
  await pass(app, 2);
  expect(await app.rows("orders")).toMatchObject([{ state: "lapsed" }]);
  expect(await keysOf(app, "lapsed")).toEqual([`lapsed/${order.id}`]);
  expect(await app.rows("quote_requests")).toMatchObject([
    { order_placed: expect.toSatisfy((flag) => !flag) },
  ]);
  const other = await addOrder(app, { lines: [exampleLine({ item_label: "D-17" })] });
  expect(other.invoice_number).toBe(order.invoice_number + 1);
  const lapsed = (await app.rows("record_events")).filter(({ type }) => type === "order_lapsed");
  expect(lapsed).toHaveLength(1);
});

test("the customer of an order that staff revive is neither reminded of a second time nor told again that it lapsed", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const { id, ref_number: ref } = await addOrder(app);
  await pass(app, 4 * 24); // Friday.
  expect(await keysOf(app, "lapsed")).toEqual([`lapsed/${id}`]);
  const change = { ref, change: "revive" };
  expect((await deskCall(app, await app.signIn(), "POST order", change)).status).toBe(200);
  await pass(app, 1);
  expect(await keysOf(app, "pay")).toEqual([`pay/${id}`]);
  await pass(app, 6 * 24);
  expect(await keysOf(app, "pay")).toEqual([`pay/${id}`]);
  expect(await keysOf(app, "lapsed")).toEqual([`lapsed/${id}`]);
});

test("an order that is approved again after a take-back is reminded of too", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const sent = await addQuote(app);
  const first = await approveQuote(app, sent);
  await pass(app, 43);
  expect(await keysOf(app, "pay")).toEqual([`pay/${first.id}`]);
  await changeDeal(app.app.services, { reference: sent.reference, userId: null }, takeBack);
  const second = await approveQuote(app, sent);
  await pass(app, 48);
  expect(await keysOf(app, "pay")).toEqual([first, second].map(({ id }) => `pay/${id}`).toSorted());
});

test("staff get one mail for a deal, five minutes after the first event, with what the visitor wrote", async () => {
  const { app, mail: mailServer } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const order = await addOrder(app);
  const [event] = await app.rows("staff_digests");
  app.advance(4 * minuteMs);
  await app.app.run("deals");
  expect(await keysOf(app, "staff")).toEqual([]);
  app.advance(minuteMs);
  await Promise.all([app.app.run("deals"), app.app.run("deals")]);
  expect(await keysOf(app, "staff")).toEqual([`staff/${String(event?.["event_id"])}`]);
  expect(await app.rows("staff_digests")).toEqual([]);
  await app.app.run("outbox");
  const digests = mailServer.messages.filter(({ subject }) => subject === `${order.ref_number}: approved`);
  expect(digests).toHaveLength(1);
  expect(digests[0]?.envelope.to).toEqual(["sales@quadkea.example"]);
  expect(digests[0]?.text).toContain(`/admin?record=${order.ref_number}`);
});

test("the mail about ten long questions is at most 30 KB and has the beginning of each", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const { reference } = await addQuote(app);
  for (let number = 0; number < 10; number += 1) {
    const words = `Question ${number} ${"車".repeat(1500)}`;
    expect((await press(app, `${dealPage(app, reference)}/ask`, { words })).status).toBe(303);
    app.advance(1000);
  }
  app.advance(5 * minuteMs);
  await app.app.run("deals");
  const [source = ""] = await queuedSources(app, "staff");
  expect(Buffer.byteLength(source)).toBeLessThanOrEqual(30_000);
  for (let number = 0; number < 10; number += 1) expect(source).toContain(`Question ${number} =E8=BB=8A`);
});

test("a delivered order is closed once the 14th day after delivery has ended", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const order = await addOrder(app);
  const { database, now } = app.app.services;
  const delivered_at = now().toISOString();
  await database.write((tx) =>
    tx.updateTable("orders").set({ state: "delivered", delivered_at }).where("id", "=", order.id).execute(),
  );
  await pass(app, 14 * 24);
  await pass(app, 9);
  expect(await app.rows("orders")).toMatchObject([{ state: "delivered" }]);
  await pass(app, 1);
  expect(await app.rows("orders")).toMatchObject([{ state: "closed" }]);
});

test("what was done while the clock was ahead is told to staff once it is right", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  app.shiftClock(dayMs);
  await addOrder(app);
  app.shiftClock(-dayMs);
  await app.app.run("deals");
  expect(await app.rows("staff_digests")).toEqual([]);
});

test("a deal that cannot be read keeps no other from its chores, and the log holds nothing that it says", async () => {
  const app = await buildTestApp({
    startAt: mondayAfternoon,
    expectedWarnings: ["the chores of a deal failed"],
  });
  const order = await addOrder(app);
  const broken = await addQuote(app, { lines: [exampleLine({ id: "Secret!" })] });
  const quoted = await addQuote(app);
  await pass(app, 9 * 24);
  expect(await app.rows("orders")).toMatchObject([{ state: "lapsed" }]);
  expect(await keysOf(app, "pay")).toEqual([`pay/${order.id}`]);
  const reminders = await keysOf(app, "reminder");
  expect(reminders).toEqual([1, 2].map((number) => `reminder/${quoted.reference}/1/${number}`));
  const failed = app.logLines.filter(({ msg }) => msg === "the chores of a deal failed");
  expect(failed[0]).toMatchObject({ reference: broken.reference });
  expect(JSON.stringify(failed)).toContain("lines.0.id");
  expect(JSON.stringify(failed)).not.toMatch(/secret/i);
});

test("a later day to pay moves the page, the reminder and the lapse, and the customer is told", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const { id, ref_number: ref } = await addOrder(app);
  await pass(app, 43); // Wednesday, 9:00.
  expect(await keysOf(app, "pay")).toEqual([`pay/${id}`]);
  const extend = async (pay_by?: string) =>
    deskCall(app, await app.signIn(), "POST order", { ref, change: "extend", pay_by });
  const earlier = "Choose a later day: so far it is to be paid by Thursday 6 August";
  const latest = "Tuesday 6 October is the latest: 62 days ahead";
  for (const [day, error] of [
    [undefined, earlier],
    ["2026-08-06", earlier],
    ["2026-10-07", latest],
  ])
    expect(await extend(day)).toMatchObject({ status: 422, body: { error, field: "pay_by" } });
  expect((await extend("2026-09-31")).status).toBe(400);
  expect(await extend("2026-09-20")).toMatchObject({ body: { order: { state: "awaiting_payment" } } });
  expect((await extend("2026-09-20")).status).toBe(422);
  expect(await keysOf(app, "later")).toEqual([`later/${id}/2026-09-20`]);
  const page = await visit(app, dealPage(app, ref));
  expect(page.text).toContain("Please pay by the end of Sunday 20 September. We hold your parts until then.");
  expect(await app.rows("quote_requests")).toMatchObject([
    { next_step: "pay", step_until: expect.stringMatching(/^2026-09-20.12:00/) },
  ]);
  app.advance(43 * dayMs); // Thursday 17 September.
  await pass(app, 1);
  expect(await keysOf(app, "pay")).toEqual([`pay/${id}`]);
  await pass(app, 24);
  expect(await keysOf(app, "pay")).toEqual([`pay/${id}`, `pay/${id}/2026-09-20`]);
  await pass(app, 2 * 24);
  expect(await app.rows("orders")).toMatchObject([{ state: "awaiting_payment" }]);
  await pass(app, 24);
  expect(await app.rows("orders")).toMatchObject([{ state: "lapsed" }]);
  expect(await keysOf(app, "pay")).toHaveLength(2);
  expect(await extend("2026-10-20")).toMatchObject({
    status: 409,
    body: { error: "Only an order that waits for its payment gets a later day" },
  });
});

test("the history says until when the customer has", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const { ref_number: ref } = await addOrder(app);
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST order", { ref, change: "extend", pay_by: "2026-08-20", note: "Farm" });
  const events = (await app.rows("record_events")).filter(({ type }) => type === "order_state");
  const said = events.map(({ was, becomes }) => [
    dealEventWords("order_state", { was: String(was), becomes: String(becomes), user_id: null }),
    was,
  ]);
  expect(said).toEqual([["Gave them a later day to pay: Thursday 20 August", "2026-08-06"]]);
});
