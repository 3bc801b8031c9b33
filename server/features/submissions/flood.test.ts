import { expect, test } from "vitest";

import type { Challenge } from "#domain/proof-of-work.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quickProofs, range, send, sendMany, staffMails, visitor } from "#tests/many-visitors.ts";
import { type MailAnswer, sendMail } from "#tests/quote-example.ts";
import { solvedChallenge } from "#tests/solved-challenge.ts";

/** Forty mails for anybody, ten in reserve. Six submissions from one address, and so 24 from a /24. */
const fiftyMails = {
  ...quickProofs,
  LIMIT_MAILS_PER_HOUR: "50",
  LIMIT_MAIL_RESERVE_PERCENT: "20",
  LIMIT_SUBMISSIONS_PER_ADDRESS: "6",
};
const minute = 60_000;
const atOnce = 10;

/** That many submissions, each from the address that it is given. */
async function flood(app: TestApp, count: number, addressOf: (index: number) => string) {
  const statuses: number[] = [];
  for (let first = 0; first < count; first += atOnce) {
    const group = range(first, Math.min(count, first + atOnce) - 1).map((index) => {
      const address = addressOf(index);
      const key = `${address} ${index}`;
      return send(app, 1000 + index, { "x-forwarded-for": address, "idempotency-key": key });
    });
    for (const { status } of await Promise.all(group)) statuses.push(status);
  }
  const having = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return { accepted: having(200), refused: having(429) };
}

/** Sends until nothing more is demanded, making every proof that is; returns the last answer and all challenges. */
async function sendProven(app: TestApp, number: number, headers: Record<string, string> = {}) {
  const challenges: Challenge[] = [];
  let answer = await send(app, number, headers);
  while (answer.challenge !== undefined && challenges.length < 3) {
    challenges.push(answer.challenge);
    const altcha = await solvedChallenge(answer.challenge);
    answer = await send(app, number, { ...headers, altcha });
  }
  return { answer, challenges };
}

function triesOf({ challenge }: Pick<MailAnswer, "challenge">): number {
  return challenge?.parameters.data.tries ?? 0;
}

const ipv4 = (network: number) => `192.0.${network}.7`;

/** As above, with a reserve that two proofs use up. */
const smallReserve = { ...fiftyMails, LIMIT_MAIL_RESERVE_PERCENT: "4" };

/** Uses up everything: nine addresses send what anybody may and the proofs for the reserve. */
async function drain(app: TestApp): Promise<void> {
  const { accepted } = await flood(app, 48, (index) => ipv4(Math.floor(index / 6)));
  expect(accepted).toBe(48);
  for (const number of [501, 502]) {
    const { answer } = await sendProven(app, number, { "x-forwarded-for": ipv4(9) });
    expect(answer.status).toBe(200);
  }
}

test("nine addresses use up all mails of the hour, and a visitor from elsewhere still gets through with a proof", async () => {
  const app = await buildTestApp({ environment: smallReserve });
  await drain(app);
  expect(await staffMails(app)).toBe(50);
  const { answer, challenges } = await sendProven(app, 1);
  expect([answer.status, challenges.length]).toEqual([200, 1]);
  expect(await staffMails(app)).toBe(51);
});

test("a new /64 for every fifth submission does not get one /48 more than its share without proofs", async () => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAILS_PER_HOUR: "600" } });
  const found = await flood(app, 60, (index) => `2001:db8:1:${Math.floor(index / 5).toString(16)}00::1`);
  expect(found).toEqual({ accepted: 24, refused: 36 });
  expect((await send(app, 1, { "x-forwarded-for": "2001:db8:2::1" })).status).toBe(200);
});

test("a /56 has twice the share of a /64, and a /24 four times that of an address", async () => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAILS_PER_HOUR: "600" } });
  const of56 = await flood(app, 20, (index) => `2001:db8:1:${(0x4200 + index).toString(16)}::1`);
  expect(of56).toEqual({ accepted: 12, refused: 8 });
  const of24 = await flood(app, 40, (index) => `192.0.2.${index}`);
  expect(of24).toEqual({ accepted: 24, refused: 16 });
});

test("a visitor in a network that sends too much gets through with a proof", async () => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAILS_PER_HOUR: "600" } });
  await flood(app, 40, (index) => `192.0.2.${index}`);
  const { answer, challenges } = await sendProven(app, 1, { "x-forwarded-for": "192.0.2.250" });
  expect([answer.status, challenges.length]).toEqual([200, 1]);
});

test("one address that goes on sending pays twice as much with each tenth of its share, without end", async () => {
  const app = await buildTestApp({
    environment: { ...quickProofs, LIMIT_SUBMISSIONS_PER_ADDRESS: "10" },
  });
  const address = { "x-forwarded-for": "192.0.2.7" };
  await sendMany(app, range(1, 10), address);
  const tries: number[] = [];
  for (const number of range(11, 15)) {
    tries.push(triesOf(await send(app, number, address)));
    expect((await sendProven(app, number, address)).answer.status).toBe(200);
  }
  expect(tries.map((one) => Math.round(one / tries[0]!))).toEqual([1, 2, 4, 8, 16]);
  // Without a proof it waits until one submission is forgotten, which is a minute for each of the five and itself.
  const refused = await send(app, 16, address);
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 360]);
});

test("somebody else's submissions under a visitor's e-mail address cost that visitor a proof, nothing more", async () => {
  const app = await buildTestApp({ environment: { ...quickProofs, LIMIT_SUBMISSIONS_PER_EMAIL: "3" } });
  const by = (number: number, headers: Record<string, string> = {}) => {
    const { fields, headers: own } = visitor(number);
    return sendMail(app, { ...fields, email: "aroha@example.co.nz" }, { ...own, ...headers });
  };
  for (const number of range(1, 3)) expect((await by(number)).status).toBe(200);
  const { status, challenge } = await by(4);
  expect(status).toBe(429);
  expect((await by(4, { altcha: await solvedChallenge(challenge!) })).status).toBe(200);
});

test("the mails refill by the minute, not after an hour", async () => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAIL_RESERVE_PERCENT: "0" } });
  await flood(app, 50, (index) => ipv4(Math.floor(index / 6)));
  expect((await send(app, 1)).status).toBe(429);
  app.advance(2 * minute);
  expect((await send(app, 1)).status).toBe(200);
  expect((await send(app, 2)).status).toBe(429);
});

test("an address that has used up its share may send again after a tenth of the ten minutes", async () => {
  const app = await buildTestApp({
    environment: { ...quickProofs, LIMIT_SUBMISSIONS_PER_ADDRESS: "10" },
  });
  const address = { "x-forwarded-for": "192.0.2.7" };
  await sendMany(app, range(1, 10), address);
  const refused = await send(app, 11, address);
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 60]);
  app.advance(minute);
  expect((await send(app, 11, address)).status).toBe(200);
  expect((await send(app, 12, address)).status).toBe(429);
});

test("proofs get harder as the reserve is used, and an easy one from before is not enough then", async () => {
  const app = await buildTestApp({ environment: fiftyMails });
  await flood(app, 40, (index) => ipv4(Math.floor(index / 5)));
  const early = await send(app, 1);
  const easy = await solvedChallenge(early.challenge!);
  const tries: number[] = [];
  for (const number of range(1, 7)) {
    tries.push(triesOf(await send(app, 500 + number)));
    await sendProven(app, 500 + number);
  }
  expect(tries.map((one) => Math.round(one / triesOf(early)))).toEqual([1, 2, 4, 8, 16, 32, 32]);
  const refused = await send(app, 1, { altcha: easy });
  expect(refused.status).toBe(429);
  expect(triesOf(refused)).toBe(tries.at(-1));
});

test("a visitor whose proof was overtaken once is asked for the hardest, which is enough from then on", async () => {
  const app = await buildTestApp({ environment: fiftyMails });
  await flood(app, 40, (index) => ipv4(Math.floor(index / 5)));
  const first = await send(app, 1);
  const altcha = await solvedChallenge(first.challenge!);
  for (const number of range(1, 3)) await sendProven(app, 500 + number);
  const second = await send(app, 1, { altcha });
  expect(Math.round(triesOf(second) / triesOf(first))).toBe(32);
  const harder = await solvedChallenge(second.challenge!);
  expect((await send(app, 1, { altcha: harder })).status).toBe(200);
});

test("a level that rises by one while the phone calculates is forgiven", async () => {
  const app = await buildTestApp({ environment: fiftyMails });
  await flood(app, 40, (index) => ipv4(Math.floor(index / 5)));
  const altcha = await solvedChallenge((await send(app, 1)).challenge!);
  await sendProven(app, 501);
  expect((await send(app, 1, { altcha })).status).toBe(200);
});

test("once all mails are used up, a busy network needs more than the hardest proof, a quiet one does not", async () => {
  const environment = { ...smallReserve, LIMIT_SUBMISSIONS_PER_ADDRESS: "20" };
  const app = await buildTestApp({ environment });
  await drain(app);
  const busy = { "x-forwarded-for": "203.0.113.1" };
  const quiet = { "x-forwarded-for": "203.0.112.1" };
  const hardest = triesOf(await send(app, 600, busy));
  for (const number of [601, 602]) expect((await sendProven(app, number, busy)).answer.status).toBe(200);
  expect(triesOf(await send(app, 603, busy))).toBe(2 * hardest);
  expect(triesOf(await send(app, 603, quiet))).toBe(hardest);
});
