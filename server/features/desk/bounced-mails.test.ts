import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import type { BounceReason } from "#domain/bounce-reason.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { claimMails } from "#server/services/mail/outbox-table.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import type { TestApp } from "#tests/build-test-app.ts";
import { exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, contactMessageExample } from "#tests/submission-examples.ts";

const dayMs = 24 * 60 * 60_000;
const mondayAfternoon = nzInstant("2026-08-03", "14:00");

/** A quote that our mail server has accepted. */
async function sentQuote(days = 5) {
  const { app, mail } = await appWithMailServer("accept", { startAt: mondayAfternoon });
  const desk = await quoteDesk(app);
  const { reference } = desk;
  await desk.send(exampleDraft({ valid_days: days }));
  app.advance(11_000);
  await app.app.run("outbox");
  const shown = async () => {
    const { versions } = (await desk.quote()).body as { versions: Record<string, unknown>[] };
    const [record] = (await app.rows("quote_requests")).filter(({ ref_number: each }) => each === reference);
    const { state, mail: said } = versions[0] ?? {};
    return { state, mail: said, problem: record?.["mail_problem"], step: record?.["next_step"] };
  };
  return { app, mail, desk, reference, shown, key: `quote/${reference}/1` };
}

interface Said {
  readonly action?: "failed" | "delayed";
  readonly reason?: BounceReason;
  readonly code?: string | null;
}

/** As the inbox does when it has read a delivery report. Returns whether it changed anything. */
async function report(app: TestApp, key: string, said: Said = {}): Promise<boolean> {
  const { database, outbox, now } = app.app.services;
  const delivery = { action: "failed", reason: "Their mailbox is full", code: "5.2.2", ...said } as const;
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${key.split("/")[1] ?? ""}`);
    return (await outbox.noteReport(tx, key, { ...delivery, at: now() })) !== null;
  });
}

const full = { state: "bounced", error: "Their mailbox is full", code: "5.2.2" };

test("a quote that came back stays sent, waits for us, and is sent again as the same mail; a second bounce counts again", async () => {
  const { app, mail, desk, shown, key } = await sentQuote();
  expect(await report(app, key)).toBe(true);
  const bounced = { state: "sent", mail: full, problem: "bounced", step: "mail" };
  expect(await shown()).toMatchObject(bounced);
  const { notices } = (await desk.read("notices")).body as { notices: { id: string }[] };
  expect(notices.map(({ id }) => id)).toContain("failed-mails");
  app.advance(2 * dayMs);
  expect((await desk.call("resend", { number: 1 })).status).toBe(200);
  await app.app.run("outbox");
  expect(await shown()).toMatchObject({
    mail: { state: "sent", code: null },
    problem: null,
    step: "waiting",
  });
  const [first, again] = mail.messages.filter(({ name }) => name.startsWith("quote-"));
  expect(again?.raw).toBe(first?.raw);
  await report(app, key);
  expect(await shown()).toMatchObject(bounced);
});

test.for(["quote", "reminder"] as const)(
  "after a %s that came back, no reminder goes to that address: neither one that waits nor a later one",
  async (kind) => {
    const { app, mail, reference, key } = await sentQuote(9);
    const stateOf = async (which: 1 | 2) =>
      (await app.rows("outbox")).find((row) => row["key"] === `reminder/${reference}/1/${which}`)?.["state"];
    const pass = async (days: number) => {
      app.advance(days * dayMs);
      await app.app.run("deals");
      await app.app.run("outbox");
    };
    if (kind === "quote") mail.setMode("defer-data");
    await pass(2); // Wednesday: the first is due.
    await report(app, kind === "quote" ? key : `reminder/${reference}/1/1`);
    expect(await stateOf(1)).toBe(kind === "quote" ? "failed" : "bounced");
    await pass(7); // The last day: the second is due.
    expect(await stateOf(2)).toBeUndefined();
  },
);

test("a report that is here before we have stored that the mail left is not overwritten", async () => {
  const { app, desk, shown, key } = await sentQuote();
  await report(app, key);
  await desk.call("resend", { number: 1 });
  const { database, outbox, now } = app.app.services;
  // Reports that come late change nothing while the mail waits to leave.
  expect(await report(app, key)).toBe(false);
  const leaving = outbox.sendDue();
  await expect
    .poll(async () => (await app.rows("outbox")).find((row) => row["key"] === key)?.["state"])
    .toBe("sending");
  expect(await report(app, key)).toBe(true);
  await leaving;
  expect(await shown()).toMatchObject({ mail: full });
  expect(await database.write((tx) => claimMails(tx, database.engine, [key], now()))).toEqual([]);
});

test("a delay is noted and is no problem; a report that comes twice, or is about a mail to staff, changes nothing", async () => {
  const { app, shown, key } = await sentQuote();
  const late = {
    action: "delayed",
    reason: "Their mail server could not be reached in time",
    code: "4.4.1",
  } as const;
  expect([await report(app, key, late), await report(app, key, late)]).toEqual([true, false]);
  expect(await shown()).toMatchObject({
    mail: { state: "sent", error: "delayed" },
    problem: null,
    step: "waiting",
  });
  expect([await report(app, key), await report(app, key), await report(app, key, late)]).toEqual([
    true,
    false,
    false,
  ]);
  await app.app.services.database.write((tx) =>
    tx.updateTable("outbox").set({ kind: "staff", state: "sent" }).execute(),
  );
  expect(await report(app, key)).toBe(false);
});

test("a reply that came back is sent again, or written again once its bytes are no longer kept", async () => {
  const { app, mail } = await appWithMailServer("accept");
  const reference = await addRecord(app, contactMessageExample);
  const cookie = await app.signIn();
  await deskCall(app, cookie, "POST auth-name", { full_name: "Mia Rata" });
  const key = randomUUID();
  const about = (name: string, body: object) =>
    deskCall(app, cookie, `POST ${name}?reference=${reference}`, body);
  await about("desk-reply", { text: "Yes, we do.", key });
  const leave = async () => {
    app.advance(11_000);
    await app.app.run("outbox");
  };
  await leave();
  const reply = `reply/${reference}/${key}`;
  await report(app, reply);
  const opened = async () =>
    (await deskCall(app, cookie, `GET desk-record?reference=${reference}`)).body as {
      mails: { key: string }[];
    };
  expect((await opened()).mails.at(-1)).toMatchObject({ ...full, to: contactMessageExample.values.email });
  expect((await about("desk-reply-again", { key })).status).toBe(200);
  await leave();
  expect(mail.messages.filter(({ name }) => name.startsWith("reply-"))).toHaveLength(2);
  expect((await opened()).mails.at(-1)).toMatchObject({ state: "sent", to: null });
  app.advance(8 * dayMs);
  await app.app.run("old rows");
  await report(app, reply);
  const signedIn = await app.signIn();
  const late = await deskCall(app, signedIn, `POST desk-reply-again?reference=${reference}`, { key });
  expect([late.status, JSON.stringify(late.body)]).toEqual([409, expect.stringContaining("no longer kept")]);
});
