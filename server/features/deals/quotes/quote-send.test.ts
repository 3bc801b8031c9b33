import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import { expect, test } from "vitest";

import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

const undoMs = 10_000;

async function withMailServer(): Promise<{
  app: TestApp;
  mail: Awaited<ReturnType<typeof startMailServer>>;
}> {
  const { app, mail } = await appWithMailServer("accept", { startAt: monday });
  return { app, mail };
}

async function recordOf(app: TestApp, reference: string): Promise<Record<string, unknown>> {
  const records = await app.rows("quote_requests");
  return records.find((one) => one["ref_number"] === reference) ?? {};
}

test("a draft becomes a frozen version, its mail leaves after the undo time, and the request counts as answered", async () => {
  const { app, mail } = await withMailServer();
  const desk = await quoteDesk(app);
  expect(await desk.save(exampleDraft(), 0)).toEqual({ status: 200, body: { draft_version: 1 } });
  const at = app.app.services.now();
  const undoUntil = new Date(at.getTime() + undoMs).toISOString();
  expect(await desk.call("send")).toEqual({ status: 200, body: { number: 1, undo_until: undoUntil } });
  expect((await desk.quote()).body).toMatchObject({
    stage: "We are pricing it",
    versions: [{ number: 1, state: "queued", total_cents: 20_000, valid_until: "2026-08-08", sent_at: null }],
  });
  expect(await recordOf(app, desk.reference)).toMatchObject({ status: "new", next_step: "quote" });
  app.advance(undoMs);
  await app.app.run("outbox");
  const quotes = mail.messages.filter(({ subject }) => subject?.startsWith("Your quote"));
  expect(quotes.map(({ envelope }) => envelope.to)).toEqual([["aroha@example.co.nz"]]);
  const sentAt = app.app.services.now().toISOString();
  expect((await desk.quote()).body).toMatchObject({
    stage: "Your quote is ready",
    versions: [{ state: "sent", sent_at: sentAt, mail: { state: "sent", at: sentAt, error: null } }],
  });
  expect(await recordOf(app, desk.reference)).toMatchObject({
    status: "in_progress",
    next_step: "waiting",
    answered_by: "quote",
    answered_at: sentAt,
  });
});

test("a version is canonical JSON and its hash, without cost", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await quoteDesk(app);
  await desk.send(
    exampleDraft({ lines: [draftLine({ cost_cents: 9000, evidence: ["Backlash <0.2 mm> é"] })] }),
  );
  const [row] = await app.rows("quote_versions");
  const content = String(row?.["content"]);
  expect(content).toBe(canonicalize(JSON.parse(content)));
  expect(row?.["content_hash"]).toBe(createHash("sha256").update(content).digest("hex"));
  expect(JSON.parse(content)).toMatchObject({
    reference: desk.reference,
    number: 1,
    lines: [{ id: "diff", kind: "fixed", group: null, quantity: 1, item_label: null }],
    fitment: null,
    valid_until: "2026-08-08",
  });
  expect(content).not.toMatch(/cost|9000|Aroha|Ōtaika/);
});

const incompleteDrafts = [
  ["no draft", null, "The quote has no lines yet"],
  ["no lines", exampleDraft({ lines: [] }), "The quote has no lines yet"],
  [
    "no price",
    exampleDraft({ lines: [draftLine({ unit_cents: null })] }),
    "Front diff: the price is missing",
  ],
  ["no part", exampleDraft({ lines: [draftLine({ text: " " })] }), "Line 1: the part is missing"],
  ["no freight", exampleDraft({ freight: null }), "The freight is missing"],
  [
    "no validity",
    exampleDraft({ valid_days: null }),
    "The number of days that the quote is valid is missing",
  ],
  [
    "an alternative without a group",
    exampleDraft({ lines: [draftLine({ kind: "choice" })] }),
    "Front diff: the group of alternatives is missing",
  ],
] as const;

test("no draft, and a draft that lacks something, is not sent: the response names what is missing", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  for (const [version, [what, draft, error]] of incompleteDrafts.entries()) {
    if (draft !== null) await desk.save(draft, version - 1);
    const sent = await desk.call("send");
    expect({ what, ...sent }).toMatchObject({ what, status: 422, body: { success: false, error } });
    const preview = await desk.read(`quote-preview?ref=${desk.reference}`);
    expect({ what, ...preview }).toMatchObject({ what, status: 422, body: { error } });
    expect(await app.rows("quote_versions")).toEqual([]);
  }
});

test("the next version supersedes the one before, says so in its mail, and keeps the ids of its lines", async () => {
  const { app, mail } = await withMailServer();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  await app.app.run("outbox");
  expect(await desk.send(exampleDraft({ lines: [draftLine({ unit_cents: 17_500 })] }))).toBe(2);
  app.advance(undoMs);
  await app.app.run("outbox");
  expect((await desk.quote()).body).toMatchObject({
    versions: [
      { number: 1, state: "superseded", content: { lines: [{ id: "diff", unit_cents: 18_500 }] } },
      { number: 2, state: "sent", content: { number: 2, lines: [{ id: "diff", unit_cents: 17_500 }] } },
    ],
  });
  const subjects = mail.messages.flatMap(({ subject = "" }) =>
    subject.includes(desk.reference) ? [subject] : [],
  );
  expect(subjects.filter((one) => /quote/i.test(one) && one.includes("valid"))).toEqual([
    `Your quote ${desk.reference}: $200.00, valid until Saturday 8 August`,
    `Corrected quote ${desk.reference}: $190.00, valid until Saturday 8 August`,
  ]);
});

test("a version replaced within its undo time never leaves: the customer gets one mail", async () => {
  const { app, mail } = await withMailServer();
  const desk = await quoteDesk(app);
  await desk.send();
  await desk.send(exampleDraft({ lines: [draftLine({ unit_cents: 17_500 })] }));
  app.advance(undoMs);
  await app.app.run("outbox");
  const subjects = mail.messages.map(({ subject = "" }) => subject);
  expect(subjects.filter((one) => one.includes("valid until"))).toEqual([
    `Your quote ${desk.reference}: $190.00, valid until Saturday 8 August`,
  ]);
});

test("the same send with one Idempotency-Key is one version", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.save();
  const key = { "idempotency-key": "k1" };
  const calls = await Promise.all([desk.call("send", {}, key), desk.call("send", {}, key)]);
  app.advance(60_000);
  const answers = [...calls, await desk.call("send", {}, key)];
  expect(answers).toEqual(answers.map(() => answers[0]));
  expect(await app.rows("quote_versions")).toHaveLength(1);
  expect((await desk.call("send", {}, { "idempotency-key": "k2" })).body).toMatchObject({ number: 2 });
});

test("a quote is valid for that many days after the day of sending in New Zealand, to the end of the last one", async () => {
  // Half past eleven at night in New Zealand, on the evening before clocks go forward.
  const app = await buildTestApp({ startAt: new Date("2026-09-26T11:30:00.000Z") });
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ valid_days: 0 }));
  const state = async () => (await desk.quote()).body["versions"];
  expect(await state()).toMatchObject([{ valid_until: "2026-09-26", state: "queued" }]);
  app.advance(Date.parse("2026-09-26T11:59:59.999Z") - app.app.services.now().getTime());
  expect((await desk.quote()).body).toMatchObject({ stage: "Your quote is ready" });
  app.advance(1);
  expect(await state()).toMatchObject([{ state: "expired" }]);
  expect((await desk.quote()).body).toMatchObject({ stage: "This quote has expired" });
});

test("an expired quote is extended with one call: a new version, the same content, a later day", async () => {
  const { app, mail } = await withMailServer();
  const desk = await quoteDesk(app);
  await desk.send(exampleDraft({ words: "Came off a tidy one." }));
  app.advance(undoMs);
  await app.app.run("outbox");
  app.advance(8 * 24 * 60 * 60_000 - undoMs);
  expect(await desk.call("extend", { valid_days: 3 })).toMatchObject({ status: 200, body: { number: 2 } });
  app.advance(undoMs);
  await app.app.run("outbox");
  const { body } = await desk.quote();
  const [first, second] = body["versions"] as { content: object }[];
  expect(second).toMatchObject({ state: "sent", valid_until: "2026-08-14" });
  expect(second?.content).toEqual({ ...first?.content, number: 2, valid_until: "2026-08-14" });
  expect(mail.messages.at(-1)?.subject).toBe(
    `Quote ${desk.reference} is now valid until Friday 14 August: $200.00`,
  );
});

test("nothing is sent or extended once there is an order", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(undoMs);
  const approved = { number: 1, how: "phone", note: "Rang", selection: { choices: {}, options: [] } };
  expect((await desk.call("approve", approved)).status).toBe(200);
  const error = "The customer has just approved: take the approval back or cancel the order first";
  for (const refused of [await desk.call("send"), await desk.call("extend", { valid_days: 3 })])
    expect(refused).toMatchObject({ status: 409, body: { error } });
  expect(await desk.call("withdraw", { number: 1 })).toMatchObject({
    status: 409,
    body: { error: "Quote 1 has just been approved" },
  });
});
