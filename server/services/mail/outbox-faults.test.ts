import { expect, test } from "vitest";

import { chores } from "#server/chores.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { type Fault, moments } from "#tests/mail-faults.ts";
import { customer, queue, resend, stateOf } from "#tests/queued-mails.ts";
import { sendMail } from "#tests/quote-example.ts";

const minuteMs = 60_000;

test.for(moments.map((moment) => `defer-${moment}` as const))(
  "'%s': tried again 1, 5, 15 and 60 minutes after the try before it, then failed, until somebody sends it again",
  async (fault) => {
    const { app, mail } = await appWithMailServer(fault);
    const key = await queue(app);
    await app.app.run("outbox");
    for (const minutes of [1, 5, 15, 60]) {
      expect(await stateOf(app, key)).toBe("retrying");
      const before = mail.connections.total;
      app.advance(minutes * minuteMs - 1);
      await app.app.run("outbox");
      expect(mail.connections.total).toBe(before);
      app.advance(1);
      await app.app.run("outbox");
      expect(mail.connections.total).toBeGreaterThan(before);
    }
    expect(await stateOf(app, key)).toBe("failed");
    app.advance(1000 * minuteMs);
    mail.setMode("none");
    await app.app.run("outbox");
    expect(mail.messages).toEqual([]);
    expect(await resend(app, key)).toBe(true);
    await app.app.run("outbox");
    expect([await stateOf(app, key), mail.messages.length]).toEqual(["sent", 1]);
  },
);

test.for(moments.map((moment) => `refuse-${moment}` as const))(
  "'%s': failed at once, and not tried again",
  async (fault) => {
    const { app, mail } = await appWithMailServer(fault);
    const key = await queue(app);
    await app.app.run("outbox");
    expect(await stateOf(app, key)).toBe("failed");
    mail.setMode("none");
    app.advance(1000 * minuteMs);
    await app.app.run("outbox");
    expect([await stateOf(app, key), mail.messages]).toEqual(["failed", []]);
  },
);

test("cut off before the message began: the mail is tried again", async () => {
  const { app, mail } = await appWithMailServer("drop-rcpt");
  const key = await queue(app);
  await app.app.run("outbox");
  expect(await stateOf(app, key)).toBe("retrying");
  mail.setMode("none");
  app.advance(minuteMs);
  await app.app.run("outbox");
  expect([await stateOf(app, key), mail.messages.length]).toEqual(["sent", 1]);
});

test.for(["drop-dot", "die-in-data", "reset-after-dot"] as const)(
  "'%s': unknown, and left alone until a person presses; then the same bytes go out",
  async (fault) => {
    const { app, mail } = await appWithMailServer(fault);
    const key = await queue(app);
    await app.app.run("outbox");
    expect(await stateOf(app, key)).toBe("unknown");
    const kept = mail.messages.length;
    mail.setMode("none");
    app.advance(1000 * minuteMs);
    await app.app.run("outbox");
    expect([await stateOf(app, key), mail.messages.length]).toEqual(["unknown", kept]);
    expect(await resend(app, key)).toBe(true);
    await app.app.run("outbox");
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
      const { app } = await appWithMailServer(fault);
      const key = await queue(app);
      await app.app.run("outbox");
      return { fault, state: await stateOf(app, key) };
    });
    expect(await Promise.all(states)).toEqual(
      faults.map((fault) => ({ fault, state: fault === "hang-dot" ? "unknown" : "retrying" })),
    );
  },
);

test("a receipt that the mail server puts off is tried again; the visitor is answered before", async () => {
  let conversations = 0;
  const { app, mail } = await appWithMailServer(() => ((conversations += 1) === 1 ? "none" : "defer-rcpt"));
  expect((await sendMail(app)).status).toBe(200);
  await app.app.services.mailStep.settled();
  expect(await app.rows("outbox")).toMatchObject([
    { kind: "receipt", state: "retrying", error_class: "smtp 451" },
  ]);
  mail.setMode("none");
  app.advance(minuteMs);
  await app.app.run("outbox");
  expect(mail.messages.map(({ envelope }) => envelope.to)).toEqual([["sales@quadkea.example"], [customer]]);
});

test("a mail server that hangs at one mail holds up neither the chore nor the mail that comes next", async () => {
  const { app, mail } = await appWithMailServer("hang-data", { mailTimes: { visitorDeadline: 4000 } });
  const { config } = app;
  const log = createLog("silent");
  const context = { ...app.app.services, config, log, stopping: new AbortController().signal };
  const run = () => chores.find(({ name }) => name === "outbox")?.run(context);
  await queue(app);
  await run();
  await expect.poll(() => mail.connections.total).toBe(1);
  mail.setMode("none");
  const key = await queue(app);
  await run();
  await expect.poll(() => stateOf(app, key)).toBe("sent");
});
