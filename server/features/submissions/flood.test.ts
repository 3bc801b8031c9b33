import { expect, test } from "vitest";

import type { Challenge } from "#domain/proof-of-work.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quickProofs, range, send, sendMany, staffMails } from "#tests/many-visitors.ts";
import { solvedChallenge } from "#tests/solved-challenge.ts";

/** Forty mails for anybody, ten in reserve. Six submissions from one network. */
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

test("a flood from 600 networks takes what is free of the hour's mails, and a visitor gets through with a proof", async () => {
  const app = await buildTestApp({ environment: fiftyMails });
  const addressOf = (index: number) => `10.${index >> 8}.${index % 256}.7`;
  expect(await flood(app, 600, addressOf)).toEqual({ accepted: 40, refused: 560 });
  const { answer, challenges } = await sendProven(app, 1);
  expect([answer.status, challenges.length]).toEqual([200, 1]);
});

test.for([
  ["a /48", (index: number) => `2001:db8:1:${index.toString(16)}00::1`],
  ["a /24", (index: number) => `192.0.2.${index}`],
] as const)("%s has one share, and a visitor in it gets through with a proof", async ([, addressOf]) => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAILS_PER_HOUR: "600" } });
  expect(await flood(app, 20, addressOf)).toEqual({ accepted: 6, refused: 14 });
  const { answer, challenges } = await sendProven(app, 1, { "x-forwarded-for": addressOf(100) });
  expect([answer.status, challenges.length]).toEqual([200, 1]);
  expect((await send(app, 2)).status).toBe(200);
});

test("the mails refill by the minute, not after an hour", async () => {
  const app = await buildTestApp({ environment: { ...fiftyMails, LIMIT_MAIL_RESERVE_PERCENT: "0" } });
  await flood(app, 50, (index) => ipv4(Math.floor(index / 6)));
  expect((await send(app, 1)).status).toBe(429);
  app.advance(2 * minute);
  expect((await send(app, 1)).status).toBe(200);
  expect((await send(app, 2)).status).toBe(429);
});

test("a network that has used up its share may send again after a tenth of the ten minutes", async () => {
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
