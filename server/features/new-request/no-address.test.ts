import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { hourMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";

const caller = { full_name: "Wiremu Tait", phone: "021 555 0199", part_needed: "Rear rack" };
const undoMs = 10_000;
const wayless = "There is no e-mail address: ring them, or send a text message";

/** A caller without an address, and the desk. */
async function withCaller(vehicle = false) {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const fields = vehicle
    ? { full_name: "Bo Hill", phone: caller.phone, make: "Honda", model: "TRX350" }
    : caller;
  const request = { from: null, channel: "phone", fields, vehicle };
  const { body } = await deskCall(app, cookie, "POST new-request", request);
  const reference = String(body["ref"]);
  const desk = await quoteDesk(app, { cookie, reference });
  const read = async () => {
    const shown = await deskCall(app, cookie, `GET desk-record?reference=${reference}`);
    return shown.body as { record: Readonly<Record<string, unknown>> };
  };
  const untold = async () => {
    const events = await app.rows("record_events");
    return events.filter(({ type }) => type === "untold").map(({ becomes }) => becomes);
  };
  return { app, cookie, desk, reference, read, untold };
}

async function withQuote() {
  const quoted = await withCaller();
  await quoted.desk.send();
  quoted.app.advance(undoMs);
  await quoted.app.app.run("outbox");
  return quoted;
}

test("a quote to a caller is sent without a mail; telling them is the next step, and answers the request", async () => {
  const { app, desk, read, untold } = await withQuote();
  const { body } = await desk.quote();
  expect(body).toMatchObject({ versions: [{ state: "sent", mail: null }], next: "told" });
  expect((await read()).record).toMatchObject({
    next_step: "tell",
    status: "in_progress",
    answered_at: null,
  });
  expect(await untold()).toEqual(["quote"]);
  await app.app.run("outbox");
  expect(await app.mails()).toEqual([]);
  app.advance(1000);
  expect(await desk.call("told")).toMatchObject({ status: 200 });
  const { record } = await read();
  expect(record).toMatchObject({ next_step: "waiting", untold_at: null, answered_by: "call" });
  expect(await desk.call("told")).toMatchObject({
    status: 409,
    body: { error: "There is nothing to tell them any more" },
  });
});

test("a logged call tells them, too; taken back, it has not", async () => {
  const { app, cookie, reference, read } = await withQuote();
  const key = randomUUID();
  app.advance(1000);
  await deskCall(app, cookie, `POST desk-call?reference=${reference}`, { text: "", key });
  expect((await read()).record).toMatchObject({ next_step: "waiting", answered_by: "call" });
  app.advance(1000);
  await deskCall(app, cookie, `POST desk-call-undo?reference=${reference}`, { key });
  expect((await read()).record).toMatchObject({ next_step: "tell", answered_at: null });
});

test("approved by phone, each mail of the order is told in its turn", async () => {
  const { app, desk, read, untold } = await withQuote();
  await desk.call("told");
  const approval = { number: 1, how: "phone", selection: { choices: {}, options: [] }, note: "He said yes" };
  expect(await desk.call("approve", approval)).toMatchObject({ status: 200 });
  expect((await read()).record).toMatchObject({ next_step: "tell" });
  expect((await desk.quote()).body).toMatchObject({ next: "told", order: { state: "awaiting_payment" } });
  await desk.call("told");
  expect((await read()).record).toMatchObject({ next_step: "pay" });
  const received_on = nzDate(app.app.services.now());
  const paid = { amount_cents: 20_000, method: "cash", received_on, note: null };
  expect(await desk.call("payment", paid)).toMatchObject({ status: 200 });
  expect(await untold()).toEqual(["quote", "order", "paid"]);
});

test("a reminder is told once, however often the chore comes by", async () => {
  const { app, desk, untold } = await withQuote();
  await desk.call("told");
  for (let hour = 0; hour < 24 * 5; hour += 4) {
    app.advance(4 * hourMs);
    await app.app.run("deals");
  }
  expect(await untold()).toEqual(["quote", "reminder", "reminder"]);
});

test("a later day to pay is told, and its reminder: nothing is queued", async () => {
  const { app, desk, reference, untold } = await withQuote();
  await desk.call("approve", { number: 1, how: "phone", note: "Rang at 2", selection: {} });
  const untilReminded = async (days: number) => {
    for (let hour = 0; hour < 24 * days; hour += 4) {
      app.advance(4 * hourMs);
      await app.app.run("deals");
    }
  };
  await untilReminded(2);
  const pay_by = nzDate(new Date(app.app.services.now().getTime() + 20 * 24 * hourMs));
  const { call } = await quoteDesk(app, { reference });
  expect(await call("order", { change: "extend", pay_by })).toMatchObject({ status: 200 });
  await untilReminded(20);
  expect(await untold()).toEqual(["quote", "order", "pay", "later", "pay"]);
  expect(await app.rows("outbox")).toEqual([]);
});

test("a reply to a record without an address is refused with what to do instead", async () => {
  const { app, cookie, reference } = await withCaller();
  await app.app.services.database.write((tx) => tx.updateTable("users").set({ full_name: "Mia" }).execute());
  const reply = { text: "Kia ora, yes.", key: randomUUID() };
  const response = await deskCall(app, cookie, `POST desk-reply?reference=${reference}`, reply);
  expect(response).toMatchObject({ status: 422, body: { error: wayless } });
});

test("once the address is known, mails leave again", async () => {
  const { app, cookie, desk, reference, untold } = await withCaller();
  const fields = { email: "wiremu@example.co.nz" };
  const corrected = await deskCall(app, cookie, `POST desk-correction?reference=${reference}`, { fields });
  expect(corrected).toMatchObject({ status: 200 });
  await desk.send(exampleDraft());
  app.advance(undoMs);
  await app.app.run("outbox");
  await app.app.run("outbox");
  expect((await app.mails()).map(({ to }) => to?.[0]?.address)).toEqual(["wiremu@example.co.nz"]);
  expect(await untold()).toEqual([]);
});

test("a seller without an address is told of what we ask, too", async () => {
  const { app, cookie, reference, read } = await withCaller(true);
  const asked = await deskCall(app, cookie, "POST photo-request", {
    ref: reference,
    shots: ["front"],
    words: null,
  });
  expect(asked).toMatchObject({ status: 200 });
  expect((await read()).record).toMatchObject({ next_step: "tell" });
  app.advance(1000);
  expect(await deskCall(app, cookie, "POST told", { ref: reference })).toMatchObject({ status: 200 });
  expect((await read()).record).toMatchObject({ next_step: "photos", untold_at: null });
});

test("the page of a caller promises no e-mail, before the quote, with it, and once it is paid", async () => {
  const asked = await withCaller();
  const { app, desk, reference } = await withQuote();
  const text = async (of: TestApp, ref: string) => (await visit(of, dealPage(of, ref))).text;
  const said = [await text(asked.app, asked.reference), await text(app, reference)];
  await desk.call("approve", { number: 1, how: "phone", note: "Rang at 2", selection: {} });
  said.push(await text(app, reference));
  for (const page of said) expect(page).not.toMatch(/get an e-mail|by e-mail|e-mail you|our e-mails/);
  expect(said[0]).toContain("We ring or text you with the price");
  expect(said[0]).toContain("Delivery address Wiremu Tait We have none yet Tell us");
});
