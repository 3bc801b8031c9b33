import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import { expect, onTestFinished, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

/** A Monday morning in New Zealand. */
const monday = new Date("2026-08-02T22:00:00.000Z");
const undoMs = 10_000;

async function withMailServer(): Promise<{
  app: TestApp;
  mail: Awaited<ReturnType<typeof startMailServer>>;
}> {
  const mail = await startMailServer();
  onTestFinished(() => mail.stop());
  const app = await buildTestApp({ startAt: monday, environment: { MAIL_URL: mail.url } });
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
  expect(await recordOf(app, desk.reference)).toMatchObject({
    status: "in_progress",
    answered_by: null,
    next_step: "waiting",
  });
  app.advance(undoMs);
  await app.app.sendMails();
  const quotes = mail.messages.filter(({ subject }) => subject?.startsWith("Your quote"));
  expect(quotes.map(({ envelope }) => envelope.to)).toEqual([["aroha@example.co.nz"]]);
  const sentAt = app.app.services.now().toISOString();
  expect((await desk.quote()).body).toMatchObject({
    stage: "Your quote is ready",
    versions: [{ state: "sent", sent_at: sentAt, mail: { state: "sent", at: sentAt, error: null } }],
  });
  expect(await recordOf(app, desk.reference)).toMatchObject({ answered_by: "quote", answered_at: sentAt });
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
