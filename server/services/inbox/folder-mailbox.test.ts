import { readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { startChores } from "#server/services/schedule/chores.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { inboundMail } from "#tests/inbound-mail.ts";

const unfiled = "inbox/QuadKea/Unfiled";

async function folderApp(options: Parameters<typeof buildTestApp>[0] = {}) {
  const app = await buildTestApp(options);
  await app.app.run("inbox");
  const inFolder = (name: string) => join(app.dataDir, name);
  const put = async (name: string, text: string) =>
    writeFile(inFolder(`inbox/${name}`), await inboundMail({ subject: text, text }));
  const kept = async () => (await app.rows("inbound_mails")).map((row) => row["subject"]).toSorted();
  return {
    app,
    put,
    kept,
    inFolder,
    names: async (folder: string) => (await readdir(inFolder(folder))).toSorted(),
  };
}

test("each .eml file is taken in within ten seconds, but not while it grows; files of one name are kept apart", async () => {
  const times = { lookEveryMs: 3000, stillMs: 2000 };
  const { app, put, kept, inFolder, names } = await folderApp({ inboxTimes: times });
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  startChores([{ name: "inbox", every: 1000 }], app.app.run, createLog("silent"), stopping.signal);
  await put("reply.eml", "first");
  await writeFile(inFolder("inbox/growing.eml"), "Subject: growing\r\n");
  const growing = setInterval(() => void writeFile(inFolder("inbox/growing.eml"), "x", { flag: "a" }), 500);
  onTestFinished(() => clearInterval(growing));
  // A file is moved once it is stored.
  const moved = () => names(unfiled);
  await expect.poll(moved, { timeout: 10_000 }).toEqual(["reply.eml"]);
  await put("reply.eml", "second");
  await expect.poll(moved, { timeout: 10_000 }).toEqual(["reply (2).eml", "reply.eml"]);
  expect(await kept()).toEqual(["first", "second"]);
  expect(await names("inbox")).toEqual(["QuadKea", "growing.eml"]);
  clearInterval(growing);
  await expect.poll(kept, { timeout: 10_000 }).toHaveLength(3);
  expect((await stat(inFolder("inbox"))).mode & 0o077).toBe(0);
});

test("what was taken in goes after 90 days; what was not stays", async () => {
  const { app, put, inFolder, names } = await folderApp();
  for (const name of ["old.eml", "new.eml"]) await put(name, name);
  await writeFile(inFolder("inbox/photo.jpg"), "not a mail");
  await app.app.run("inbox");
  const now = app.app.services.now();
  for (const [name, days] of [
    [`${unfiled}/old.eml`, 91],
    [`${unfiled}/new.eml`, 89],
    ["inbox/photo.jpg", 91],
  ] as const) {
    const at = new Date(now.getTime() - days * dayMs);
    await utimes(inFolder(name), at, at);
  }
  await app.app.run("inbox folder");
  expect([await names(unfiled), await names("inbox")]).toEqual([["new.eml"], ["QuadKea", "photo.jpg"]]);
});

test("a folder that cannot be written is at the desk; messages that were taken in twice are kept once", async () => {
  const { app, put, kept, inFolder } = await folderApp({ expectedWarnings: ["the mailbox cannot be read"] });
  await put("reply.eml", "yes");
  await rm(inFolder(unfiled), { recursive: true });
  await writeFile(inFolder(unfiled), "in the way");
  await app.app.run("inbox");
  expect(app.app.services.inbox.notice()?.words).toContain("The folder that INBOX_URL names cannot be");
  await rm(inFolder(unfiled));
  await app.app.run("inbox");
  await delay(20);
  expect([await kept(), app.app.services.inbox.notice()]).toEqual([["yes"], null]);
});
