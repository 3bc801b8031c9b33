import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp, type TestAppOptions } from "#tests/build-test-app.ts";
import { type ModeChoice, startMailServer } from "#tests/mail-server.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

const failing = "mail has been failing for a minute";

async function appWithMail(mode: ModeChoice, options: Partial<TestAppOptions> = {}) {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  const app = await buildTestApp({ environment: { MAIL_URL: mail.url }, ...options });
  return { mail, app };
}

async function readiness(app: TestApp): Promise<number> {
  return (await app.fetch("/readyz")).status;
}

async function probeAfter(app: TestApp, minutes: number): Promise<number> {
  app.advance(minutes * 60_000 + 1000);
  await app.app.run("mail probe");
  return readiness(app);
}

test("a mail server that refuses our mail: after a minute one log line and 503, until the next mail is sent", async () => {
  const { app, mail } = await appWithMail("none", { expectedWarnings: [failing] });
  mail.setMode("refuse-dot");
  await sendMail(app);
  mail.setMode("none"); // It lets itself be reached, which proves little.
  expect([await probeAfter(app, 1), await probeAfter(app, 1)]).toEqual([503, 503]);
  expect(app.logLines.filter((line) => line.msg === failing)).toHaveLength(1);
  await sendMail(app);
  expect(await readiness(app)).toBe(200);
});

test("a visitor's address that refuses mail does not count: the server stays ready", async () => {
  const modes = (["none", "refuse-rcpt"] as const)[Symbol.iterator]();
  const { app } = await appWithMail(() => modes.next().value ?? "none");
  expect((await sendMail(app)).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(app.logLines.map((line) => line.msg)).toContain("customer mail not sent");
  expect(await probeAfter(app, 1)).toBe(200);
});

test("a mail server that goes away while nobody sends: 503 after a minute, ready again once it is back", async () => {
  const { app, mail } = await appWithMail("none", { expectedWarnings: [failing] });
  expect(await probeAfter(app, 0)).toBe(200);
  mail.setMode("drop-greeting");
  expect([await probeAfter(app, 0), await probeAfter(app, 1)]).toEqual([200, 503]);
  mail.setMode("none");
  expect(await probeAfter(app, 0)).toBe(200);
});

test("the probe connects only after a minute without a sent mail, and never during a staff mail", async () => {
  const { app, mail } = await appWithMail("none", { mailTimes: { deadline: 1000, sessionMin: 100 } });
  await sendMail(app);
  await app.app.services.mailStep.settled();
  expect(mail.connections.total).toBe(2);
  await probeAfter(app, 0);
  expect(mail.connections.total).toBe(2);
  await probeAfter(app, 1);
  expect(mail.connections.total).toBe(3);
  mail.setMode("hang-greeting");
  const sending = sendMail(app, { ...quoteExample, make: "Yamaha" });
  await expect.poll(() => mail.connections.total).toBe(4);
  await app.app.run("mail probe");
  expect(mail.connections.total).toBe(4);
  expect((await sending).status).toBe(502);
});

async function appWithAccount(password: string, expectedWarnings: readonly string[] = []) {
  const account = { user: "desk", password: "right", signIns: 0 };
  const mail = await startMailServer({ account });
  onTestFinished(() => mail.stop());
  const environment = { MAIL_URL: mail.url.replace("//", `//desk:${password}@`) };
  return { mail, account, app: await buildTestApp({ environment, expectedWarnings }) };
}

test("probes do not sign in; mails do", async () => {
  const { app, account, mail } = await appWithAccount("right");
  for (const _ of [1, 2, 3]) expect(await probeAfter(app, 0)).toBe(200);
  expect([mail.connections.total, account.signIns]).toEqual([3, 0]);
  expect((await sendMail(app)).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(account.signIns).toBe(2);
});

test("a wrong password keeps the server unready until signing in works, tried every five minutes", async () => {
  const { app, account } = await appWithAccount("wrong", [failing]);
  expect((await sendMail(app)).status).toBe(502);
  expect(account.signIns).toBe(1);
  expect([await probeAfter(app, 1), await probeAfter(app, 1)]).toEqual([503, 503]);
  expect(account.signIns).toBe(1);
  expect([await probeAfter(app, 5), await probeAfter(app, 1)]).toEqual([503, 503]);
  expect(account.signIns).toBe(2);
  account.password = "wrong";
  expect(await probeAfter(app, 5)).toBe(200);
});
