import { expect, onTestFinished, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { FakeStripe } from "#tests/fake-stripe.ts";
import { queuedSources } from "#tests/queued-mails.ts";
import { deskCall } from "#tests/staff.ts";

const mondayAfternoon = nzInstant("2026-08-03", "14:00");
const hourMs = 60 * 60_000;
const onThePage = "The account, and the code to pay with, are on the page of your order.";

/** Of an order, of a part of its payment, and of the reminder to pay. */
async function howToPay(app: TestApp): Promise<string[]> {
  const order = await addOrder(app);
  const payment = { amount_cents: 5000, method: "transfer", received_on: "2026-08-03" };
  await deskCall(app, await app.signIn(), "POST payment", { ref: order.ref_number, ...payment });
  app.advance(43 * hourMs);
  await app.app.run("deals");
  const mails = await queuedSources(app, "order", "part", "pay");
  return mails.map((source) => source.replaceAll("=\r\n", "").replaceAll("\r\n", " "));
}

test("mails about the payment say where the account is: on the page, or that staff send it", async () => {
  const bank = { BANK_ACCOUNT: "12-3456-0123459-00", BANK_ACCOUNT_NAME: "Quad Kea Limited" };
  const shown = await howToPay(await buildTestApp({ startAt: mondayAfternoon, environment: bank }));
  expect(shown.map((mail) => mail.includes(onThePage))).toEqual([true, true, true]);
  const sent = await howToPay(await buildTestApp({ startAt: mondayAfternoon }));
  expect(
    sent.map((mail) => mail.includes("We will send you the account to pay into by text message")),
  ).toEqual([true, true, true]);
  expect(sent.join(" ")).not.toContain("The account, and the code");
  expect(sent[0]).toContain("by bank transfer.");
  const stripe = new FakeStripe();
  await stripe.start();
  onTestFinished(() => stripe.stop());
  const environment = { ...bank, ...stripe.environment };
  const [both] = await howToPay(await buildTestApp({ startAt: mondayAfternoon, environment }));
  expect(both).toContain("Please pay $200.00 by card or bank transfer. The account");
});

test("mails that ask for money and wait for a mail server do not leave once the order is paid, cancelled or lapsed", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const [paid, cancelled, lapsed] = [await addOrder(app), await addOrder(app), await addOrder(app)];
  await app.app.run("outbox");
  mail.setMode("defer-data");
  const cookie = await app.signIn();
  const call = (path: string, body: object) => deskCall(app, cookie, `POST ${path}`, body);
  const by = { method: "transfer", received_on: "2026-08-03" };
  for (const { ref_number: ref } of [paid, cancelled, lapsed])
    await call("payment", { ref, amount_cents: 5000, ...by });
  await app.app.run("outbox");
  await call("payment", { ref: paid.ref_number, amount_cents: 15_000, ...by });
  await call("order", { ref: cancelled.ref_number, change: "cancel" });
  app.advance(4 * 24 * hourMs);
  await app.app.run("deals");
  const before = mail.messages.length;
  mail.setMode("accept");
  await app.app.run("outbox");
  const subjects = mail.messages.slice(before).map(({ subject }) => subject ?? "");
  expect(subjects.filter((one) => one.startsWith("Part of your payment"))).toEqual([]);
  expect(subjects.filter((one) => one.startsWith("Paid, thank you"))).toHaveLength(1);
  expect(subjects.filter((one) => one.startsWith("Payment time has passed"))).toHaveLength(1);
});

test("mails that waited for a mail server and are no longer true do not leave: lapsed once it is paid, paid once it is cancelled", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const [late, early] = [await addOrder(app), await addOrder(app)];
  await app.app.run("outbox");
  mail.setMode("defer-data");
  const pay = async ({ ref_number: ref }: typeof late, day: string) => {
    const payment = { ref, amount_cents: 20_000, method: "transfer", received_on: day };
    return (await deskCall(app, await app.signIn(), "POST payment", payment)).body;
  };
  expect(await pay(early, "2026-08-03")).toMatchObject({ state: "paid" });
  const cancel = { ref: early.ref_number, change: "cancel" };
  await deskCall(app, await app.signIn(), "POST order", cancel);
  app.advance(4 * 24 * hourMs);
  await app.app.run("deals");
  await app.app.run("outbox");
  expect(await pay(late, "2026-08-07")).toMatchObject({ state: "lapsed" });
  const revive = { ref: late.ref_number, change: "revive" };
  await deskCall(app, await app.signIn(), "POST order", revive);
  const before = mail.messages.length;
  mail.setMode("accept");
  app.advance(2 * hourMs);
  await app.app.run("outbox");
  const subjects = mail.messages.slice(before).map(({ subject }) => subject ?? "");
  expect(subjects.filter((one) => one.startsWith("Payment time has passed"))).toEqual([]);
  expect(subjects.filter((one) => one.startsWith("Paid, thank you"))).toEqual([
    expect.stringContaining(late.ref_number),
  ]);
});
