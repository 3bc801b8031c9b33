import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addQuote } from "#tests/deal-examples.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { beginUpload, noisyPhoto, sendPiece, tusHeaders } from "#tests/photo-examples.ts";
import { quoteExample, sendMail } from "#tests/quote-example.ts";

test("a locked file: all visitors get an error in time, nothing is mailed, pages are served, and a second press works", async () => {
  const app = await buildTestApp({ expectedWarnings: ["request failed"] });
  const other = new DatabaseSync(join(app.dataDir, "quadkea.db"));
  other.exec("begin immediate");
  const started = Date.now();
  const parts = ["Front diff", "Rear rack", "Carburettor"];
  const pending = Promise.all(parts.map((part_needed) => sendMail(app, { ...quoteExample, part_needed })));
  const health = await app.fetch("/readyz", asOperator);
  expect([health.status, Date.now() - started < 1000]).toEqual([200, true]);
  const refused = { status: 503, success: false, error: messages.unexpected };
  expect(await pending).toMatchObject([refused, refused, refused]);
  expect(Date.now() - started).toBeLessThan(8000);
  other.exec("rollback");
  other.close();
  expect(await app.mails()).toEqual([]);
  expect(await sendMail(app)).toMatchObject({ status: 200 });
});

test(
  "a full disk: 503; with room again the same request succeeds, and each is mailed once",
  { timeout: 60_000 },
  async () => {
    const app = await buildTestApp({
      expectedWarnings: ["request failed", "work after a submission failed"],
    });
    await setMaxPages(app, 1);
    const { answer, fields } = await fillUntilFull(app);
    expect(answer).toMatchObject({ status: 503, error: messages.unexpected });
    await setMaxPages(app, 100_000);
    await app.app.run("housekeeping");
    expect(await sendMail(app, fields)).toMatchObject({ status: 200 });
    const subjects = (await app.mails()).map((mail) => mail.subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    await app.app.run("housekeeping");
    expect((await app.rows("attempts")).every((attempt) => attempt["state"] === "mailed")).toBe(true);
  },
);

test("the disk is full in the middle of a photo: the response arrives, and with room the photo goes on where it stopped", async () => {
  const app = await buildTestApp();
  const page = dealPage(app, (await addQuote(app)).reference);
  const photo = await noisyPhoto(1500, 1500);
  const begun = await beginUpload(app, page, { size: photo.length });
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(
    app.app.services.database.reader,
  );
  await setMaxPages(app, (pages.rows[0]?.page_count ?? 0) + 200);
  const waits = { status: 503, error: expect.stringContaining("Nothing is lost: try again") };
  expect(await sendPiece(app, begun.location, 0, photo)).toMatchObject(waits);
  await setMaxPages(app, 100_000);
  app.advance(6 * 60_000);
  const { headers } = await app.fetch(begun.location, { method: "HEAD", headers: tusHeaders });
  const from = Number(headers.get("upload-offset"));
  expect(from).toBeGreaterThan(0);
  expect(await sendPiece(app, begun.location, from, photo.subarray(from))).toMatchObject({ status: 204 });
});

/** SQLite never goes below the pages it has: the next page it needs is refused like a full disk. */
async function setMaxPages(app: TestApp, pages: number): Promise<void> {
  const setting = sql.raw(`pragma max_page_count = ${pages}`);
  await app.app.services.database.write((tx) => setting.execute(tx));
}

async function fillUntilFull(app: TestApp) {
  for (let count = 0; count < 100; count += 1) {
    const fields = { ...quoteExample, part_needed: `part ${count}`, notes: "x".repeat(5000) };
    const answer = await sendMail(app, fields);
    if (answer.status !== 200) return { answer, fields };
  }
  throw new Error("the disk never filled");
}
