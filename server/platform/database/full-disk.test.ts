import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";

import { firm } from "#domain/firm.ts";
import { messages } from "#domain/messages.ts";
import { DatabaseFull } from "#server/platform/database/database.ts";
import { hasCode } from "#server/platform/files/files.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, addQuote } from "#tests/deal-examples.ts";
import { approveOn, dealPage, press } from "#tests/deal-visit.ts";
import { inboundMail, receive } from "#tests/inbound-mail.ts";
import { orderDesk } from "#tests/order-desk.ts";
import { beginUpload, detailedPhoto, sendPiece } from "#tests/photo-examples.ts";
import { sendMail } from "#tests/quote-example.ts";
import { deskCall } from "#tests/staff.ts";

/** Only root may mount a disk that is small enough to fill. */
const canMount = process.platform === "linux" && process.geteuid?.() === 0;

/** An app whose data is on a disk of its own. */
async function appOn(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]);
  onTestFinished(() => {
    execFileSync("umount", ["--lazy", folder]);
    rmSync(folder, { recursive: true });
  });
  const environment = { DATA_DIR: folder };
  const app = await buildTestApp({
    environment,
    expectedWarnings: ["request failed", "a message could not be taken in"],
  });
  await app.app.run("disk");
  return { app, filler: join(folder, "filler") };
}

/** Writes until not one more byte fits. */
function fill(file: string): void {
  for (let size = 1_000_000; size >= 1; size = Math.floor(size / 10)) appendAll(file, Buffer.alloc(size));
}

function appendAll(file: string, bytes: Buffer): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if (!hasCode(error, "ENOSPC")) throw error;
  }
}

/** What the log of the database has room for already. */
async function fillLog({ app }: TestApp): Promise<void> {
  const { write } = app.services.database;
  const insert = () => write((tx) => sql`insert into filler values (${"x".repeat(5000)})`.execute(tx));
  await expect(async () => {
    for (;;) await insert();
  }).rejects.toThrow(DatabaseFull);
}

async function staffSee(app: TestApp, cookie: string) {
  const { body } = await deskCall(app, cookie, "GET notices");
  const ready = await app.fetch("/readyz");
  const notice = (body["notices"] as { id: string; severity: string }[]).find(({ id }) => id === "disk");
  return [ready.status, notice?.severity];
}

test.skipIf(!canMount)(
  "below 500 MB photos and mails with files wait, in words, and all else goes on; with room they are taken",
  async () => {
    const { app, filler } = await appOn(600);
    const cookie = await app.signIn();
    const page = dealPage(app, (await addQuote(app)).reference);
    expect(await staffSee(app, cookie)).toEqual([200, undefined]);
    const photo = await detailedPhoto();
    const begun = await beginUpload(app, page, { size: photo.length });
    appendFileSync(filler, Buffer.alloc(150_000_000));
    await app.app.run("disk");
    expect(await staffSee(app, cookie)).toEqual([200, "warn"]);
    const waits = { status: 503, error: expect.stringContaining("can’t take photos right now") };
    expect(await beginUpload(app, page, { size: 1000 })).toMatchObject(waits);
    expect(await sendPiece(app, begun.location, 0, photo)).toMatchObject(waits);
    await app.app.run("inbox");
    const large = await inboundMail({ attachments: [{ filename: "a.txt", content: "x".repeat(400_000) }] });
    writeFileSync(join(dirname(filler), "inbox/1.eml"), large);
    expect(await receive(app, { text: "Only words" })).toBe("Unfiled");
    await app.app.run("inbox");
    expect(await app.rows("inbound_mails")).toMatchObject([{ words: "Only words" }]);
    rmSync(filler);
    await app.app.run("disk");
    expect(await staffSee(app, cookie)).toEqual([200, undefined]);
    await app.app.run("inbox");
    expect(await app.rows("inbound_mails")).toHaveLength(2);
    expect(await sendPiece(app, begun.location, 0, photo)).toMatchObject({ status: 204 });
  },
);

test.skipIf(!canMount)(
  "full to the last byte: staff are told at once, sign in and note payments; once the reserve is used up too, each refusal says that nothing was saved",
  { timeout: 60_000 },
  async () => {
    const { app, filler } = await appOn(150);
    await app.app.services.database.write((tx) => sql`create table filler (text text)`.execute(tx));
    const [quote, order] = [await addQuote(app), await addOrder(app)];
    const page = dealPage(app, quote.reference);
    fill(filler);
    const desk = await orderDesk(app);
    expect(await staffSee(app, desk.cookie)).toEqual([503, "danger"]);
    expect((await desk.pay(order.ref_number, 20_000)).status).toBe(200);

    fill(filler);
    await fillLog(app);
    fill(filler);
    const approval = await approveOn(app, quote);
    expect([approval.status, approval.text]).toEqual([503, expect.stringContaining("Nothing was approved")]);
    expect(approval.text).toContain(`Ring us on ${firm.phone}, or try again later`);
    const question = await press(app, `${page}/ask`, { words: "Does it fit a 2014?" });
    expect([question.status, question.text]).toEqual([503, expect.stringContaining("Nothing was sent")]);
    expect(question.html).toContain("Does it fit a 2014?");
    const refused = { status: 503, body: { error: messages.diskFull } };
    expect(await desk.pay(order.ref_number, 100)).toMatchObject(refused);
    const reply = { title: "Yes", body: "We have it" };
    expect(await deskCall(app, desk.cookie, "POST saved-replies", reply)).toMatchObject(refused);
    expect(await sendMail(app)).toMatchObject({ status: 503, error: messages.unexpected });

    const again = await app.restart();
    expect((await again.fetch(page)).status).toBe(200);
    rmSync(filler);
    again.advance(6 * 60_000);
    await again.app.run("disk");
    expect((await approveOn(again, quote)).status).toBe(303);
    expect(await sendMail(again)).toMatchObject({ status: 200 });
    expect(await staffSee(again, desk.cookie)).toEqual([200, "warn"]);
  },
);
