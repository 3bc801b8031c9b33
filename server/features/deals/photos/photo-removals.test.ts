import { copyFile, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { FakeBucket } from "#tests/fake-bucket.ts";
import { runPerson } from "#tests/person-command.ts";
import { runCommand } from "#tests/run-command.ts";
import { addPhoto } from "#tests/sale-rows.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

// Commands are processes of their own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

async function photosIn(app: TestApp): Promise<string[]> {
  const names = await readdir(join(app.dataDir, "photos"));
  return names.filter((name) => name.endsWith(".jpg")).toSorted();
}

async function night(app: TestApp): Promise<void> {
  app.advance(dayMs);
  for (const chore of ["retention", "photos", "photo files", "stray photos", "photo probe"] as const)
    await app.app.run(chore);
}

/** As a dump from before that photo. */
async function forget(app: TestApp, id: string): Promise<void> {
  await app.app.services.database.write(async (tx) => {
    await tx.deleteFrom("photos").where("id", "=", id).execute();
    await tx.deleteFrom("photo_removals").where("id", "=", id).execute();
  });
}

async function strayNotice(app: TestApp): Promise<string | undefined> {
  const headers = { cookie: await app.signIn() };
  const { notices } = await (await app.fetch("/functions/v1/notices", { headers })).json();
  return notices.find(({ id }: { id: string }) => id === "stray-photos")?.title;
}

test("a database from an old backup removes no newer photo: after a week a notice counts them, and a person removes them", async () => {
  // The command has the real clock.
  const startAt = new Date(Date.now() - 12 * dayMs);
  let app = await buildTestApp({ startAt });
  const reference = await addRecord(app, vehicleExample);
  const known = await addPhoto(app, reference);
  const [file, backup] = [join(app.dataDir, "quadkea.db"), join(app.dataDir, "old.db")];
  await app.stop();
  await copyFile(file, backup).catch(() => {});
  app = await app.restart();
  const newer = await addPhoto(app, reference);
  if (app.app.services.database.engine === "postgres") await forget(app, newer.id);
  await app.stop();
  await copyFile(backup, file).catch(() => {});
  app = await app.restart();
  const filesOf = ({ id }: { readonly id: string }) => [`${id}-320.jpg`, `${id}.jpg`];
  for (const name of filesOf(newer)) await utimes(join(app.dataDir, "photos", name), startAt, startAt);
  for (let nights = 0; nights < 10; nights += 1) await night(app);
  expect(await photosIn(app)).toEqual([...filesOf(known), ...filesOf(newer)].toSorted());
  expect(await strayNotice(app)).toBe("A photo belongs to no record.");

  const listed = await runCommand("admin", ["stray-photos"], app.environment);
  expect(listed.stdout).toBe(`${newer.id}.jpg\n`);
  const removed = await runCommand("admin", ["stray-photos", "remove"], app.environment);
  expect(removed.stdout).toBe("Photos that the server removes within a minute: 1\n");
  await app.app.run("photo files");
  expect(await photosIn(app)).toEqual(filesOf(known));
  expect(await strayNotice(app)).toBeUndefined();
});

test("an erasure while the photo store is away is finished by the server, after a restart too", async () => {
  const bucket = await FakeBucket.start();
  const expectedWarnings = ["the photo store cannot be used"];
  let app = await buildTestApp({ environment: { PHOTOS: bucket.url() }, expectedWarnings });
  await addPhoto(app, await addRecord(app, vehicleExample, { email: "moana.tahi@example.co.nz" }));
  const photos = () => [...bucket.files.keys()].filter((name) => name.endsWith(".jpg")).length;
  bucket.broken = 500;
  await expect(runPerson(app, "erase", "moana.tahi@example.co.nz")).rejects.toMatchObject({
    stdout: expect.stringContaining("vehicle"),
    stderr: expect.stringContaining("the server removes them as soon as it can"),
  });
  await app.app.run("photo files");
  expect([(await app.rows("photos")).length, photos()]).toEqual([0, 2]);
  bucket.broken = null;
  app = await app.restart();
  await app.app.run("photo files");
  expect([photos(), await app.rows("photo_removals")]).toEqual([0, []]);
});
