import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type MailServerMode, startMailServer } from "#tests/mail-server.ts";

const halfPastSix = new Date("2026-11-20T17:30:00Z"); // Saturday 21 November in New Zealand
const hour = 60 * 60_000;

async function appWithSelfTest(mode: MailServerMode, expectedWarnings: readonly string[] = []) {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  const environment = { MAIL_URL: mail.url, MAIL_SELF_TEST: "07:00" };
  return { mail, app: await buildTestApp({ environment, expectedWarnings, startAt: halfPastSix }) };
}

async function hoursLater(app: TestApp, hours: number): Promise<void> {
  app.advance(hours * hour);
  await app.app.testMail();
}

test("once a day, at its hour, a test mail goes to ourselves; a restart does not send it again", async () => {
  const { app, mail } = await appWithSelfTest("accept");
  await app.app.testMail();
  expect(mail.messages).toEqual([]);
  await hoursLater(app, 1);
  await hoursLater(app, 1);
  const restarted = await app.restart();
  await Promise.all([restarted.app.testMail(), restarted.app.testMail()]);
  expect(mail.messages).toMatchObject([
    {
      subject: "[Self-test] Mail from the website arrives, 2026-11-21",
      to: [{ address: "sales@quadkea.example" }],
    },
  ]);
  await hoursLater(restarted, 24);
  expect(mail.messages).toHaveLength(2);
});

test("a failed self-test is logged as an error, is in the journal, and makes the server unready", async () => {
  const warnings = ["mail self-test failed", "mail has been failing for a minute"];
  const { app, mail } = await appWithSelfTest("refuse-rcpt", warnings);
  await hoursLater(app, 1);
  mail.setMode("accept");
  const cookie = await app.signIn();
  const journal = await app.fetch("/functions/v1/mail-journal", { headers: { cookie } });
  expect(await journal.json()).toMatchObject({
    outages: [{ failed: { "self-test": 1 }, errors: ["smtp 554"] }],
  });
  app.advance(61_000);
  await app.app.probeMail();
  expect((await app.fetch("/readyz")).status).toBe(503);
  expect(app.logLines.map((line) => line.msg)).toEqual(expect.arrayContaining(warnings));
});
