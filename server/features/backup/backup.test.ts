import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test } from "vitest";

import { sqliteFileIn } from "#server/platform/config/config.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";

import { BadBackup, readBackupFile, writeBackupFile } from "./backup-file.ts";
import { restoreBackup, type RestoreTarget } from "./restore-backup.ts";
import { drillBackup, takeBackup } from "./take-backup.ts";

const key = "a backup key for tests only, of good length";

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function addQuote(app: TestApp, index: number): Promise<string> {
  const fields = { ...quoteExample, email: `visitor-${index}@example.co.nz` };
  const reference = (await sendMail(app, fields)).ref_number ?? "";
  expect((await app.store("quote_requests", storeBody(reference, fields))).status).toBe(201);
  return reference;
}

/** Backs up a running app. */
async function backUp(app: TestApp, secret: string | null = key) {
  const order = {
    database: sqliteFileIn(app.dataDir),
    dataDir: app.dataDir,
    photos: join(app.dataDir, "photos"),
    key: secret,
  };
  return takeBackup({ ...order, folder: await temporaryFolder(), at: new Date() });
}

function installationIn(dataDir: string): RestoreTarget {
  const secrets = { anonKey: null, sessionSecret: null, linkSecret: null };
  return { dataDir, database: sqliteFileIn(dataDir), secrets };
}

test("a backup taken while submissions go on passes its drill", async () => {
  const app = await buildTestApp();
  for (const index of [1, 2, 3]) await addQuote(app, index);
  const visitors = Array.from({ length: 10 }, (_, index) => addQuote(app, 100 + index));
  const { file, manifest } = await backUp(app);
  await Promise.all(visitors);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(manifest.rows["quote_requests"]).toBeGreaterThanOrEqual(3);
  expect(await drillBackup(file, { key }, app.dataDir)).toEqual(manifest);
  expect((await readdir(app.dataDir)).filter((name) => name.startsWith(".scratch"))).toEqual([]);
});

test("an encrypted backup shows nothing of what is in it, an open one does", async () => {
  const app = await buildTestApp();
  await addQuote(app, 1);
  const holdsName = async (secret: string | null) => {
    const { file } = await backUp(app, secret);
    return (await readFile(file)).includes(quoteExample.full_name);
  };
  expect([await holdsName(key), await holdsName(null)]).toEqual([false, true]);
});

test("what was mailed but not stored at the time of the backup is adopted after the restore", async () => {
  const app = await buildTestApp();
  const { ref_number: reference } = await sendMail(app);
  const { file } = await backUp(app);
  const dataDir = join(await temporaryFolder(), "data");
  await restoreBackup(file, { key }, installationIn(dataDir));
  const restored = await buildTestApp({ environment: { DATA_DIR: dataDir, ADOPT_AFTER_MINUTES: "0" } });
  await restored.app.run("housekeeping");
  expect(await restored.rows("quote_requests")).toMatchObject([{ ref_number: reference, adopted: 1 }]);
});

test.for([
  ["encrypted", key],
  ["open", null],
] as const)(
  "%s: one flipped bit anywhere, or a missing or added byte: refused every time",
  async ([, secret]) => {
    const { file } = await backUp(await buildTestApp(), secret);
    await readBackupFile(file, { key: secret }, null);
    const bytes = await readFile(file);
    const spread = (from: number, to: number, many: number) =>
      Array.from({ length: many }, (_, index) => from + Math.floor((index * (to - from)) / many));
    // The archive begins with its manifest, or with the header of age, and ends with its hash.
    const [begins, ends] = [4096, bytes.length - 2048];
    const positions = [
      ...spread(0, begins, 40),
      ...spread(begins, ends, 16),
      ...spread(ends, bytes.length, 16),
    ];
    const damaged = `${file}.damaged`;
    const accepted: number[] = [];
    const offer = async (contents: Buffer, label: number) => {
      await writeFile(damaged, contents);
      const outcome = await readBackupFile(damaged, { key: secret }, null).catch((error: unknown) => error);
      if (!(outcome instanceof BadBackup)) accepted.push(label);
    };
    for (const position of positions) {
      const flipped = Buffer.from(bytes);
      flipped[position]! ^= 1 << (position % 8);
      await offer(flipped, position);
    }
    for (const length of [0, 1, 16, 512, begins, bytes.length >> 1, ends, bytes.length - 1]) {
      await offer(bytes.subarray(0, length), length);
    }
    await offer(Buffer.concat([bytes, Buffer.alloc(1)]), bytes.length + 1);
    expect(accepted).toEqual([]);
  },
);

test("a file whose passphrase demands more work than ours is refused at once", async () => {
  const { file } = await backUp(await buildTestApp());
  const bytes = await readFile(file);
  const before = process.cpuUsage();
  for (const factor of ["18", "19"]) {
    const costly = bytes.toString("latin1").replace(/(-> scrypt \S+) \d+\n/, `$1 ${factor}\n`);
    await writeFile(file, costly, "latin1");
    await expect(readBackupFile(file, { key }, null)).rejects.toThrow("not a QuadKea backup");
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});

test("a manifest that promises other rows than there are: refused, and nothing is left", async () => {
  const app = await buildTestApp();
  const { file, manifest } = await backUp(app, null);
  const folder = await temporaryFolder();
  await readBackupFile(file, { key: null }, folder);
  const rows = { ...manifest.rows, users: 2 };
  await writeBackupFile(join(folder, "forged"), folder, { ...manifest, rows }, null);
  const dataDir = join(folder, "data");
  const restored = restoreBackup(join(folder, "forged"), { key: null }, installationIn(dataDir));
  await expect(restored).rejects.toThrow("Table users does not hold what the manifest says.");
  expect(await readdir(dataDir)).toEqual([]);
});

test.for([
  ["a newer version", "insert into kysely_migration (name, timestamp) values ('999-later', '2027')"],
  ["an unreleased build", "update installation set value = 'another' where name = 'baseline'"],
] as const)("a backup made by %s is refused, and nothing is left", async ([who, change]) => {
  const { file, manifest } = await backUp(await buildTestApp(), null);
  const folder = await temporaryFolder();
  await readBackupFile(file, { key: null }, folder);
  const database = new DatabaseSync(sqliteFileIn(folder));
  database.exec(change);
  database.close();
  await writeBackupFile(join(folder, "newer"), folder, manifest, null);
  const dataDir = join(folder, "data");
  const restored = restoreBackup(join(folder, "newer"), { key: null }, installationIn(dataDir));
  await expect(restored).rejects.toThrow(new RegExp(`^Nothing was restored. ${who} of QuadKea`, "i"));
  expect(await readdir(dataDir)).toEqual([]);
});

test("without the key, or with another one, nothing is restored and the message says what to do", async () => {
  const { file } = await backUp(await buildTestApp());
  const target = installationIn(join(await temporaryFolder(), "data"));
  await expect(restoreBackup(file, { key: null }, target)).rejects.toThrow("set BACKUP_KEY");
  await expect(restoreBackup(file, { key: `${key}!` }, target)).rejects.toThrow("BACKUP_KEY is not the one");
});

test("nothing is restored while a server runs or if DATA_DIR holds other files", async () => {
  const app = await buildTestApp();
  const { file } = await backUp(app);
  await expect(restoreBackup(file, { key }, installationIn(app.dataDir))).rejects.toThrow(
    "DATA_DIR is not empty",
  );
  const elsewhere = { ...installationIn(app.dataDir), dataDir: join(await temporaryFolder(), "data") };
  await expect(restoreBackup(file, { key }, elsewhere)).rejects.toThrow("There is a database already");
});

test.for(["-wal", "-shm", "-journal"])("nothing is restored beside a former database's %s", async (end) => {
  const { file } = await backUp(await buildTestApp());
  const [dataDir, folder] = [join(await temporaryFolder(), "data"), await temporaryFolder()];
  const database = sqliteFileIn(folder);
  await writeFile(database + end, "left");
  const restored = restoreBackup(file, { key }, { ...installationIn(dataDir), database });
  await expect(restored).rejects.toThrow(`A former database left ${database}${end}`);
  expect(await readdir(folder)).toEqual([`quadkea.db${end}`]);
});
