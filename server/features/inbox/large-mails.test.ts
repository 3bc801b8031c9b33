import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { exportMails } from "#server/features/retention/person-mails.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { inboundMail } from "#tests/inbound-mail.ts";

// The process that reads mails has a low priority: it waits for its turn on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const from = "hemi@farm.example";

async function put(app: TestApp, name: string, source: Buffer): Promise<void> {
  await writeFile(join(app.dataDir, "inbox", name), source);
}

/** Looks once, and says how long a page took meanwhile. */
async function lookWhileVisiting(app: TestApp): Promise<number> {
  const over = new AbortController();
  const looking = app.app.run("inbox").finally(() => over.abort());
  let slowest = 0;
  while (!over.signal.aborted) {
    const began = performance.now();
    await app.fetch("/healthz");
    slowest = Math.max(slowest, performance.now() - began);
    await delay(50);
  }
  await looking;
  return slowest;
}

/** The message as it came. */
async function sourceOf(app: TestApp, subject: string): Promise<Buffer> {
  const { database, linkKeys } = app.app.services;
  const mails = await exportMails(database.reader, linkKeys, { references: [], addresses: [from] });
  const mail = mails.find((one) => one["subject"] === subject);
  return Buffer.from(String(mail?.["source"]), "base64");
}

test("a mail that takes too much to read stays for a person, once, while the site answers; the next one is taken in", async () => {
  const app = await buildTestApp();
  await app.app.run("inbox");
  const line = `${"The diff of my quad is worn. ".repeat(3)}\r\n`;
  const text = line.repeat(36_000_000 / line.length);
  const large = await inboundMail({ from: `Hemi <${from}>`, subject: "Large", text });
  await put(app, "1.eml", large);
  await put(app, "2.eml", await inboundMail({ from, subject: "Next", text: "Any news?" }));
  expect(await lookWhileVisiting(app)).toBeLessThan(2000);
  // A kill has cut it off; the message, still in the mailbox, is offered again.
  const { write } = app.app.services.database;
  await write((tx) => tx.deleteFrom("inbound_sources").where("position", ">", 3).execute());
  await put(app, "again.eml", large);
  await app.app.run("inbox");
  expect(await app.rows("inbound_mails")).toMatchObject([
    { subject: "Large", words: "(This mail could not be read: open it in the mailbox)", from_address: from },
    { subject: "Next", words: "Any news?" },
  ]);
  const unfiled = await readdir(join(app.dataDir, "inbox/QuadKea/Unfiled"));
  expect(unfiled.toSorted()).toEqual(["1.eml", "2.eml", "again.eml"]);
  expect((await sourceOf(app, "Large")).equals(large)).toBe(true);
});

test("a mail with 18 MB of files is kept with all of them, and as it came", async () => {
  const app = await buildTestApp();
  await app.app.run("inbox");
  const pdf = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7"), randomBytes(bytes)]);
  const contents = [pdf(9_000_000), pdf(9_000_000)];
  const attachments = contents.map((content, index) => ({ filename: `${index}.pdf`, content }));
  await put(app, "1.eml", await inboundMail({ from, subject: "Files", text: "See the files", attachments }));
  const came = await readFile(join(app.dataDir, "inbox/1.eml"));
  expect(await lookWhileVisiting(app)).toBeLessThan(2000);
  expect(await app.rows("inbound_mails")).toMatchObject([{ words: "See the files" }]);
  const files = await app.rows("inbound_files");
  const kept = contents.map((content) => files.some((file) => content.equals(file["content"] as Buffer)));
  expect(kept).toEqual([true, true]);
  expect((await sourceOf(app, "Files")).equals(came)).toBe(true);
});
