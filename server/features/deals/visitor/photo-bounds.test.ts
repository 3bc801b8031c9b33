import { spawn, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ReadableStream } from "node:stream/web";

import sharp from "sharp";
import { expect, onTestFinished, test, vi } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage } from "#tests/deal-visit.ts";
import { beginUpload, noisyPhoto, plainPhoto, sendPhoto, sendPiece } from "#tests/photo-examples.ts";
import { addRecord, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

vi.setConfig({ testTimeout: 180_000 });

async function seller(app: TestApp): Promise<string> {
  return dealPage(app, await addRecord(app, vehicleExample), 1, vehicleSubmission);
}

const scratchIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith(".scratch"));

/** A form that has begun to come in, and goes on when asked. */
function slowForm(app: TestApp, page: string, photo: Uint8Array) {
  const rest = Promise.withResolvers<void>();
  async function* body() {
    yield Buffer.from('--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n');
    yield photo.subarray(0, 100);
    await rest.promise;
    yield photo.subarray(100);
    yield Buffer.from("\r\n--x--\r\n");
  }
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const stream = ReadableStream.from(body()) as BodyInit;
  const init = { method: "POST", headers, body: stream, duplex: "half", redirect: "manual" } as const;
  return { answer: app.fetch(`${page}/photos`, init), finish: rest.resolve };
}

test("two photos of a link may wait; the next is refused before any of it is written, and other links go on", async () => {
  const app = await buildTestApp();
  const page = await seller(app);
  const other = dealPage(app, await addRecord(app, quoteRequestExample));
  const photo = await plainPhoto();
  const forms = [slowForm(app, page, photo), slowForm(app, page, await plainPhoto(400, 300, "#123"))];
  await expect.poll(async () => (await scratchIn(app.dataDir)).length).toBe(2);
  const third = slowForm(app, page, photo);
  third.finish();
  const refused = await third.answer;
  expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
    503,
    "60",
    expect.stringContaining("Other photos are waiting for our server"),
  ]);
  expect(await scratchIn(app.dataDir)).toHaveLength(2);
  const whole = await sendPhoto(app, page, photo);
  expect(whole).toMatchObject({ status: 503, error: expect.stringContaining("Nothing is lost") });
  expect(await sendPhoto(app, other, photo)).toMatchObject({ status: 204 });

  for (const { finish } of forms) finish();
  for (const { answer } of forms) expect((await answer).status).toBe(303);
  expect(await sendPiece(app, whole.location, photo.length, Buffer.alloc(0))).toMatchObject({ status: 204 });
  expect(await app.rows("photos")).toHaveLength(4);
  expect(await scratchIn(app.dataDir)).toEqual([]);
});

test("a link has 60 tries an hour, those that were refused included", async () => {
  const app = await buildTestApp();
  const page = await seller(app);
  expect((await sendPhoto(app, page, Buffer.from("no photo"))).status).toBe(422);
  const { write } = app.app.services.database;
  await write((tx) => tx.updateTable("limits").set({ count: 59 }).where("count", "=", 1).execute());
  const { location } = await beginUpload(app, page, { size: 5 });
  expect((await sendPiece(app, location, 0, Buffer.from("no ph"))).status).toBe(422);
  const begun = await beginUpload(app, page, { size: 5 });
  expect(begun).toMatchObject({ status: 429, error: expect.stringContaining("60 photos in an hour") });
  const form = slowForm(app, page, await plainPhoto());
  form.finish();
  expect([(await form.answer).status, (await form.answer).headers.get("retry-after")]).toEqual([429, "3600"]);
  app.advance(3_600_000);
  expect(await sendPhoto(app, page, await plainPhoto())).toMatchObject({ status: 204 });
});

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const found = await Promise.all(
    files.map(async (file) => (await readFile(file).catch(() => Buffer.alloc(0))).includes(text)),
  );
  return files.filter((_, index) => found[index]);
}

test("seconds after a photo is kept or refused, nothing of its original is in any file; nor after a kill", async () => {
  const app = await buildTestApp();
  const page = await seller(app);
  const serial = "SN-4711-0815";
  const photo = await sharp(await noisyPhoto(600, 400))
    .withExif({ IFD2: { BodySerialNumber: serial } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const html = Buffer.from(`<html>${serial}${" ".repeat(70_000)}</html>`);
  for (const [original, status] of [
    [photo, 204],
    [html, 422],
  ] as const) {
    const { location } = await beginUpload(app, page, { size: original.length });
    await sendPiece(app, location, 0, original.subarray(0, 66_000));
    expect(await filesWith(app.dataDir, serial)).not.toEqual([]);
    const rest = original.subarray(66_000);
    expect(await sendPiece(app, location, 66_000, rest)).toMatchObject({ status });
    await expect.poll(() => filesWith(app.dataDir, serial), { timeout: 30_000 }).toEqual([]);
  }

  const living = spawn("sleep", ["100"]);
  onTestFinished(() => void living.kill());
  const dead = spawnSync("true").pid;
  for (const pid of [living.pid, dead, process.pid]) await mkdir(join(app.dataDir, `.scratch-${pid}-x`));
  const again = await app.restart();
  expect(await scratchIn(again.dataDir)).toEqual([`.scratch-${living.pid}-x`]);
});
