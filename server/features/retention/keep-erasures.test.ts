import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { insertRecord } from "#server/features/records/insert-records.ts";
import { confirmClock } from "#server/services/schedule/clock-memory.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { examplesOf, person } from "#tests/person-command.ts";
import { addRecord, type Example } from "#tests/submission-examples.ts";

import { noteErasure } from "./erasure-ledger.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-erasures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Does what loading a dump from before the erasures does: forgets them and brings these records back. */
async function goBack(
  app: TestApp,
  brought: readonly { example: Example; createdAt: Date }[],
): Promise<void> {
  await app.app.services.database.write(async (tx) => {
    await tx.deleteFrom("erasures").execute();
    for (const [index, { example, createdAt }] of brought.entries()) {
      const refNumber = `QK-22222${index + 2}-2222`;
      const moments = { createdAt, storedAt: createdAt, dueAt: createdAt };
      const record = { refNumber, ...moments, consent: true, adopted: false };
      await insertRecord(tx, example.submission, example.values, record);
    }
  });
}

test("a database older than an erasure repeats it at the next start, for that person and time only", async () => {
  const app = await buildTestApp({
    environment: { BACKUP_DIR: await temporaryFolder(), DRILL_DATABASE_URL: "x" },
  });
  await person(app, "erase", "moana.tahi@example.co.nz");
  await person(app, "erase", "027 555 0199");
  const [before, after] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
  const theirs = examplesOf("Moana.Tahi@example.co.nz")[1]!;
  const others = examplesOf("somebody@example.co.nz")[1]!;
  await goBack(app, [
    { example: theirs, createdAt: before },
    { example: theirs, createdAt: after },
    { example: others, createdAt: before },
  ]);
  const restarted = await app.restart();
  const left = (await restarted.rows("contact_messages")).map((row) => row["ref_number"]);
  expect(left).toEqual(["QK-222223-2222", "QK-222224-2222"]);
  expect(await restarted.rows("erasures")).toHaveLength(2);
  expect(JSON.stringify(restarted.logLines)).toContain("QK-222222-2222");
  await restarted.restart();
});

test("a list of erasures that none of our keys sealed removes nothing, and is reported", async () => {
  const expectedWarnings = ["erasures are listed that cannot be checked: repeat them by hand"];
  const app = await buildTestApp({ expectedWarnings });
  const reference = await addRecord(app, examplesOf("somebody@example.co.nz")[1]!);
  const proofs = [{ key: "AAAAAAAAAAAA", people: [], seal: "forged" }];
  const forged = { id: randomUUID(), at: new Date().toISOString(), orders: true, proofs };
  const line = JSON.stringify({ ...forged, references: [reference] });
  await writeFile(join(app.dataDir, "erasures.jsonl"), `${line}\nno entry at all\n`);
  const restarted = await app.restart();
  expect(await restarted.rows("contact_messages")).toHaveLength(1);
  expect(restarted.logLines.some(({ msg }) => msg === expectedWarnings[0])).toBe(true);
});

test("an erasure is kept as long as a backup may be older than it", async () => {
  const app = await buildTestApp();
  await app.app.removeExpired();
  await person(app, "erase", "moana.tahi@example.co.nz");
  const listed = async () =>
    (await readFile(join(app.dataDir, "erasures.jsonl"), "utf8")).split("\n").length - 1;
  const days = async (count: number) => {
    app.advance(count * 24 * 60 * 60_000);
    await app.app.removeExpired();
    await app.app.keepErasures();
    return [(await app.rows("erasures")).length, await listed()];
  };
  expect([await days(44), await days(2)]).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test("the lists of an instance forget what another instance has removed from the database", async () => {
  const app = await buildTestApp();
  await person(app, "erase", "moana.tahi@example.co.nz");
  const listed = () => readFile(join(app.dataDir, "erasures.jsonl"), "utf8");
  app.advance(46 * 24 * 60 * 60_000);
  await app.app.watchClock();
  await app.app.keepErasures();
  expect((await listed()).length).toBeGreaterThan(0);
  await app.app.services.database.write((tx) => tx.deleteFrom("erasures").execute());
  await app.app.keepErasures();
  expect(await app.rows("erasures")).toEqual([]);
  expect(await listed()).toBe("");
});

test("a folder of backups that cannot be read keeps all erasures, and the night removes what is due", async () => {
  const unreadable = join(await temporaryFolder(), "backups");
  await writeFile(unreadable, "This is a file.");
  const app = await buildTestApp({ environment: { BACKUP_DIR: unreadable, DRILL_DATABASE_URL: "x" } });
  await app.app.removeExpired();
  await addRecord(app, examplesOf("somebody@example.co.nz")[1]!);
  await app.app.services.database.write((tx) =>
    noteErasure(tx, {
      id: randomUUID(),
      at: app.app.services.now().toISOString(),
      orders: false,
      references: [],
      proofs: [],
    }),
  );
  app.advance(3 * 366 * 24 * 60 * 60_000);
  const { database, now } = app.app.services;
  await database.write((tx) => confirmClock(tx, now()));
  await app.app.removeExpired();
  expect(await app.rows("contact_messages")).toEqual([]);
  expect(await app.rows("erasures")).toHaveLength(1);
  const [night] = (await app.rows("chores")).filter(({ name }) => name === "retention");
  expect(night?.["done_at"]).toBe(now().toISOString());
});
