import { expect, test } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { press, visit } from "#tests/deal-visit.ts";
import { offerDesk, offerExample, windowIn } from "#tests/offer-desk.ts";

// Where two things that staff and seller do meet.

const startAt = new Date("2026-08-03T00:00:00Z");
const purchase = {
  name: "Fiona Smith",
  address: "88 Example Road",
  phone: null,
  birth_date: "1980-05-14",
  identified_by: "NZ driver licence",
  identity_number: "AB123456",
  description: "Suzuki DR200SE",
  vin: null,
  registration: null,
  functioning: false,
  price_cents: 120_000,
  paid_by: "cash",
  bought_on: "2026-08-03",
  gst: "second-hand",
};

test("an offer in its undo time is not sent to somebody who has sold at the counter meanwhile", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await offerDesk(app);
  await desk.call("offerSend", offerExample(app));
  expect((await desk.call("purchase", purchase)).status).toBe(200);
  app.advance(60_000);
  await app.app.run("outbox");
  expect(await app.rows("offers")).toEqual([]);
  expect((await app.rows("outbox")).map(({ kind }) => kind)).not.toContain("offer");
  expect(await app.rows("vehicle_submissions")).toMatchObject([{ status: "completed", next_step: "done" }]);
});

test("once the machine is bought, its page and record tell what was paid and when, not what was planned", async () => {
  for (const isAccepted of [true, false]) {
    const app = await buildTestApp({ startAt });
    const desk = await offerDesk(app);
    await desk.send();
    if (isAccepted) await desk.accept();
    await desk.call("purchase", { ...purchase, price_cents: 70_000 });
    const page = await visit(app, desk.path);
    expect(page.heading).toBe("Picked up and paid");
    expect(page.text).toMatch(/Bought on\s+Monday 3 August\s+We paid in cash\s+\$700\.00/);
    expect(page.text).not.toMatch(/\$1,200|We come|We came|Good until/);
    const { purchase: bought } = await desk.offer();
    expect(bought).toMatchObject({ paid_by: "cash", machine: { price_cents: 70_000 } });
    const days = (await app.rows("pick_ups")).map(({ from_at: from }) => nzDate(new Date(String(from))));
    expect(days).toEqual(isAccepted ? ["2026-08-03"] : []);
  }
});

test("an offer whose times have all passed is not extended: nobody could accept it", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await offerDesk(app);
  await desk.send();
  app.advance(9 * dayMs);
  expect(await desk.call("offerExtend", { valid_days: 7 })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("make a new offer") },
  });
  expect(await desk.offer()).toMatchObject({ next: "photos", stage: "This offer has expired" });
});

test("a closed vehicle stays in the lists while its machine is to be fetched or its record to be written", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await offerDesk(app);
  await desk.send();
  await desk.accept();
  const step = async () => (await app.rows("vehicle_submissions"))[0]?.["next_step"];
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("vehicle_submissions").set({ status: "completed" }).execute());
  await database.write((tx) => app.app.services.noteStep(tx, desk.reference, app.app.services.now()));
  expect(await step()).toBe("pick_up");
  await desk.call("pickUp", { change: "done", when: null });
  expect(await step()).toBe("purchase");
});

test("no thanks on an old page declines nothing that the seller has not seen", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await offerDesk(app);
  await desk.send();
  const page = await visit(app, desk.path);
  const [, version = ""] =
    /name="version" value="(\d+)"/.exec(page.html.split('id="decline"')[1] ?? "") ?? [];
  await desk.send({ amount_cents: 150_000 });
  const said = await press(app, `${desk.path}/offer/decline`, { version, words: "Too little" });
  expect(said.status).toBe(409);
  expect((await app.rows("offers")).map(({ state }) => state)).toEqual(["superseded", "out"]);
});

test("photos are neither asked for nor taken once the page takes none; a moved pick-up keeps its hour over a change of clocks", async () => {
  const app = await buildTestApp({ startAt: new Date("2026-09-24T00:00:00Z") });
  const desk = await offerDesk(app);
  await desk.send({ pick_up: [windowIn(app, 2)] });
  await desk.accept();
  await desk.call("pickUp", { change: "missed", when: "2026-09-27" });
  const moved = (await app.rows("pick_ups"))[0]?.["from_at"];
  expect(new Date(String(moved)).toISOString()).toBe("2026-09-26T23:00:00.000Z"); // Noon on both sides.
  expect((await desk.call("pickUp", { change: "missed", when: "2026-09-28T10:00:00+13" })).status).not.toBe(
    500,
  );
  await desk.call("pickUp", { change: "done", when: null });
  expect((await desk.call("photoRequest", { shots: ["front"] })).status).toBe(409);
  const headers = { "tus-resumable": "1.0.0", "upload-length": "10" };
  expect((await app.fetch(`${desk.path}/photos/uploads`, { method: "POST", headers })).status).toBe(409);
});

test("a photo form that is cut off in the middle does not end the server", async () => {
  const app = await buildTestApp({ startAt });
  const desk = await offerDesk(app);
  const body = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc';
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const cut = await app.fetch(`${desk.path}/photos`, { method: "POST", headers, body });
  expect(cut.status).toBeGreaterThanOrEqual(400);
  expect((await visit(app, desk.path)).status).toBe(200);
});
