import { expect } from "vitest";

import type { TestApp } from "./build-test-app.ts";
import { type MailAnswer, quoteExample, sendMail } from "./quote-example.ts";

export const behindProxy = { TRUST_PROXY: "loopback" };
/** Small proofs of work, so that a test can make even the hardest. */
export const quickProofs = { ...behindProxy, LIMIT_PROOF_SECONDS: "1" };
/** Eight mails for anybody, two in reserve. */
export const tenMails = { ...quickProofs, LIMIT_MAILS_PER_HOUR: "10", LIMIT_MAIL_RESERVE_PERCENT: "20" };

/** A different visitor for every number: address, e-mail and part. */
export function visitor(number: number) {
  const fields = { ...quoteExample, email: `visitor-${number}@example.co.nz`, part_needed: `Part ${number}` };
  return {
    fields,
    headers: { "x-forwarded-for": `198.51.100.${number}`, "idempotency-key": `key-${number}` },
  };
}

/** The mail call of that visitor. */
export function send(
  app: TestApp,
  number: number,
  headers: Record<string, string> = {},
): Promise<MailAnswer> {
  const { fields, headers: own } = visitor(number);
  return sendMail(app, fields, { ...own, ...headers });
}

/** The mail calls of those visitors, all at once. */
export function sendMany(app: TestApp, numbers: number[], headers: Record<string, string> = {}) {
  return Promise.all(numbers.map((number) => send(app, number, headers)));
}

/** The whole numbers from one to another, both included. */
export const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Uses up what anybody may have. */
export async function press(app: TestApp): Promise<void> {
  const answers = await sendMany(app, range(101, 108));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
}

/** How many submissions staff were mailed. */
export async function staffMails(app: TestApp): Promise<number> {
  await app.app.services.mailStep.settled();
  return (await app.mails()).filter((mail) => mail.subject?.startsWith("Quote request")).length;
}
