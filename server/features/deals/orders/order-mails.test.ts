import { expect, test } from "vitest";

import { nzInstant } from "#domain/nz-time.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
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
  await app.app.watchClock();
  await app.app.runDealChores();
  const mails = (await app.rows("outbox")).filter(({ kind }) =>
    ["order", "part", "pay"].includes(String(kind)),
  );
  return mails.map(({ source }) => String(source).replaceAll("=\r\n", "").replaceAll("\r\n", " "));
}

test("mails about the payment say where the account is: on the page, or that staff send it", async () => {
  const bank = { BANK_ACCOUNT: "12-3456-7890123-00", BANK_ACCOUNT_NAME: "Quad Kea Limited" };
  const shown = await howToPay(await buildTestApp({ startAt: mondayAfternoon, environment: bank }));
  expect(shown.map((mail) => mail.includes(onThePage))).toEqual([true, true, true]);
  const sent = await howToPay(await buildTestApp({ startAt: mondayAfternoon }));
  expect(sent.map((mail) => mail.includes("We send you the account to pay to."))).toEqual([true, true, true]);
  expect(sent.join(" ")).not.toContain("The account, and the code");
});
