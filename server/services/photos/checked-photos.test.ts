import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { minuteMs } from "#domain/durations.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { asOperator, buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { FakeBucket } from "#tests/fake-bucket.ts";
import { plainPhoto, sendPhoto } from "#tests/photo-examples.ts";
import { addPhoto } from "#tests/sale-rows.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

vi.setConfig({ testTimeout: 60_000 });

const expectedWarnings = ["the photo store cannot be used"];
const mark = "quadkea-installation.txt";

async function photoNotice(app: TestApp): Promise<{ title: string; words: string } | null> {
  const { notices } = await (
    await app.fetch("/functions/v1/notices", { headers: { cookie: await app.signIn() } })
  ).json();
  return notices.find(({ id }: { id: string }) => id.startsWith("photos")) ?? null;
}

async function minutePasses(app: TestApp): Promise<void> {
  await app.app.run("photo probe");
  app.advance(minuteMs);
  await app.app.run("photo probe");
}

const gauge = async (app: TestApp) =>
  /^quadkea_photos_ready (\d)$/m.exec(await (await app.fetch("/metrics", asOperator)).text())?.[1];

test("a bucket that refuses our key: a notice after a minute says so, customers keep their photos, the site stays ready", async () => {
  const bucket = await FakeBucket.start();
  const app = await buildTestApp({ environment: { PHOTOS: bucket.url() }, expectedWarnings });
  const reference = await addRecord(app, vehicleExample);
  const page = dealPage(app, reference, 1, vehicleSubmission);
  const { id } = await addPhoto(app, reference);
  await minutePasses(app);
  expect([await photoNotice(app), await gauge(app)]).toEqual([null, "1"]);
  bucket.broken = 403;
  const sent = await sendPhoto(app, page, await plainPhoto(80, 60));
  expect(sent).toMatchObject({ status: 503, error: expect.stringContaining("Nothing is lost: try again") });
  const picture = await app.fetch(`${page}/photo/${id}`);
  expect([picture.status, await picture.text()]).toEqual([503, expect.stringContaining("can’t show photos")]);
  expect([await photoNotice(app), await gauge(app)]).toEqual([null, "1"]);
  await minutePasses(app);
  expect(await photoNotice(app)).toEqual({
    id: "photos",
    severity: "danger",
    title: expect.stringMatching(/^Photos cannot be kept or shown since \d+ \w+, \d+:\d\d [ap]m\.$/),
    words: expect.stringMatching(
      /^The photo bucket answered GET with 403\. .*phones keep the photos and try/,
    ),
  });
  expect([await gauge(app), (await app.fetch("/readyz")).status]).toEqual(["0", 200]);
  bucket.broken = null;
  await app.app.run("photo probe");
  expect([await photoNotice(app), await gauge(app)]).toEqual([null, "1"]);
});

test("a place with the mark of another installation is left alone: nothing is written or removed there", async () => {
  const app = await buildTestApp({ expectedWarnings });
  const reference = await addRecord(app, vehicleExample);
  const page = dealPage(app, reference, 1, vehicleSubmission);
  const { id } = await addPhoto(app, reference);
  const { photos, database } = app.app.services;
  const file = join(app.dataDir, "photos", mark);
  const ours = await readFile(file, "utf8");
  await writeFile(file, "another installation\n");
  await minutePasses(app);
  expect(await photoNotice(app)).toMatchObject({
    title: expect.stringContaining("Photos cannot be kept since"),
    words: expect.stringContaining("PHOTOS names the photos of another installation: correct it."),
  });
  expect((await sendPhoto(app, page, await plainPhoto(80, 60))).status).toBe(503);
  await database.write((tx) => tx.deleteFrom("photos").where("id", "=", id).execute());
  await app.app.run("photo files");
  expect(await photos.ids()).toEqual([id]);
  await writeFile(file, ours);
  await app.app.run("photo probe");
  await app.app.run("photo files");
  expect([await photoNotice(app), await photos.ids()]).toEqual([null, []]);
});

test("a place without a mark gets ours if it is empty or has a photo of ours, not if all its photos are strange", async () => {
  let app = await buildTestApp({ expectedWarnings });
  const folder = join(app.dataDir, "photos");
  const isMarked = () => readFile(join(folder, mark)).then(Boolean, () => false);
  await app.app.run("photo probe");
  expect(await isMarked()).toBe(true);
  const { id } = await addPhoto(app, await addRecord(app, vehicleExample));
  await rm(join(folder, mark));
  app = await app.restart();
  await app.app.run("photo probe");
  expect(await isMarked()).toBe(true);
  await rm(join(folder, mark));
  await rename(join(folder, `${id}.jpg`), join(folder, `${randomUUID()}.jpg`));
  app = await app.restart();
  await minutePasses(app);
  expect(await isMarked()).toBe(false);
  expect((await photoNotice(app))?.words).toContain("there are photos, but none of ours");
});

test("files that are gone are noticed at the start and when somebody looks, as is a disk that is no longer there", async () => {
  let app = await buildTestApp({ expectedWarnings });
  const reference = await addRecord(app, vehicleExample);
  const page = dealPage(app, reference, 1, vehicleSubmission);
  const { id } = await addPhoto(app, reference);
  const folder = join(app.dataDir, "photos");
  await rename(folder, `${folder}-2`);
  app = await app.restart();
  await app.app.run("photo probe");
  expect(await photoNotice(app)).toMatchObject({
    title: "Photos are missing.",
    words: expect.stringContaining(`The file of a photo of ${reference} is not where PHOTOS points.`),
  });
  await rm(folder, { recursive: true });
  await rename(`${folder}-2`, folder);
  await app.app.run("photo probe");
  expect(await photoNotice(app)).toBeNull();
  await rm(join(folder, `${id}.jpg`));
  expect((await app.fetch(`${page}/photo/${id}`)).status).toBe(404);
  await rm(join(folder, `${id}-320.jpg`));
  await app.app.run("photo probe");
  expect((await photoNotice(app))?.title).toBe("Photos are missing.");
  await rename(folder, `${folder}-2`);
  await minutePasses(app);
  expect((await photoNotice(app))?.words).toContain("Is the disk still mounted?");
  expect((await sendPhoto(app, page, await plainPhoto(80, 60))).status).toBe(503);
});

test("the first photos in a new place are written at once, none of them twice", async () => {
  const app = await buildTestApp();
  const content = await plainPhoto(80, 60);
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const write = (id: string) => app.app.services.photos.write(id, { content, preview: content });
  await expect(Promise.all(ids.map(write))).resolves.toHaveLength(5);
});
