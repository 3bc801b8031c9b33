import { createChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";
import { expect, test } from "vitest";

import { type Challenge, challengeSchema } from "#domain/proof-of-work.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { range, send, sendMany, staffMails, tenMails } from "#tests/many-visitors.ts";
import { proofHeaderOf as proof, solvedChallenge as solve } from "#tests/solved-challenge.ts";

const tenMinutes = 10 * 60_000;

/** The challenge that a plain call is answered with. */
async function challengeFor(app: TestApp, number: number): Promise<Challenge> {
  const { status, challenge } = await send(app, number);
  expect(status).toBe(429);
  return challenge!;
}

test("bots at full speed leave the reserve alone, and a visitor whose browser solves is served from it", async () => {
  const app = await buildTestApp({ environment: tenMails });
  const answers = await sendMany(app, range(1, 100));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(92);
  const challenge = await challengeFor(app, 201);
  expect(await send(app, 201, { altcha: await solve(challenge) })).toMatchObject({
    status: 200,
    success: true,
  });
  expect(await staffMails(app)).toBe(9);
});

test("a solution counts once, for its submission, until it expires", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const altcha = await solve(await challengeFor(app, 1));
  expect((await send(app, 2, { altcha })).status).toBe(429);
  const inAnotherForm = { altcha, "idempotency-key": "another" };
  expect((await send(app, 1, inAnotherForm)).status).toBe(429);
  app.advance(tenMinutes);
  expect((await send(app, 1, { altcha })).status).toBe(429);
  expect(await staffMails(app)).toBe(0);
  const fresh = { altcha: await solve(await challengeFor(app, 1)) };
  expect((await send(app, 1, fresh)).status).toBe(200);
});

test("a spent solution does not let a submission be tried again", async () => {
  const environment = { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" };
  const app = await buildTestApp({ environment });
  const altcha = await solve(await challengeFor(app, 1));
  expect((await send(app, 1, { altcha })).status).toBe(200);
  // As if the ledger had forgotten the submission: the same key opens a new attempt.
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("attempts").set({ key: null }).execute());
  const again = await send(app, 1, { altcha });
  expect(again.status).toBe(429);
  expect(again.challenge).toBeDefined();
  expect((await send(await app.restart(), 1, { altcha })).status).toBe(429);
});

type Forgery = (challenge: Challenge) => string | Promise<string>;

const forgeries: Record<string, Forgery> = {
  "no JSON": () => "!!",
  "another shape": (challenge) => proof(challenge, { counter: "1" }),
  "a guess": (challenge) => {
    const { keyPrefix } = challenge.parameters;
    return proof(challenge, { counter: 1, derivedKey: keyPrefix + keyPrefix });
  },
  "an easier challenge": ({ parameters, signature }) =>
    solve({ parameters: { ...parameters, data: { ...parameters.data, tries: 1e9 } }, signature }),
  "a later expiry": ({ parameters, signature }) =>
    solve({ parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature }),
  "somebody else's signature": async ({ parameters: { data, expiresAt } }) => {
    const secrets = { hmacSignatureSecret: "not ours", hmacKeySignatureSecret: "not ours" };
    const easy = { algorithm: "PBKDF2/SHA-256", cost: 1, counter: 1, deriveKey, data, expiresAt };
    const forged = await createChallenge({ ...easy, ...secrets });
    return solve(v.parse(challengeSchema, forged));
  },
};

test("a forged solution is refused with a fresh challenge", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const challenge = await challengeFor(app, 1);
  for (const [kind, forge] of Object.entries(forgeries)) {
    const refused = await send(app, 1, { altcha: await forge(challenge) });
    const isFresh = refused.challenge?.signature !== challenge.signature;
    expect({ kind, status: refused.status, isFresh }).toEqual({ kind, status: 429, isFresh: true });
  }
  expect(await staffMails(app)).toBe(0);
});

test("what is refused is not counted", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_SUBMISSIONS_PER_ADDRESS: "9" } });
  const gateway = { "x-forwarded-for": "203.0.113.9" };
  await sendMany(app, range(1, 40), gateway);
  const altcha = await solve((await send(app, 50, gateway)).challenge!);
  expect((await send(app, 50, { ...gateway, altcha })).status).toBe(200);
});

test("buckets that are empty and windows that have ended, spent solutions among them, are forgotten", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const altcha = await solve(await challengeFor(app, 1));
  await send(app, 1, { altcha });
  await app.app.services.mailStep.settled();
  expect(await app.rows("limits")).toHaveLength(6);
  app.advance(tenMinutes);
  await app.app.run("old rows");
  // The receipts of the day to one mailbox stay.
  expect(await app.rows("limits")).toHaveLength(1);
});
