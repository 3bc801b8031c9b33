import { randomUUID } from "node:crypto";

import { expect, onTestFinished, test, vi } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { type Fault, moments } from "#tests/mail-faults.ts";
import { type MailServer, type ModeChoice, startMailServer } from "#tests/mail-server.ts";
import { sendMail } from "#tests/quote-example.ts";
import { freePort, ServerProcess } from "#tests/server-process.ts";

import { queueMail, resendMail, withdrawMail } from "./outbox-table.ts";

const minuteMs = 60_000;
const customer = "aroha@example.co.nz";

async function withMail(
  mode: ModeChoice,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ app: TestApp; mail: MailServer }> {
  const mail = await startMailServer({ mode });
  onTestFinished(() => mail.stop());
  const app = await buildTestApp({
    environment: { MAIL_URL: mail.url, ...environment },
    mailTimes: { retryPause: 10 },
  });
  return { app, mail };
}

/** Queues a mail as a feature does; returns its key. */
async function queue(app: TestApp, { undoMs = 0 } = {}): Promise<string> {
  const { database, now } = app.app.services;
  const { mailFrom: from, mailTo: to, siteOrigin } = app.config;
  const key = `reply/QK-ABCDEF-2345/${randomUUID()}`;
  const dueAt = new Date(now().getTime() + undoMs);
  const mail = {
    key,
    refNumber: "QK-ABCDEF-2345",
    to: customer,
    subject: "Kia ora",
    text: "Hi\n",
    html: "Hi",
  };
  await database.write((tx) => queueMail(tx, { from, to, siteOrigin }, { ...mail, dueAt }, now()));
  return key;
}

async function stateOf(app: TestApp, key: string): Promise<unknown> {
  return (await app.rows("outbox")).find((row) => row["key"] === key)?.["state"];
}

const messageIdOf = (key: string) => `<${key.replaceAll("/", "-")}@quadkea.example>`;

function resend(app: TestApp, key: string): Promise<boolean> {
  const { database, now } = app.app.services;
  return database.write((tx) => resendMail(tx, key, now()));
}

test("a mail leaves once, after the time to take it back; once it is accepted its row holds no address and no text", async () => {
  const { app, mail } = await withMail("accept");
  const key = await queue(app, { undoMs: 10_000 });
  await app.app.sendMails();
  expect([await stateOf(app, key), mail.messages]).toEqual(["queued", []]);
  app.advance(10_000);
  await Promise.all([app.app.sendMails(), app.app.sendMails(), app.app.sendMails()]);
  expect(mail.messages.map(({ envelope }) => envelope.to)).toEqual([[customer]]);
  const sent = { state: "sent", envelope_from: null, envelope_to: null, source: null, error_class: null };
  expect(await app.rows("outbox")).toMatchObject([sent]);
});

test("a mail is sending on disk before the mail server hears of it, and sent only after its 250", async () => {
  const states: unknown[] = [];
  const { app } = await withMail(() => {
    looks.push(app.rows("outbox").then(([row]) => void states.push(row?.["state"])));
    return "none";
  });
  const looks: Promise<void>[] = [];
  const key = await queue(app);
  await app.app.sendMails();
  await Promise.all(looks);
  expect([...states, await stateOf(app, key)]).toEqual(["sending", "sent"]);
});

test.for(moments.map((moment) => `defer-${moment}` as const))(
  "'%s': tried again 1, 5, 15 and 60 minutes after the try before it, then failed; a person's press starts anew",
  async (fault) => {
    const { app, mail } = await withMail(fault);
    const key = await queue(app);
    await app.app.sendMails();
    for (const minutes of [1, 5, 15, 60]) {
      expect(await stateOf(app, key)).toBe("retrying");
      const before = mail.connections.total;
      app.advance(minutes * minuteMs - 1);
      await app.app.sendMails();
      expect(mail.connections.total).toBe(before);
      app.advance(1);
      await app.app.sendMails();
      expect(mail.connections.total).toBeGreaterThan(before);
    }
    expect(await stateOf(app, key)).toBe("failed");
    app.advance(1000 * minuteMs);
    mail.setMode("none");
    await app.app.sendMails();
    expect(mail.messages).toEqual([]);
    expect(await resend(app, key)).toBe(true);
    await app.app.sendMails();
    expect([await stateOf(app, key), mail.messages.length]).toEqual(["sent", 1]);
  },
);

test.for(moments.map((moment) => `refuse-${moment}` as const))(
  "'%s': failed at once, and not tried again",
  async (fault) => {
    const { app, mail } = await withMail(fault);
    const key = await queue(app);
    await app.app.sendMails();
    expect(await stateOf(app, key)).toBe("failed");
    mail.setMode("none");
    app.advance(1000 * minuteMs);
    await app.app.sendMails();
    expect([await stateOf(app, key), mail.messages]).toEqual(["failed", []]);
  },
);

test("cut off before the message began: the mail is tried again", async () => {
  const { app, mail } = await withMail("drop-rcpt");
  const key = await queue(app);
  await app.app.sendMails();
  expect(await stateOf(app, key)).toBe("retrying");
  mail.setMode("none");
  app.advance(minuteMs);
  await app.app.sendMails();
  expect([await stateOf(app, key), mail.messages.length]).toEqual(["sent", 1]);
});

test.for(["drop-dot", "die-in-data", "reset-after-dot"] as const)(
  "'%s': unknown, and left alone until a person presses; then the same bytes go out",
  async (fault) => {
    const { app, mail } = await withMail(fault);
    const key = await queue(app);
    await app.app.sendMails();
    expect(await stateOf(app, key)).toBe("unknown");
    const kept = mail.messages.length;
    mail.setMode("none");
    app.advance(1000 * minuteMs);
    await app.app.sendMails();
    expect([await stateOf(app, key), mail.messages.length]).toEqual(["unknown", kept]);
    expect(await resend(app, key)).toBe(true);
    await app.app.sendMails();
    expect([await stateOf(app, key), mail.messages.length]).toEqual(["sent", kept + 1]);
    expect(new Set(mail.messages.map(({ raw }) => raw)).size).toBe(1);
    expect(await resend(app, key)).toBe(false);
  },
);

test(
  "a mail server that hangs before the message: tried again; after it: unknown",
  { timeout: 60_000 },
  async () => {
    const faults = moments.map((moment): Fault => `hang-${moment}`);
    const states = faults.map(async (fault) => {
      const { app } = await withMail(fault);
      const key = await queue(app);
      await app.app.sendMails();
      return { fault, state: await stateOf(app, key) };
    });
    expect(await Promise.all(states)).toEqual(
      faults.map((fault) => ({ fault, state: fault === "hang-dot" ? "unknown" : "retrying" })),
    );
  },
);

test("mails that are due together are claimed in one transaction", async () => {
  const { app, mail } = await withMail("none", { MAIL_CONNECTIONS: "11" });
  for (let number = 1; number <= 10; number += 1) await queue(app);
  const write = vi.spyOn(app.app.services.database, "write");
  await app.app.sendMails();
  expect(mail.messages).toHaveLength(10);
  const [claims, outcomes] = [1, 10];
  expect(write).toHaveBeenCalledTimes(claims + outcomes);
});

test("no more mails are sending than there are connections to spare; the others stay queued", async () => {
  const looks: Promise<number>[] = [];
  const sending = (rows: readonly Record<string, unknown>[]) =>
    rows.filter(({ state }) => state === "sending").length;
  const { app, mail } = await withMail(
    () => {
      looks.push(app.rows("outbox").then(sending));
      return "none";
    },
    { MAIL_CONNECTIONS: "3" },
  );
  for (let number = 1; number <= 5; number += 1) await queue(app);
  await app.app.sendMails();
  expect(Math.max(...(await Promise.all(looks)))).toBe(2);
  expect(mail.messages).toHaveLength(5);
});

test("taking a mail back races the sender: exactly one of the two wins, 200 of 200", async () => {
  const { app, mail } = await withMail("none");
  const { database } = app.app.services;
  const keys = await Promise.all(Array.from({ length: 200 }, () => queue(app)));
  const sending = app.app.sendMails();
  const withdrawn = await Promise.all(keys.map((key) => database.write((tx) => withdrawMail(tx, key))));
  await sending;
  await app.app.sendMails();
  const sent = new Set(mail.messages.map(({ messageId }) => messageId));
  expect(mail.messages).toHaveLength(sent.size);
  keys.forEach((key, index) => {
    expect(sent.has(messageIdOf(key))).toBe(withdrawn[index] === false);
  });
});

test("the server is killed while mails are on their way: each arrives at most once, and ends sent or unknown", async () => {
  const { app, mail } = await withMail("none");
  const keys = await Promise.all(Array.from({ length: 12 }, () => queue(app)));
  await app.stop();
  // Some get their 250 and are killed before they can note it, some hang at the dot.
  let conversations = 0;
  mail.setMode(() => ((conversations += 1) % 3 === 0 ? "hang-dot" : "none"));
  const environment = { ...app.environment, PORT: await freePort() };
  for (let kill = 1; kill <= 2; kill += 1) {
    const before = mail.messages.length;
    const server = new ServerProcess(environment);
    await expect.poll(() => mail.messages.length, { timeout: 20_000, interval: 1 }).toBeGreaterThan(before);
    await server.stop("SIGKILL");
  }
  mail.setMode("none");
  const after = await app.restart();
  after.advance(2 * minuteMs);
  await after.app.runHousekeeping();
  await after.app.sendMails();
  const states = await Promise.all(keys.map((key) => stateOf(after, key)));
  expect(states.filter((state) => state !== "sent" && state !== "unknown")).toEqual([]);
  const arrived = mail.messages.map(({ messageId = "" }) => messageId);
  expect(arrived).toHaveLength(new Set(arrived).size);
  const sent = keys.filter((_, index) => states[index] === "sent");
  expect(arrived).toEqual(expect.arrayContaining(sent.map(messageIdOf)));
});

test("a receipt that the mail server puts off is tried again; the visitor is answered before", async () => {
  let conversations = 0;
  const { app, mail } = await withMail(() => ((conversations += 1) === 1 ? "none" : "defer-rcpt"));
  expect((await sendMail(app)).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(await app.rows("outbox")).toMatchObject([
    { kind: "receipt", state: "retrying", error_class: "smtp 451" },
  ]);
  mail.setMode("none");
  app.advance(minuteMs);
  await app.app.sendMails();
  expect(mail.messages.map(({ envelope }) => envelope.to)).toEqual([["sales@quadkea.example"], [customer]]);
});

test("the row of a receipt goes after 30 days", async () => {
  const { app } = await withMail("none");
  await sendMail(app);
  await app.app.services.mailStep.settled();
  app.advance(31 * 24 * 60 * minuteMs);
  await app.app.runHousekeeping();
  expect(await app.rows("outbox")).toEqual([]);
});
