import { expect, test, vi } from "vitest";

import { declineReasons } from "#domain/deals/desk-settings.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { takeBack } from "#server/features/deals/visitor/visitor-actions.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote, approveQuote } from "#tests/deal-examples.ts";
import { dealPage, press } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import type { MailServer } from "#tests/mail-server.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const hourMs = 60 * 60_000;
const mondayAfternoon = nzInstant("2026-08-03", "14:00");

async function pass(app: TestApp, hours: number): Promise<void> {
  app.advance(hours * hourMs);
  await app.app.run("deals");
}

/** Of the mails of this kind that arrived. */
function idsOf(mail: MailServer, kind: string): (string | undefined)[] {
  return mail.messages.map(({ name }) => name).filter((name) => name.startsWith(`${kind}-`));
}

test("a reminder that waits for a mail server does not leave after a reaction, a stop, a withdrawal, a new price or the end of the request", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const add = async () => (await addQuote(app)).reference;
  const [asked, declined, stopped, untouched] = [await add(), await add(), await add(), await add()];
  const approved = await addQuote(app);
  const [withdrawn, corrected, completed, cancelled] = [await add(), await add(), await add(), await add()];
  await app.app.run("outbox");
  mail.setMode("defer-data");
  await pass(app, 43);
  expect((await app.rows("outbox")).filter(({ kind }) => kind === "reminder")).toHaveLength(9);
  await app.app.run("outbox");
  const pressed = (reference: string, action: string, fields: Record<string, string>) =>
    press(app, `${dealPage(app, reference)}/${action}`, fields);
  await pressed(asked, "ask", { words: "Is it straight?" });
  await pressed(declined, "decline", { reason: declineReasons[0] ?? "" });
  await pressed(stopped, "stop-reminders", { confirm: "on" });
  await approveQuote(app, approved);
  await (await quoteDesk(app, { reference: withdrawn })).call("withdraw", { number: 1 });
  await (await quoteDesk(app, { reference: corrected })).send();
  const records = await deskOf(app);
  await records.setStatus(completed, "completed");
  await records.change(cancelled, { status: "cancelled" });
  mail.setMode("accept");
  app.advance(2 * hourMs);
  await app.app.run("outbox");
  expect(idsOf(mail, "reminder")).toEqual([expect.stringContaining(untouched)]);
});

test("reminders count from the moment the mail server took the quote, and none is written before", async () => {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const desk = await quoteDesk(app);
  await app.app.run("outbox");
  mail.setMode("refuse-rcpt");
  await desk.send(exampleDraft({ valid_days: 20 }));
  app.advance(10_000);
  await app.app.run("outbox");
  const reminders = async () => (await app.rows("outbox")).filter(({ kind }) => kind === "reminder").length;
  await pass(app, 3 * 24); // Thursday.
  expect(await reminders()).toBe(0);
  mail.setMode("accept");
  expect((await desk.call("resend", { number: 1 })).status).toBe(200);
  await app.app.run("outbox");
  await pass(app, 1);
  expect(await reminders()).toBe(0);
  await pass(app, 3 * 24);
  expect(await reminders()).toBe(0);
  await pass(app, 24); // Monday, the second business day.
  expect(await reminders()).toBe(1);
});

test("a quote that can't be reminded of costs no transaction: its request is closed, its mail failed, it was ordered", async () => {
  const app = await buildTestApp({ startAt: mondayAfternoon });
  const { database } = app.app.services;
  const [closed, ordered, failed] = [await addQuote(app), await addQuote(app), await quoteDesk(app)];
  const { ref_number: reference } = await approveQuote(app, ordered);
  await changeDeal(app.app.services, { reference, userId: null }, takeBack);
  await failed.send();
  await database.write(async (tx) => {
    const requests = tx.updateTable("quote_requests").set({ status: "completed" });
    await requests.where("ref_number", "=", closed.reference).execute();
    await tx.updateTable("outbox").set({ state: "failed" }).where("kind", "=", "quote").execute();
  });
  app.advance(2 * 24 * hourMs);
  await app.app.run("deals"); // Staff hear of the approval.
  const lock = vi.spyOn(database, "lock");
  await app.app.run("deals");
  expect(lock.mock.calls.map(([, name]) => name).filter((name) => name.startsWith("deal "))).toEqual([]);
  await addQuote(app);
  await pass(app, 2 * 24);
  await app.app.run("deals");
  expect(lock.mock.calls.filter(([, name]) => name.startsWith("deal QK"))).toHaveLength(1);
});

test("a quote that was sent while the clock was ahead can be approved once it is right", async () => {
  const { app } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const desk = await quoteDesk(app);
  app.shiftClock(2 * hourMs);
  await desk.send();
  app.shiftClock(-2 * hourMs);
  const approval = { number: 1, how: "phone", note: "Rang", selection: { choices: {}, options: [] } };
  expect((await desk.call("approve", approval)).status).toBe(200);
});

test.for(["approve", "decline"] as const)(
  "a quote that waits for a mail server does not leave any more once staff %s it for the customer",
  async (how) => {
    const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
    const desk = await quoteDesk(app);
    await app.app.run("outbox");
    mail.setMode("defer-data");
    await desk.send();
    app.advance(10_000);
    await app.app.run("outbox");
    const said =
      how === "approve"
        ? { number: 1, how: "phone", note: "Rang", selection: { choices: {}, options: [] } }
        : { reason: declineReasons[0], words: "" };
    expect((await desk.call(how, said)).status).toBe(200);
    mail.setMode("accept");
    app.advance(2 * hourMs);
    await app.app.run("outbox");
    expect(idsOf(mail, "quote")).toEqual([]);
  },
);
