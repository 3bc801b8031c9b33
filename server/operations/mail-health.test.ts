import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type ModeChoice, startMailServer } from "#tests/mail-server.ts";
import { sendMail } from "#tests/quote-example.ts";

const failing = "mail has been failing for a minute";

async function appWithMail(mode: ModeChoice, expectedWarnings: readonly string[] = []) {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  return { mail, app: await buildTestApp({ environment: { MAIL_URL: mail.url }, expectedWarnings }) };
}

async function aMinuteLater(app: TestApp): Promise<number> {
  app.advance(61_000);
  await app.app.probeMail();
  return (await app.fetch("/readyz")).status;
}

test("a mail server that refuses our mail: one log line after a minute, 503; the next mail that goes out ends it", async () => {
  const { app, mail } = await appWithMail("accept", [failing]);
  mail.setMode("refuse-dot");
  await sendMail(app);
  mail.setMode("accept"); // It lets itself be reached, which proves little.
  expect([await aMinuteLater(app), await aMinuteLater(app)]).toEqual([503, 503]);
  expect(app.logLines.filter((line) => line.msg === failing)).toHaveLength(1);
  await sendMail(app);
  expect((await app.fetch("/readyz")).status).toBe(200);
});

test("a visitor's address that takes no mail says nothing about ours: the server stays ready", async () => {
  const modes = (["accept", "refuse-rcpt"] as const)[Symbol.iterator]();
  const { app } = await appWithMail(() => modes.next().value ?? "accept");
  expect((await sendMail(app)).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(app.logLines.map((line) => line.msg)).toContain("receipt not sent");
  expect(await aMinuteLater(app)).toBe(200);
});
