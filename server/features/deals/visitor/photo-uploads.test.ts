import { randomBytes, randomUUID } from "node:crypto";
import { connect, createServer, type AddressInfo } from "node:net";

import sharp from "sharp";
import { Upload } from "tus-js-client";
import { expect, onTestFinished, test, vi } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import {
  beginUpload,
  noisyPhoto,
  plainPhoto,
  sendPhoto,
  sendPiece,
  tusHeaders,
} from "#tests/photo-examples.ts";
import { addPhoto } from "#tests/sale-rows.ts";
import { addRecord, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

// Each picture takes a process of low priority, which waits for its turn on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

async function seller(app: TestApp): Promise<{ reference: string; page: string }> {
  const reference = await addRecord(app, vehicleExample);
  return { reference, page: dealPage(app, reference, 1, vehicleSubmission) };
}

const head = (app: TestApp, location: string) => app.fetch(location, { method: "HEAD", headers: tusHeaders });

test("a photo sent piece by piece is kept upright and small, stands in the record and its history, and staff are told", async () => {
  const app = await buildTestApp();
  const { reference, page } = await seller(app);
  const photo = await plainPhoto(2400, 1800);
  const abilities = await app.fetch(`${page}/photos/uploads`, { method: "OPTIONS" });
  expect([abilities.status, Object.fromEntries(abilities.headers)]).toMatchObject([
    204,
    {
      "tus-resumable": "1.0.0",
      "tus-version": "1.0.0",
      "tus-max-size": "12000000",
      "tus-extension": "creation",
    },
  ]);
  const { status, location } = await beginUpload(app, page, { size: photo.length, shot: "front" });
  expect([status, location]).toEqual([201, expect.stringMatching(`^${page}/photos/uploads/[0-9a-f-]{36}$`)]);
  const half = Math.floor(photo.length / 2);
  expect(await sendPiece(app, location, 0, photo.subarray(0, half))).toMatchObject({
    status: 204,
    offset: `${half}`,
  });
  const state = await head(app, location);
  expect([state.status, Object.fromEntries(state.headers)]).toMatchObject([
    200,
    { "upload-offset": `${half}`, "upload-length": `${photo.length}`, "cache-control": "no-store" },
  ]);
  expect(await sendPiece(app, location, half, photo.subarray(half))).toMatchObject({ status: 204 });

  const id = location.split("/").at(-1) ?? "";
  expect(await app.rows("photos")).toMatchObject([
    { id, ref_number: reference, kind: "visitor", shot: "front" },
  ]);
  const [upload] = await app.rows("photo_uploads");
  expect([upload!["state"], await app.rows("photo_pieces")]).toEqual(["kept", []]);
  const [record] = await app.rows("vehicle_submissions");
  expect(JSON.parse(JSON.stringify(record!["file_urls"]))).toContain(`/functions/v1/photo/${id}`);
  const events = (await app.rows("record_events")).filter(({ type }) => type === "photo");
  expect(events).toMatchObject([{ becomes: "front", user_id: null }]);
  expect(await app.rows("staff_digests")).toHaveLength(1);

  const cookie = await app.signIn();
  for (const [address, side, headers] of [
    [`${page}/photo/${id}`, 1600, {}],
    [`${page}/photo/${id}?w=320`, 320, {}],
    [`/functions/v1/photo/${id}`, 1600, { cookie }],
  ] as const) {
    const shown = await app.fetch(address, { headers });
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({
      width: side,
      height: side * 0.75,
    });
  }
  expect((await app.fetch(`/functions/v1/photo/${id}`)).status).toBe(401);
});

test("the stock tus client gets a photo through a line that breaks again and again", async () => {
  const app = await buildTestApp();
  const { page } = await seller(app);
  const photo = await noisyPhoto(900, 700);
  const cuts = [20_000, 90_000, 1000, 150_000];
  const line = createServer((phone) => {
    const server = connect(Number(new URL(app.origin).port), "127.0.0.1");
    let left = cuts.shift() ?? Infinity;
    const end = () => [phone, server].forEach((socket) => socket.destroy());
    phone.on("data", (bytes: Buffer) => {
      server.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) setTimeout(end, 50);
    });
    server.pipe(phone);
    for (const socket of [phone, server]) socket.on("error", end).on("close", end);
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void line.close());
  const { port } = line.address() as AddressInfo;
  const sent = new Promise<void>((resolve, reject) =>
    new Upload(photo, {
      endpoint: `http://127.0.0.1:${port}${page}/photos/uploads`,
      metadata: { id: randomUUID(), shot: "damage" },
      chunkSize: 256 * 1024,
      retryDelays: [0, 10, 10, 10, 10, 10],
      onSuccess: () => resolve(),
      onError: reject,
    }).start(),
  );
  await sent;
  expect(cuts).toEqual([]);
  expect(await app.rows("photos")).toMatchObject([{ shot: "damage" }]);
  expect(await app.rows("photo_uploads")).toHaveLength(1);
});

test("what arrived before the line broke is kept; a piece at another offset, twice, or beyond the length changes nothing", async () => {
  const app = await buildTestApp();
  const { page } = await seller(app);
  const bytes = randomBytes(200_000);
  const { location } = await beginUpload(app, page, { size: bytes.length });
  const socket = connect(Number(new URL(app.origin).port), "127.0.0.1");
  const lines = [
    `PATCH ${location} HTTP/1.1`,
    "Host: x",
    "Tus-Resumable: 1.0.0",
    "Upload-Offset: 0",
    "Content-Type: application/offset+octet-stream",
    `Content-Length: ${bytes.length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(bytes.subarray(0, 100_000), () => setTimeout(() => socket.destroy(), 200));
  const offset = async () => Number((await head(app, location)).headers.get("upload-offset"));
  await expect.poll(offset).toBeGreaterThanOrEqual(100_000 - 64 * 1024);
  const reached = await offset();
  const whole = Buffer.concat(
    (await app.rows("photo_pieces"))
      .toSorted((a, b) => Number(a["position"]) - Number(b["position"]))
      .map(({ content }) => Buffer.from(content as Uint8Array)),
  );
  expect(whole.equals(bytes.subarray(0, reached))).toBe(true);

  expect(await sendPiece(app, location, 0, bytes.subarray(0, 10))).toMatchObject({ status: 409 });
  expect(await sendPiece(app, location, reached, Buffer.alloc(200_000))).toMatchObject({ status: 413 });
  const old = await app.fetch(location, { method: "PATCH", headers: { "tus-resumable": "0.2.2" } });
  expect([old.status, old.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
  for (const method of ["GET", "DELETE"])
    expect([method, (await app.fetch(location, { method })).status]).toEqual([method, 405]);
  const both = await Promise.all(
    [1, 2].map(() => sendPiece(app, location, reached, bytes.subarray(reached, reached + 1000))),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await offset()).toBe(reached + 1000);
});

test("the same photo twice is one; the 31st, one of another deal and a forged link are refused with words", async () => {
  const app = await buildTestApp();
  const { reference, page } = await seller(app);
  const id = randomUUID();
  const photo = await plainPhoto(40, 30);
  const first = await beginUpload(app, page, { size: photo.length, id });
  const again = await beginUpload(app, page, { size: photo.length, id: id.toUpperCase() });
  expect([again.status, again.location]).toEqual([201, first.location]);
  const sent = [
    await sendPiece(app, first.location, 0, photo),
    await sendPiece(app, first.location, photo.length, Buffer.alloc(0)),
  ];
  expect(sent).toMatchObject([{ status: 204 }, { status: 204 }]);
  app.advance(8 * dayMs);
  await app.app.run("old rows");
  expect(await app.rows("photo_uploads")).toEqual([]);
  const later = await beginUpload(app, page, { size: photo.length, id });
  expect((await head(app, later.location)).headers.get("upload-offset")).toBe(String(photo.length));
  expect(await app.rows("photos")).toHaveLength(1);

  const other = dealPage(app, await addRecord(app, quoteRequestExample));
  expect(await beginUpload(app, other, { size: photo.length, id })).toMatchObject({ status: 409 });
  const theirs = first.location.replace(page, other);
  expect((await head(app, theirs)).status).toBe(404);
  expect((await app.fetch(`${other}/photo/${id}`)).status).toBe(404);

  expect(await beginUpload(app, page, { size: 12_000_001 })).toMatchObject({ status: 413 });
  for (let more = 1; more < 30; more += 1) await beginUpload(app, page, { size: 5 });
  expect(await beginUpload(app, page, { size: 5 })).toMatchObject({
    status: 409,
    error: expect.stringContaining("We have 30 photos"),
  });
  for (const path of ["photos/uploads", `photo/${id}`]) {
    const forged = await visit(app, `/my/${reference}/${"A".repeat(22)}/${path}`);
    expect([forged.status, forged.heading]).toEqual([404, "This link does not work"]);
  }
});

test("what is no photo is refused with words that help, leaves no bytes, and the others go on", async () => {
  const app = await buildTestApp();
  const { page } = await seller(app);
  const cut = (await noisyPhoto(600, 400)).subarray(0, 60_000);
  const flat = sharp({ create: { width: 10_000, height: 7000, channels: 3, background: "white" } });
  const container = (brand: string) =>
    Buffer.concat([Buffer.from("\0\0\0\x18ftyp"), Buffer.from(brand), Buffer.alloc(500)]);
  const files: [string, Buffer, string][] = [
    ["HEIC", container("heic"), "This is a HEIC photo. Your phone can send it as JPEG"],
    ["video", container("isom"), "This is a video"],
    ["PDF", Buffer.from("%PDF-1.7\n"), "This is a document"],
    ["text", Buffer.from("A quad bike, blue"), "can’t be read as a photo"],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "We can’t use this kind of picture"],
    ["bomb", await flat.png().toBuffer(), "more than 60 million pixels"],
    ["cut off", cut, "A part of this photo is missing"],
  ];
  for (const [name, bytes, words] of files) {
    const { status, error, location } = await sendPhoto(app, page, bytes);
    expect([name, status, error]).toEqual([name, 422, expect.stringContaining(words)]);
    expect((await head(app, location)).status).toBe(410);
    expect(await sendPiece(app, location, 0, bytes)).toMatchObject({ status: 410, error });
  }
  expect([await app.rows("photo_pieces"), await app.rows("photos")]).toEqual([[], []]);
  expect(await sendPhoto(app, page, await plainPhoto())).toMatchObject({ status: 204 });
});

test("a server that is killed between any two steps leaves one photo, and no file that belongs to none", async () => {
  let app = await buildTestApp({ expectedWarnings: ["a photo could not be kept now"] });
  const { page } = await seller(app);
  const photo = await plainPhoto();
  const { photos } = app.app.services;
  const write = photos.write.bind(photos);
  const steps = {
    "before the files": () => Promise.reject(new Error("killed")),
    "after the files": async (...args: Parameters<typeof write>) => {
      await write(...args);
      throw new Error("killed");
    },
  };
  for (const [step, dies] of Object.entries(steps)) {
    app.app.services.photos.write = dies;
    const sent = await sendPhoto(app, page, photo);
    expect([step, sent.status, sent.error]).toEqual([step, 503, expect.stringContaining("Nothing is lost")]);
  }
  app = await app.restart();
  app.advance(3 * 60_000);
  await Promise.all([app.app.run("photos"), app.app.run("photos")]);
  expect((await app.rows("photo_uploads")).map(({ state }) => state)).toEqual(["kept", "kept"]);
  expect([(await app.rows("photos")).length, (await app.rows("photo_pieces")).length]).toEqual([2, 0]);
  expect((await app.rows("record_events")).filter(({ type }) => type === "photo")).toHaveLength(2);

  const [ended] = await app.rows("photo_uploads");
  const left = { upload_id: String(ended!["id"]), position: 0, content: photo };
  await app.app.services.database.write((tx) => tx.insertInto("photo_pieces").values(left).execute());
  await app.app.run("photos");
  expect(await app.rows("photo_pieces")).toEqual([]);
});

test("the files of a form that a kill cut off go after a week; the same id is no photo while its files go", async () => {
  const app = await buildTestApp({ expectedWarnings: ["a photo could not be kept now"] });
  const { reference, page } = await seller(app);
  const { photos, database } = app.app.services;
  const [write, remove] = [photos.write.bind(photos), photos.remove.bind(photos)];
  photos.write = async (...args) => {
    await write(...args);
    throw new Error("killed");
  };
  const body = new FormData();
  body.set("photo", new Blob([new Uint8Array(await plainPhoto())]), "IMG_0001.JPG");
  expect((await app.fetch(`${page}/photos`, { method: "POST", body })).status).toBe(503);
  photos.write = write;
  app.advance(6 * dayMs);
  await app.app.run("photo files");
  expect(await photos.ids()).toHaveLength(1);
  app.advance(dayMs);
  await app.app.run("photo files");
  expect([await photos.ids(), await app.rows("photo_removals")]).toEqual([[], []]);

  const { id } = await addPhoto(app, reference);
  await database.write((tx) => tx.deleteFrom("photos").where("id", "=", id).execute());
  photos.remove = async (gone) => {
    expect(await sendPhoto(app, page, await plainPhoto(), { id })).toMatchObject({ status: 503 });
    await remove(gone);
  };
  await app.app.run("photo files");
  expect([await photos.ids(), await app.rows("photo_removals")]).toEqual([[], []]);
  app.advance(2 * 60_000);
  await app.app.run("photos");
  expect([await photos.ids(), (await app.rows("photos")).length]).toEqual([[id], 1]);
});

test("one photo too many is refused with words that say so, also by a server that was killed meanwhile", async () => {
  const app = await buildTestApp({ expectedWarnings: ["a photo could not be kept now"] });
  const { reference, page } = await seller(app);
  const photo = await plainPhoto(40, 30);
  const left = async () =>
    /You can send \d+ more photos/.exec((await visit(app, `${page}/photos`)).text)?.[0];
  await addPhoto(app, reference, "part");
  expect(await left(), "ours do not count").toBe("You can send 30 more photos");
  const { location } = await beginUpload(app, page, { size: photo.length });
  expect(await left(), "one that is under way counts").toBe("You can send 29 more photos");
  for (let kept = 0; kept < 30; kept += 1) await addPhoto(app, reference);
  const { photos, database } = app.app.services;
  const [keep, { writePassing }] = [photos.write.bind(photos), database];
  photos.write = async (...args) => {
    await keep(...args);
    database.writePassing = () => Promise.reject(new Error("killed"));
  };
  expect(await sendPiece(app, location, 0, photo)).toMatchObject({ status: 503 });
  database.writePassing = writePassing;
  app.advance(2 * 60_000);
  await app.app.run("photos");
  const problem = expect.stringContaining("We have 30 photos");
  expect(await app.rows("photo_uploads")).toMatchObject([{ state: "refused", problem }]);
  expect(await app.rows("photo_pieces")).toEqual([]);
});

test("without scripts a photo comes as a form: back to the page when it is kept, the page with the reason when not", async () => {
  const app = await buildTestApp();
  const { page } = await seller(app);
  const send = (file: Uint8Array | null, name = "photo") => {
    const body = new FormData();
    body.set("shot", "rear");
    if (file !== null) body.set(name, new Blob([new Uint8Array(file)]), "IMG_0001.HEIC");
    return app.fetch(`${page}/photos`, { method: "POST", body });
  };
  const photo = await plainPhoto();
  // Whoever was cut off before the answer sends it again.
  for (const kept of [await send(photo), await send(photo)])
    expect([kept.status, kept.headers.get("location")]).toEqual([303, `${page}/photos?sent=1`]);
  expect(await app.rows("photos")).toMatchObject([{ shot: "rear", kind: "visitor" }]);
  for (const [file, status, words] of [
    [Buffer.from("%PDF-1.7"), 422, "This is a document"],
    [Buffer.alloc(12_000_001), 413, "larger than 12 MB"],
    [Buffer.alloc(0), 400, "No photo came with it"],
    [null, 400, "No photo came with it"],
  ] as const) {
    const refused = await send(file);
    expect([refused.status, await refused.text()]).toEqual([status, expect.stringContaining(words)]);
  }
  expect(await app.rows("photos")).toHaveLength(1);
});
