import { expect, onTestFinished, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type Fault, moments } from "#tests/mail-faults.ts";
import { type MailServer, type MailServerMode, startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

async function appWithMail(mode: MailServerMode): Promise<{ app: TestApp; mail: MailServer }> {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  return { app: await buildTestApp({ environment: { MAIL_URL: mail.url } }), mail };
}

function staffMails(mail: MailServer) {
  return mail.messages.filter((message) => message.envelope.to.includes("sales@quadkea.example"));
}

test("over SMTP: one staff mail and one receipt, each to exactly one recipient", async () => {
  const { app, mail } = await appWithMail("accept");
  const { ref_number: reference } = await sendMail(app);
  await app.app.services.mailStep.settled();
  expect(mail.messages.map((message) => message.envelope)).toEqual([
    { from: "website@quadkea.example", to: ["sales@quadkea.example"] },
    { from: "website@quadkea.example", to: [quoteExample.email] },
  ]);
  expect(mail.messages[0]?.messageId).toBe(`<${reference}-staff@quadkea.example>`);
});

const definite: Fault[] = moments.flatMap((moment): Fault[] => [
  `defer-${moment}`,
  `refuse-${moment}`,
  `close-${moment}`,
]);
const lost: Fault[] = [...moments.map((moment): Fault => `drop-${moment}`), "die-in-data", "reset-after-dot"];

test.for([...definite, ...lost])(
  "the mail server does '%s': the visitor reads the catalogue's words, nothing is stored, pressing again goes through",
  async (fault) => {
    const { app, mail } = await appWithMail(fault);
    expect(await sendMail(app)).toMatchObject({ status: 502, success: false, error: messages.mailFailed });
    const [attempt] = await app.rows("attempts");
    const reference = String(attempt?.["ref_number"]);
    expect(attempt).toMatchObject({ sealed: null });
    expect((await app.store("quote_requests", storeBody(reference))).status).toBe(403);
    const before = mail.messages.length;
    mail.setMode("accept");
    expect(await sendMail(app)).toMatchObject({ status: 200, ref_number: reference });
    await app.app.services.mailStep.settled();
    expect(staffMails(mail)).toHaveLength(before + 1);
    expect(new Set(staffMails(mail).map((message) => message.messageId)).size).toBe(1);
  },
);

test.for([...definite, "drop-mail", "drop-data"] as const)(
  "'%s' is a refusal: the message was not on its way",
  async (fault) => {
    const { app } = await appWithMail(fault);
    await sendMail(app);
    expect((await app.rows("attempts"))[0]).toMatchObject({ state: "refused" });
  },
);

test.for(["drop-dot", "die-in-data", "reset-after-dot"] as const)(
  "'%s' leaves the outcome unknown",
  async (fault) => {
    const { app } = await appWithMail(fault);
    await sendMail(app);
    expect((await app.rows("attempts"))[0]).toMatchObject({ state: "unknown" });
  },
);

test.for(["hang-greeting", "hang-rcpt", "hang-dot"] as const)(
  "the mail server does '%s': the answer comes within the deadline, other visitors are not held up",
  { timeout: 30_000 },
  async (fault) => {
    const { app } = await appWithMail(fault);
    const started = Date.now();
    const pending = sendMail(app);
    const health = await app.fetch("/healthz");
    expect([health.status, Date.now() - started < 2000]).toEqual([200, true]);
    expect(await pending).toMatchObject({ status: 502, error: messages.mailFailed });
    expect(Date.now() - started).toBeLessThan(17_000);
  },
);

test(
  "a mail server that drips its answers is given up at the deadline, or has taken the mail by then",
  { timeout: 30_000 },
  async () => {
    const { app } = await appWithMail("drip");
    const started = Date.now();
    const { status } = await sendMail(app);
    expect([200, 502]).toContain(status);
    expect(Date.now() - started).toBeLessThan(17_000);
  },
);

test("nobody listens at MAIL_URL: refused at once; after a minute the server is not ready, and recovers by itself", async () => {
  const mail = await startMailServer();
  const expected = ["mail has been failing for a minute"];
  const port = new URL(mail.url).port;
  await mail.stop();
  const down = await buildTestApp({ environment: { MAIL_URL: mail.url }, expectedWarnings: expected });
  expect(await sendMail(down)).toMatchObject({ status: 502 });
  await down.app.probeMail();
  expect((await down.fetch("/readyz")).status).toBe(200);
  down.advance(61_000);
  await down.app.probeMail();
  expect((await down.fetch("/readyz")).status).toBe(503);
  const back = await startMailServer({ port: Number(port) });
  onTestFinished(() => back.stop());
  down.advance(5 * 60_000);
  await down.app.probeMail();
  expect((await down.fetch("/readyz")).status).toBe(200);
});
