import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { expect, test } from "vitest";

import { business } from "#domain/business.ts";
import type { Challenge } from "#domain/proof-of-work.ts";
import { buildTestApp, type TestApp, testAdmin } from "#tests/build-test-app.ts";
import { type MailAnswer, quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

const tenMinutes = 10 * 60_000;
const behindProxy = { TRUST_PROXY: "loopback" };
/** Eight mails for anybody, two in reserve. */
const tenMails = { ...behindProxy, LIMIT_MAILS_PER_HOUR: "10", LIMIT_MAIL_RESERVE_PERCENT: "20" };

/** A different visitor for every number: address, e-mail and part. */
function visitor(number: number) {
  const fields = { ...quoteExample, email: `visitor-${number}@example.co.nz`, part_needed: `Part ${number}` };
  return {
    fields,
    headers: { "x-forwarded-for": `198.51.100.${number}`, "idempotency-key": `key-${number}` },
  };
}

function send(app: TestApp, number: number, headers: Record<string, string> = {}): Promise<MailAnswer> {
  const { fields, headers: own } = visitor(number);
  return sendMail(app, fields, { ...own, ...headers });
}

function sendMany(app: TestApp, numbers: number[], headers: Record<string, string> = {}) {
  return Promise.all(numbers.map((number) => send(app, number, headers)));
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Uses up what anybody may have. */
async function press(app: TestApp): Promise<void> {
  const answers = await sendMany(app, range(101, 108));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
}

/** The challenge that a plain call is answered with. */
async function challengeFor(app: TestApp, number: number): Promise<Challenge> {
  const { status, challenge } = await send(app, number);
  expect(status).toBe(429);
  return challenge!;
}

async function solve(challenge: Challenge): Promise<string> {
  return proof(challenge, await solveChallenge({ challenge, deriveKey }));
}

function proof(challenge: object, solution: object | null): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

async function staffMails(app: TestApp): Promise<number> {
  await app.app.services.mailStep.settled();
  return (await app.mails()).filter((mail) => mail.subject?.startsWith("Quote request")).length;
}

test("thirty visitors behind one address within ten minutes are all accepted, without a proof of work", async () => {
  const app = await buildTestApp({ environment: behindProxy });
  const answers = await sendMany(app, range(1, 30), { "x-forwarded-for": "203.0.113.9" });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ ref_number: reference }) => reference)).size).toBe(30);
});

test("devices of one IPv6 network share a limit, other networks have their own", async () => {
  const environment = { ...behindProxy, LIMIT_SUBMISSIONS_PER_ADDRESS: "2" };
  const app = await buildTestApp({ environment });
  const from = async (number: number, address: string) =>
    (await send(app, number, { "x-forwarded-for": address })).status;
  expect(await from(1, "2001:db8:1:2::1")).toBe(200);
  expect(await from(2, "2001:db8:1:2:ffff::2")).toBe(200);
  expect(await from(3, "2001:db8:1:2:3:4:5:6")).toBe(429);
  expect(await from(3, "2001:db8:1:3::1")).toBe(200);
});

test("one e-mail address, however it is written, gets so many an hour, wherever they come from", async () => {
  const environment = { ...behindProxy, LIMIT_SUBMISSIONS_PER_EMAIL: "2" };
  const app = await buildTestApp({ environment });
  const by = (number: number, email: string) => {
    const { fields, headers } = visitor(number);
    return sendMail(app, { ...fields, email }, headers);
  };
  expect((await by(1, "aroha@example.co.nz")).status).toBe(200);
  expect((await by(2, "Aroha+parts@Example.co.nz")).status).toBe(200);
  const third = await by(3, "aroha+3@example.co.nz");
  expect(third).toMatchObject({ status: 429, error: expect.stringContaining(business.phone) });
  expect(third.challenge).toBeUndefined();
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(3000);
  expect((await by(3, "hemi@example.co.nz")).status).toBe(200);
  app.advance(60 * 60_000 + 1);
  expect((await by(4, "aroha@example.co.nz")).status).toBe(200);
});

test("twins and repetitions count once, also where the mail did not go out", async () => {
  const app = await buildTestApp({ environment: { ...behindProxy, MAIL_URL: "file:/dev/null/mail" } });
  await Promise.all([send(app, 1), send(app, 1)]);
  for (const _ of range(1, 9)) expect((await send(app, 1)).status).toBe(502);
  const limits = await app.rows("limits");
  const counts = limits.map((row) => Number(row["count"])).toSorted((one, other) => one - other);
  expect(counts).toEqual([1, 1, 1, 9]);
  // ... but not for ever: each try costs a conversation with the mail server.
  await send(app, 1);
  expect((await send(app, 1)).status).toBe(429);
});

test("a store call needs no budget", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAILS_PER_HOUR: "1" } });
  const { ref_number: reference } = await send(app, 1);
  expect((await send(app, 2)).status).toBe(429);
  const stored = await app.store("quote_requests", storeBody(String(reference), visitor(1).fields));
  expect(stored.status).toBe(201);
});

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

test("a call without the demanded proof reads the message with the phone number, and when to come back", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  const refused = await send(app, 1);
  expect(refused).toMatchObject({
    status: 429,
    success: false,
    error: expect.stringContaining(business.phone),
    challenge: { parameters: { algorithm: "PBKDF2/SHA-256" } },
  });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
  app.advance(60 * 60_000 + 1);
  expect((await send(app, 1)).status).toBe(200);
});

test("when the reserve is used up too, nothing is demanded any more", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  for (const number of [1, 2]) {
    const altcha = await solve(await challengeFor(app, number));
    expect((await send(app, number, { altcha })).status).toBe(200);
  }
  const eleventh = await send(app, 3);
  expect(eleventh.status).toBe(429);
  expect(eleventh.challenge).toBeUndefined();
  expect(await staffMails(app)).toBe(10);
});

test("a solution counts once, for its submission, until it expires", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const altcha = await solve(await challengeFor(app, 1));
  expect((await send(app, 2, { altcha })).status).toBe(429);
  const inAnotherForm = { altcha, "idempotency-key": "another" };
  expect((await send(app, 1, inAnotherForm)).status).toBe(429);
  app.advance(5 * 60_000);
  expect((await send(app, 1, { altcha })).status).toBe(429);
  expect(await staffMails(app)).toBe(0);
  const fresh = { altcha: await solve(await challengeFor(app, 1)) };
  expect((await send(app, 1, fresh)).status).toBe(200);
});

test("a spent solution does not let a submission be tried anew", async () => {
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
  "a later expiry": ({ parameters, signature }) =>
    solve({ parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature }),
  "somebody else's signature": async ({ parameters: { data, expiresAt } }) => {
    const secrets = { hmacSignatureSecret: "not ours", hmacKeySignatureSecret: "not ours" };
    const easy = { algorithm: "PBKDF2/SHA-256", cost: 1, counter: 1, deriveKey, data, expiresAt };
    const forged = await createChallenge({ ...easy, ...secrets });
    return proof(forged, await solveChallenge({ challenge: forged, deriveKey }));
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

test("under pressure a form without scripts gets a page with the phone number and what was typed", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  const typed = Object.entries({ ...quoteExample, consent: "true" }).map(([name, value]) => [
    name,
    String(value),
  ]);
  const answer = await app.fetch("/forms/quote", { method: "POST", body: new URLSearchParams(typed) });
  const page = await answer.text();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  for (const text of [
    "Too many requests",
    business.phone,
    'value="Aroha Ngata"',
    "Runs fine, the diff whines.",
  ]) {
    expect(page).toContain(text);
  }
  expect(await staffMails(app)).toBe(8);
});

test("with every budget used up, staff sign in, the sweeper stores, and /metrics tells", async () => {
  const app = await buildTestApp({ environment: tenMails });
  await press(app);
  await send(app, 1, { altcha: "forged" });
  const signedIn = await app.postJson("/functions/v1/auth-login", testAdmin);
  expect(signedIn.status).toBe(200);
  app.advance(16 * 60_000);
  await app.app.keepHouse();
  expect(await app.rows("quote_requests")).toHaveLength(8);
  const metrics = await (await app.fetch("/metrics")).text();
  expect(metrics).toContain('quadkea_submissions_refused_total{limit="reserve"} 1');
  expect(metrics).toContain('quadkea_challenges_total{outcome="demanded"} 1');
  expect(metrics).toContain('quadkea_challenges_total{outcome="invalid"} 1');
});

test("windows that have ended, spent solutions among them, are forgotten", async () => {
  const app = await buildTestApp({ environment: { ...tenMails, LIMIT_MAIL_RESERVE_PERCENT: "100" } });
  const altcha = await solve(await challengeFor(app, 1));
  await send(app, 1, { altcha });
  await app.app.services.mailStep.settled();
  expect(await app.rows("limits")).toHaveLength(5);
  app.advance(tenMinutes);
  await app.app.keepHouse();
  expect(await app.rows("limits")).toHaveLength(3);
});
