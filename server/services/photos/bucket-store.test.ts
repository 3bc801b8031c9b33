import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { FakeBucket } from "#tests/fake-bucket.ts";
import { plainPhoto, sendPhoto } from "#tests/photo-examples.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

import { openPhotoStore } from "./open-photo-store.ts";

async function storeAt(url: string) {
  const result = readConfig({ PHOTOS: url });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return openPhotoStore(result.config.photos);
}

test("a bucket keeps photos, lists them page by page, and a secret that is wrong gets nothing", async () => {
  const bucket = await FakeBucket.start();
  const store = await storeAt(bucket.url());
  const ids = [1, 2, 3].map(() => randomUUID());
  const [content, preview] = [Buffer.from("large"), Buffer.from("small")];
  bucket.busy = 2;
  for (const id of ids) await store.write(id, { content, preview });
  expect([...bucket.files.keys()]).toContain(`nz/yard/${ids[0]}-320.jpg`);
  expect(await store.read(ids[0]!, "small")).toEqual(preview);
  expect(new Set(await store.ids())).toEqual(new Set(ids));
  expect(await store.ids(new Date(Date.now() - 60_000))).toEqual([]);
  await store.remove(ids[0]!);
  await store.remove(ids[0]!);
  expect([await store.read(ids[0]!, "large"), (await store.ids()).length]).toEqual([null, 2]);

  const wrong = await storeAt(bucket.url("another secret"));
  for (const call of [
    () => wrong.read(ids[1]!, "large"),
    () => wrong.write(randomUUID(), { content, preview }),
    () => wrong.ids(),
  ])
    await expect(call()).rejects.toThrow("The photo bucket answered");
  expect(bucket.files.size).toBe(4);
});

test("a bucket that does not exist, and one that does not answer within five seconds, are said", async () => {
  const bucket = await FakeBucket.start();
  const missing = await storeAt(bucket.url(undefined, "phtos"));
  const id = randomUUID();
  for (const call of [() => missing.ids(), () => missing.read(id, "large"), () => missing.remove(id)])
    await expect(call()).rejects.toThrow("The photo bucket does not exist.");
  bucket.broken = "hangs";
  const store = await storeAt(bucket.url());
  const began = performance.now();
  await expect(store.read(id, "large")).rejects.toThrow("did not answer GET within 5 seconds");
  expect(performance.now() - began).toBeLessThan(7000);
}, 20_000);

test("a photo goes to the bucket and comes from it; while the bucket is away, what was sent waits", async () => {
  const bucket = await FakeBucket.start();
  const environment = { PHOTOS: bucket.url() };
  const app = await buildTestApp({ environment, expectedWarnings: ["the photo store cannot be used"] });
  const reference = await addRecord(app, vehicleExample);
  const page = dealPage(app, reference, 1, vehicleSubmission);
  bucket.busy = 100;
  const sent = await sendPhoto(app, page, await plainPhoto(80, 60));
  expect([sent.status, bucket.files.size]).toEqual([503, 0]);
  bucket.busy = 0;
  app.advance(120_000);
  await app.app.run("photos");
  expect([...bucket.files.keys()].filter((name) => name.endsWith(".jpg"))).toHaveLength(2);
  expect((await app.fetch(`${page}/photo/${sent.id}?w=320`)).status).toBe(200);
});

test.for([
  "s3+http://key:secret@photos.example.nz/quadkea",
  "https://key:secret@photos.example.nz/quadkea",
  "s3://photos.example.nz/quadkea",
  "s3://key:secret@photos.example.nz",
  "s3://key:secret@photos.example.nz/a%20bucket",
])("PHOTOS=%s is refused without naming the secret", (url) => {
  const result = readConfig({ PHOTOS: url });
  expect(result).toMatchObject({ ok: false, problems: [expect.stringMatching(/^PHOTOS must be s3:/)] });
  expect(JSON.stringify(result)).not.toContain("photos.example.nz");
});
