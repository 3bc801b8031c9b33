import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test, vi } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { FakeBucket } from "#tests/fake-bucket.ts";
import { tryCommand } from "#tests/run-command.ts";
import { addPartWithPhoto, addPhoto } from "#tests/sale-rows.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

import { pruneBackups } from "./backup-folder.ts";

// Each command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const dayMs = 24 * 60 * 60_000;
const key = "a backup key for tests only, of good length";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-copies-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface Variables {
  readonly [name: string]: string;
}

async function run(environment: Variables, ...words: string[]): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await tryCommand("backup", words, environment);
  return { code, output: stdout + stderr };
}

const fileIn = (output: string) => /^\S+\.backup$/m.exec(output)?.[0] ?? "";

/** The names of the copies, whatever folder of a key they are in. */
async function copiesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "photos"), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function addSeller(app: TestApp, email: string) {
  const reference = await addRecord(app, vehicleExample, { email });
  return [await addPhoto(app, reference), await addPhoto(app, reference)] as const;
}

test("encrypted, every photo is copied once, proven by a drill, and back after a restore, but not that of somebody erased since", async () => {
  const app = await buildTestApp();
  const kept = await addSeller(app, "hemi@example.co.nz");
  const erased = await addSeller(app, "moana@example.co.nz");
  const ofPart = await addPartWithPhoto(app);
  const folder = await temporaryFolder();
  const variables = { ...app.environment, BACKUP_KEY: key, BACKUP_DIR: folder };
  const { output } = await run(variables, "backup");
  expect(output).toContain("Photos beside it: 5");
  const copies = await copiesIn(folder);
  expect(copies).toHaveLength(10);
  const bytes = await Promise.all(copies.map((file) => readFile(file, "latin1")));
  expect(bytes.some((one) => one.includes(kept[0].id))).toBe(false);
  expect((await run(variables, "drill")).code).toBe(0);
  const made = await Promise.all(copies.map(async (file) => (await stat(file)).ino));
  await run(variables, "backup");
  expect(await Promise.all(copies.map(async (file) => (await stat(file)).ino))).toEqual(made);
  await tryCommand("person", ["erase", "moana@example.co.nz"], variables);
  const dataDir = join(await temporaryFolder(), "data");
  const restored = await run({ ...variables, DATA_DIR: dataDir }, "restore", fileIn(output));
  expect(restored.output).toContain("Photos in their place: 3 of 3.");
  const names = await readdir(join(dataDir, "photos"));
  const ids = [...kept.map(({ id }) => id), ofPart];
  expect(names.toSorted()).toEqual(ids.flatMap((id) => [`${id}-320.jpg`, `${id}.jpg`]).toSorted());
  const { parts } = new DatabaseSync(join(dataDir, "quadkea.db"), { readOnly: true })
    .prepare("select count(*) as parts from parts join part_words using (number) where photo = ?")
    .get(ofPart) as { parts: number };
  expect(parts).toBeGreaterThan(3);
  for (const { id, content } of kept)
    expect(await readFile(join(dataDir, "photos", `${id}.jpg`))).toEqual(content);
  expect(names.join()).not.toContain(erased[0].id);
});

test("a drill is red if a copy is damaged or missing; the next backup makes a missing one again", async () => {
  const app = await buildTestApp();
  const [{ id }] = await addSeller(app, "hemi@example.co.nz");
  const folder = await temporaryFolder();
  const variables = { ...app.environment, BACKUP_DIR: folder };
  const first = fileIn((await run(variables, "backup")).output);
  const copy = join(folder, "photos", `${id}.jpg`);
  await writeFile(copy, `phota ${id}`);
  const red = { code: 1, output: expect.stringContaining(`no good copy (1 of 2): ${id}`) };
  expect(await run(variables, "drill")).toEqual(red);
  await rm(copy);
  expect(await run(variables, "drill")).toEqual(red);
  const dataDir = join(await temporaryFolder(), "data");
  const { code, output } = await run({ ...variables, DATA_DIR: dataDir }, "restore", first);
  expect(code).toBe(0);
  expect(output).toContain(
    `Photos in their place: 1 of 2. These have no good copy in ${folder}/photos: ${id}`,
  );
  await run(variables, "backup");
  expect((await run(variables, "drill")).code).toBe(0);
});

test("a lost photo is named, and keeps no backup from being taken", async () => {
  const app = await buildTestApp();
  const [{ id }] = await addSeller(app, "hemi@example.co.nz");
  await rm(join(app.dataDir, "photos", `${id}.jpg`));
  const { code, output } = await run(app.environment, "backup", await temporaryFolder());
  expect([code, output]).toEqual([0, expect.stringContaining(`Photos without a file: ${id}`)]);
});

test("photos in a bucket stay there: a backup says so, and its drill asks for no copies", async () => {
  const bucket = await FakeBucket.start();
  const folder = await temporaryFolder();
  const environment = { BACKUP_DIR: folder, PHOTOS: bucket.url() };
  const app = await buildTestApp({ environment });
  await addSeller(app, "hemi@example.co.nz");
  const variables = { ...app.environment, ...environment };
  const { output } = await run(variables, "backup");
  expect(output).toContain("Photos are in the bucket, which keeps them.");
  expect(await readdir(folder)).toEqual([basename(fileIn(output))]);
  expect((await run(variables, "drill")).code).toBe(0);
  const dataDir = join(await temporaryFolder(), "data");
  const restored = await run({ ...variables, DATA_DIR: dataDir }, "restore", fileIn(output));
  expect(restored.output).toContain("Photos: 2. They are in the bucket.");
});

test("copies go with the last backup that needs them", async () => {
  const folder = await temporaryFolder();
  const app = await buildTestApp({ environment: { BACKUP_DIR: folder } });
  const [{ id }] = await addSeller(app, "hemi@example.co.nz");
  const prune = () => pruneBackups({ ...app.app.services, config: app.config, log: { info: () => {} } });
  const night = async (days: number) => {
    app.advance(days * dayMs);
    await app.app.run("backup");
    await prune();
    return (await copiesIn(folder)).length;
  };
  expect(await night(1)).toBe(4);
  await app.app.services.database.write((tx) => tx.deleteFrom("photos").where("id", "=", id).execute());
  const kept: number[] = [];
  for (let week = 0; week < 7; week += 1) kept.push(await night(6));
  // The newest seven backups stay whatever their age.
  expect(kept).toEqual([4, 4, 4, 4, 4, 4, 2]);
});
