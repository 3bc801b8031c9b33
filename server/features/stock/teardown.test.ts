import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import type { Part } from "#domain/stock/part.ts";
import type { Teardown } from "#domain/stock/stock-calls.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { stockDesk } from "#tests/stock-desk.ts";

async function yard() {
  const app = await buildTestApp();
  const desk = await stockDesk(app);
  const number = await desk.machine();
  const teardown = async () =>
    (await desk.call(`GET teardown?machine=${number}`)).body as unknown as Teardown;
  const row = async (name: string) => (await teardown()).rows.find((one) => one.name === name);
  return { app, ...desk, number, teardown, row };
}

test("a machine is taken apart in the order of its kind; what is written down has its number", async () => {
  const { call, number, written, teardown, row } = await yard();
  const { machine, rows } = await teardown();
  expect(machine).toMatchObject({ number, kind: "farmQuad", name: "2015 Honda TRX420FM" });
  expect(rows[0]).toEqual({ name: "Seat", assembly: null, part: null, suggested_cents: null });
  expect(rows.length).toBeGreaterThan(55);
  await written(number, { name: "Seat" }, { name: "Seat" }, { name: "Sheepskin", grade: "C" });
  const after = await teardown();
  expect(after.rows.filter(({ part }) => part !== null)).toMatchObject([
    { name: "Seat", part: 1 },
    { name: "Seat", part: 2 },
    { name: "Sheepskin", part: 3 },
  ]);
  expect(after.parts).toMatchObject([{ number: 1, id: expect.any(String) }, {}, { grade: "C" }]);
  expect(await row("Front rack")).toMatchObject({ part: null });
  for (const unknown of ["99", "x", "9".repeat(400)])
    expect((await call(`GET teardown?machine=${unknown}`)).status).toBe(404);
});

test("an assembly kept whole hides its insides until it is opened up, and only an assembly is", async () => {
  const { call, number, written, row } = await yard();
  expect(await row("Crank")).toMatchObject({ assembly: "Complete engine", part: null });
  const [engine] = await written(number, { name: "Complete engine" });
  expect(await row("Crank")).toBeUndefined();
  const opened = { number: engine!.number, state: "gone", reason: "opened" };
  expect((await call("PATCH part", opened, 1)).status).toBe(200);
  expect(await row("Crank")).toMatchObject({ part: null });
  expect(await row("Complete engine")).toMatchObject({ part: engine!.number });
});

test("a price is suggested from our newest sent line for that model, and for a side from the part itself", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const { make, model } = (await app.rows("quote_requests"))[0]!;
  const { call, machine } = await stockDesk(app);
  const lines = [
    draftLine({ id: "seat", text: "Seat", unit_cents: 9_000 }),
    draftLine({ id: "axle", text: "CV axle", unit_cents: 14_500, kind: "option" }),
  ];
  await desk.send(exampleDraft({ lines }));
  app.advance(11_000);
  await app.app.run("outbox");
  const suggested = async (fields: object) => {
    const { body } = await call(`GET teardown?machine=${await machine(fields)}`);
    const rows = (body as unknown as Teardown).rows.filter((row) => row.suggested_cents !== null);
    return Object.fromEntries(rows.map((row) => [row.name, row.suggested_cents]));
  };
  expect(await suggested({ make, model })).toEqual({
    Seat: 9_000,
    "Left CV axle": 14_500,
    "Right CV axle": 14_500,
  });
  expect(await suggested({ make: "Yamaha", model: "AG200" })).toEqual({});
});

const photoRows = (app: TestApp) => app.rows("photos");

test("the same photo twice, by the phone's id and by its part's number, is one; its part keeps its version and names the first", async () => {
  const { app, call, number, written, part, photo } = await yard();
  const id = randomUUID();
  const bytes = await plainPhoto(80, 60);
  expect(await photo("phone-1-seat", { id, bytes })).toMatchObject({
    status: 404,
    body: { error: "This part has not arrived yet: send the photo again once it has" },
  });
  const [seat] = await written(number, { id: "phone-1-seat", name: "Seat" } as Partial<Part>);
  const both = [await photo("phone-1-seat", { id, bytes }), await photo(seat!.number, { id, bytes })];
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [kept] = (await part(1)).photos;
  expect(kept).toEqual({
    id,
    url: `/functions/v1/photo/${id}`,
    hash: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(await photoRows(app)).toMatchObject([{ id, kind: "part", ref_number: "P1" }]);
  expect(await app.rows("parts")).toMatchObject([{ photo: id, version: 1 }]);
  expect((await call("PATCH part", { number: 1, grade: "A" }, 1)).status).toBe(200);
  const [other] = await written(number, { name: "Rim" });
  expect(await photo(other!.number, { id, bytes })).toMatchObject({
    status: 409,
    body: { error: "This id belongs to another photo." },
  });
});

test("a part takes six photos; one taken out stays out, whoever sends it again, and the next one is the first", async () => {
  const { app, call, number, written, part, photo } = await yard();
  await written(number, { name: "Seat" });
  const ids: string[] = [];
  for (const shade of [1, 2, 3, 4, 5, 6]) {
    app.advance(1000);
    ids.push(randomUUID());
    await photo(1, { id: ids.at(-1)!, bytes: await plainPhoto(80, 60, `#${shade}00`) });
  }
  const bytes = await plainPhoto(80, 60, "#700");
  expect(await photo(1, { bytes })).toMatchObject({
    status: 409,
    body: { error: "P1 has 6 photos: take one out first" },
  });
  const removed = await call(`DELETE part-photo?id=${ids[0]}`);
  expect((removed.body["photos"] as object[]).length).toBe(5);
  expect(await app.rows("parts")).toMatchObject([{ photo: ids[1], version: 1 }]);
  expect(await photo(1, { id: ids[0]!, bytes })).toMatchObject({ status: 200 });
  expect((await part(1)).photos.map(({ id }) => id)).toEqual(ids.slice(1));
  expect((await call(`DELETE part-photo?id=${ids[0]}`)).status).toBe(404);
  await app.app.run("photo files");
  expect((await app.app.services.photos.ids()).length).toBe(5);
});

test("a part that is gone meanwhile takes no photo and says so; a bad file, no id and no session are refused", async () => {
  const { app, call, number, written, photo } = await yard();
  await written(number, { name: "Seat" }, { name: "Rim" });
  const bytes = await plainPhoto(80, 60);
  await call("PATCH part", { number: 1, state: "gone", reason: "scrapped" }, 1);
  expect(await photo(1, { bytes })).toMatchObject({
    status: 409,
    body: { error: "P1 is gone: it takes no more photos" },
  });
  await app.app.services.database.write((tx) =>
    tx.updateTable("parts").set({ state: "sold" }).where("number", "=", 2).execute(),
  );
  expect(await photo("P2", { bytes })).toMatchObject({
    status: 409,
    body: { error: "P2 is sold: it takes no more photos" },
  });
  await written(number, { name: "Winch" });
  const text = await photo(3, { bytes: Buffer.from("no photo") });
  expect([text.status, text.body["error"]]).toEqual([
    422,
    expect.stringContaining("can’t be read as a photo"),
  ]);
  expect((await photo(3, { id: "", bytes })).status).toBe(400);
  expect(await photoRows(app)).toEqual([]);
  for (const path of ["teardown?machine=1", "part-photo?id=x"]) {
    const method = path.startsWith("part") ? "DELETE" : "GET";
    expect((await app.fetch(`/functions/v1/${path}`, { method })).status).toBe(401);
  }
});
