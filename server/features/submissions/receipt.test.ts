import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quickProofs, range, send, visitor } from "#tests/many-visitors.ts";
import { sendMail } from "#tests/quote-example.ts";
import { solvedChallenge } from "#tests/solved-challenge.ts";

/** Room for so many submissions that only receipts meet a limit: 40 in an hour, the first ten without a proof. */
const roomy = { ...quickProofs, LIMIT_MAILS_PER_HOUR: "200", LIMIT_SUBMISSIONS_PER_ADDRESS: "1000" };

/** Submissions by these e-mail addresses, one after another; returns how many of them got a receipt. */
async function receiptsFor(app: TestApp, emails: readonly string[]): Promise<number> {
  const before = await receipts(app);
  for (const [index, email] of emails.entries()) {
    const { fields, headers } = visitor(index);
    const key = `${email} ${index}`;
    const answer = await sendMail(app, { ...fields, email }, { ...headers, "idempotency-key": key });
    expect(answer.status).toBe(200);
    await app.app.services.mailStep.settled();
  }
  return (await receipts(app)) - before;
}

async function receipts(app: TestApp): Promise<number> {
  await app.app.services.mailStep.settled();
  return (await app.mails()).filter(({ headers }) =>
    headers.some(({ key, value }) => key === "auto-submitted" && value === "auto-replied"),
  ).length;
}

test("every spelling of a Gmail address is one mailbox: three receipts a day, however it is typed", async () => {
  const app = await buildTestApp({ environment: roomy });
  const spellings = ["aroha.ngata@gmail.com", "arohangata@gmail.com", "A.R.O.H.A.ngata+bike@Gmail.com"];
  const others = ["arohangata@googlemail.com", "aroha.ngat.a@googlemail.com"];
  expect(await receiptsFor(app, [...spellings, ...others])).toBe(3);
});

test("elsewhere a dot makes another mailbox", async () => {
  const app = await buildTestApp({ environment: roomy });
  const spellings = ["aroha.ngata@example.co.nz", "arohangata@example.co.nz"];
  expect(await receiptsFor(app, [...spellings, ...spellings])).toBe(4);
});

test("above the low mark a receipt needs a proof of work; the submission itself goes through, and the receipts refill", async () => {
  const app = await buildTestApp({ environment: { ...roomy, LIMIT_SUBMISSIONS_PER_ADDRESS: "14" } });
  const others = range(1, 14).map((number) => `other@farm-${number}.example`);
  expect(await receiptsFor(app, others)).toBe(10);
  const before = await receipts(app);
  const again = (headers: Record<string, string> = {}) => {
    const { fields, headers: own } = visitor(50);
    return sendMail(app, { ...fields, email: others[13] }, { ...own, ...headers });
  };
  const { challenge } = await again();
  expect((await again({ altcha: await solvedChallenge(challenge!) })).status).toBe(200);
  expect(await receipts(app)).toBe(before + 1);
  app.advance(15 * 60_000);
  expect(await receiptsFor(app, ["later@farm.example"])).toBe(1);
});

test("one mail domain does not get all receipts", async () => {
  const app = await buildTestApp({ environment: { ...roomy, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const statuses: number[] = [];
  for (const number of range(1, 24)) {
    const { challenge } = await send(app, number);
    if (challenge === undefined) break;
    statuses.push((await send(app, number, { altcha: await solvedChallenge(challenge) })).status);
  }
  expect(statuses).toEqual(Array(24).fill(200));
  expect(await receipts(app)).toBe(20);
});
