import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { quotes } from "#server/features/deals/deal/quotes.ts";
import { releaseVersions } from "#server/features/deals/deal/sent-versions.ts";
import { nameOf } from "#server/services/mail/outbox-table.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { races } from "#tests/deal-examples.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const undoMs = 10_000;
const hourMs = 60 * 60_000;

const racesPerDeal = 20;

async function recordOf(app: TestApp, reference: string): Promise<Record<string, unknown>> {
  const records = await app.rows("quote_requests");
  return records.find((one) => one["ref_number"] === reference) ?? {};
}

async function quoteMails(app: TestApp): Promise<unknown[]> {
  return (await app.rows("outbox")).flatMap(({ kind, key, state }) =>
    kind === "quote" ? [[key, state]] : [],
  );
}

test("the first version taken back within its undo time is gone, and the request is new again", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs - 1);
  expect(await desk.call("undo", { number: 1 })).toEqual({ status: 200, body: { success: true } });
  expect((await desk.quote()).body).toMatchObject({
    versions: [],
    draft_version: 1,
    stage: "We are pricing it",
  });
  expect(await recordOf(app, desk.reference)).toMatchObject({ status: "new", next_step: "quote" });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect([await quoteMails(app), await app.rows("quote_lines")]).toEqual([[], []]);
  expect(await desk.call("undo", { number: 1 })).toMatchObject({ status: 409 });
  expect(await desk.send()).toBe(1);
});

test("a quote that is sent on a closed request opens it when it leaves, and not at all if it is taken back", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const records = await deskOf(app);
  const answer = async () => {
    const { status, answered_at, answered_by, answer_minutes } = await recordOf(app, desk.reference);
    return { status, answered_at, answered_by, answer_minutes };
  };
  await records.change(desk.reference, { status: "completed" });
  const closed = await answer();
  expect(closed).toMatchObject({ status: "completed", answered_by: "closed" });
  app.advance(60_000);
  await desk.send();
  await desk.call("undo", { number: 1 });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await answer()).toEqual(closed);
  await desk.send();
  app.advance(undoMs);
  expect((await desk.call("undo", { number: 1 })).status).toBe(409);
  expect(await answer()).toMatchObject({ status: "in_progress", answered_at: null });
});

test("a request that staff close before the quote leaves stays closed", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(1);
  await (await deskOf(app)).change(desk.reference, { status: "cancelled" });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await recordOf(app, desk.reference)).toMatchObject({ status: "cancelled" });
  expect(await quoteMails(app)).toEqual([[`quote/${desk.reference}/1`, "sent"]]);
});

test("taking back the second version brings the first one back, which leaves if it has not", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const cheaper = exampleDraft({ lines: [draftLine({ unit_cents: 17_500 })] });
  const versions = async () => (await desk.quote()).body["versions"];
  await desk.send();
  await desk.send(cheaper);
  expect(await versions()).toMatchObject([
    { state: "superseded", mail: null },
    { state: "queued", mail: { state: "queued" } },
  ]);
  expect((await desk.call("undo", { number: 2 })).status).toBe(200);
  expect(await versions()).toMatchObject([{ number: 1, state: "queued" }]);
  app.advance(undoMs);
  await app.app.run("outbox");
  await desk.send(cheaper);
  expect(await versions()).toMatchObject([{ state: "superseded" }, { state: "queued" }]);
  expect((await desk.call("undo", { number: 2 })).status).toBe(200);
  expect(await quoteMails(app)).toEqual([[`quote/${desk.reference}/1`, "sent"]]);
  expect(await versions()).toMatchObject([{ number: 1, state: "sent" }]);
  expect(await app.rows("quote_lines")).toMatchObject([{ number: 1, unit_cents: 18_500 }]);
});

test("after the undo time it is too late, even if nothing has sent the quote yet", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const error = "Quote 1 has left already: withdraw it, or send a corrected one";
  expect(await desk.call("undo", { number: 1 })).toMatchObject({ status: 409, body: { error } });
  expect(await quoteMails(app)).toHaveLength(1);
});

test("only the newest version can be taken back", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  await desk.send();
  expect(await desk.call("undo", { number: 1 })).toMatchObject({
    status: 409,
    body: { error: "Quote 1 has been replaced by a newer one" },
  });
});

test(
  "an undo races the sender: exactly one of the two wins, in every race",
  { timeout: 120_000 },
  async () => {
    const { app, mail } = await appWithMailServer();
    const { services } = app.app;
    const outcomes: number[] = [];
    const deals = Math.ceil(races / racesPerDeal);
    for (let deal = 1; deal <= deals; deal += 1) {
      const desk = await quoteDesk(app, {
        reference: await addRecord(app, quoteRequestExample, { notes: `${deal}` }),
      });
      await Promise.all([desk.save(), app.app.run("outbox")]);
      for (let race = 1; race <= racesPerDeal; race += 1) {
        const number = Number((await desk.call("send")).body["number"]);
        const key = `quote/${desk.reference}/${number}`;
        // An instance whose clock is ahead sends it while the undo time is not over.
        const ahead = new Date(services.now().getTime() + undoMs);
        const context = { ...services, now: () => ahead, log: { error: () => undefined } };
        const [undone] = await Promise.all([
          delay(race % 3).then(() => desk.call("undo", { number })),
          delay((race % 7) * 3).then(() => releaseVersions(quotes, context)),
        ]);
        app.advance(undoMs);
        await app.app.run("outbox");
        const left = mail.messages.filter(({ name }) => name === nameOf(key));
        const versions = (await desk.quote()).body["versions"] as {
          number: number;
          mail: { state: string };
        }[];
        const state = versions.find((one) => one.number === number)?.mail.state;
        const won = undone.status === 200 ? [200, 0, undefined] : [409, 1, "sent"];
        expect([undone.status, left.length, state]).toEqual(won);
        outcomes.push(undone.status);
      }
    }
    expect([outcomes.length, new Set(outcomes)]).toEqual([deals * racesPerDeal, new Set([200, 409])]);
  },
);

test("a withdrawn version can't be approved, withdrawn again or extended; its mail does not leave any more", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  expect(await desk.call("withdraw", { number: 1 })).toEqual({ status: 200, body: { success: true } });
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await quoteMails(app)).toEqual([]);
  expect((await desk.quote()).body).toMatchObject({
    versions: [{ state: "withdrawn" }],
    stage: "This quote has been withdrawn",
  });
  const approval = { number: 1, how: "phone", selection: {} };
  const refused = [
    await desk.call("approve", approval),
    await desk.call("withdraw", { number: 1 }),
    await desk.call("extend", { valid_days: 3 }),
    await desk.call("undo", { number: 1 }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(await desk.send()).toBe(2);
});

test.for(["replaced", "withdrawn"] as const)(
  "a quote that was %s before it left is no older version to the customer, and nothing was corrected",
  async (how) => {
    const app = await buildTestApp();
    const desk = await quoteDesk(app);
    const page = new URL(String((await desk.quote()).body["link"])).pathname;
    await desk.send();
    app.advance(undoMs / 2);
    if (how === "replaced") await desk.send(exampleDraft({ words: "The right price" }));
    else await desk.call("withdraw", { number: 1 });
    expect((await desk.quote()).body["versions"]).toContainEqual(
      expect.objectContaining({ number: 1, state: how === "replaced" ? "superseded" : "withdrawn" }),
    );
    app.advance(0.8 * undoMs);
    await desk.send(exampleDraft({ words: "The right price at last" }));
    app.advance(undoMs);
    await app.app.run("outbox");
    const mails = (await app.rows("outbox")).filter(({ kind }) => kind === "quote");
    expect(mails).toHaveLength(1);
    expect(await (await app.fetch(page)).text()).not.toContain("/version/");
    expect((await app.fetch(`${page}/version/1`)).status).toBe(404);
  },
);

test("a quote that was withdrawn before it left is never shown: the page and an approval of the one before say only that it is over", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  await desk.send(exampleDraft({ words: "A slip", freight: { cents: 77_700 } }));
  app.advance(undoMs / 2);
  await desk.call("withdraw", { number: 2 });
  app.advance(undoMs);
  const page = dealPage(app, desk.reference);
  const shown = await visit(app, page);
  expect(shown.heading).toBe("This quote has been withdrawn");
  expect(shown.html).toContain(`${page}/version/1`);
  const [first] = await app.rows("quote_versions");
  const hash = String(first?.["content_hash"]);
  const approval = await press(app, `${page}/approve`, { version: "1", hash, accept: "on" });
  expect(approval.status).toBe(409);
  expect(approval.text).toContain("This quote can no longer be approved");
  for (const { text } of [shown, approval]) expect(text).not.toMatch(/A slip|777|Version 2/);

  await desk.send();
  app.advance(undoMs);
  const guessed = await press(app, `${page}/approve`, { version: "2", hash, accept: "on" });
  expect([guessed.status, guessed.text]).toEqual([409, expect.stringContaining("is version 3, shown below")]);
  expect(guessed.text).not.toMatch(/A slip|777|[Vv]ersion 2/);
});

test("a quote that left at once, because a clock that was ahead wrote it, is an older version to the customer", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.save();
  app.advance(2 * hourMs);
  await desk.call("send");
  app.advance(-2 * hourMs);
  await app.app.run("outbox");
  expect(await quoteMails(app)).toEqual([[`quote/${desk.reference}/1`, "sent"]]);
  await desk.send(exampleDraft({ words: "The right price" }));
  app.advance(undoMs);
  await app.app.run("outbox");
  const page = dealPage(app, desk.reference);
  expect((await visit(app, page)).html).toContain(`${page}/version/1`);
});
