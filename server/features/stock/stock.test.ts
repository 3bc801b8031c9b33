import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addStaff } from "#tests/staff.ts";
import { stockDesk } from "#tests/stock-desk.ts";

test("a machine that stood there before has a number and no hold, and its parts know it", async () => {
  const app = await buildTestApp();
  const { call, machine, written } = await stockDesk(app);
  const number = await machine({ note: "behind the shed" });
  expect((await call("GET yard")).body["machines"]).toMatchObject([
    { number, ref: null, hold_until: null, days_to_go: 0, vehicle_type: "ATV", note: "behind the shed" },
  ]);
  const [part] = await written(number, { name: "Rear diff", grade: "B", shelf: "D-17", state: "on_machine" });
  expect(part).toMatchObject({
    number: 1,
    name: "Rear diff",
    kind: "farmQuad",
    machine_number: number,
    version: 1,
    shelved_at: null,
    make: "Honda",
    model: "TRX420FM",
    year: 2015,
    state: "on_machine",
    held: null,
    public: true,
    fits: [{ make: "Honda", model: "TRX420FM", from: 2015, to: 2015 }],
  });
});

test("the same part from one phone twice and from two phones at once is one part each", async () => {
  const app = await buildTestApp();
  const { call, machine } = await stockDesk(app);
  const number = await machine();
  const part = (id: string) => ({ id, name: "Seat", shelf: "A-1" });
  const send = (...ids: string[]) => call("POST parts", { machine_number: number, parts: ids.map(part) });
  const [one, other] = await Promise.all([
    send("phone-one-1", "phone-one-2"),
    send("phone-one-1", "phone-two-1"),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  const again = await call("POST parts", {
    machine_number: number,
    parts: [{ ...part("phone-one-1"), shelf: "Z" }],
  });
  expect(again.body).toMatchObject({ parts: [{ shelf: "A-1" }] });
  const rows = await app.rows("parts");
  expect(rows.map((row) => row["id"]).toSorted()).toEqual(["phone-one-1", "phone-one-2", "phone-two-1"]);
  expect(rows.map((row) => row["number"])).toEqual([1, 2, 3]);
});

test.for([
  [{ shelf: "x".repeat(61) }, 400, "shelf"],
  [{ price_cents: 0 }, 400, "more than $0"],
  [{ quantity: 0 }, 400, "quantity"],
  [{ year: 15 }, 400, "four digits"],
] as const)("one bad part refuses the whole call, by name (%j)", async ([bad, status, words]) => {
  const app = await buildTestApp();
  const { call } = await stockDesk(app);
  const parts = [
    { id: "phone-1-a", name: "Seat" },
    { id: "phone-1-b", name: "Rim", ...bad },
  ];
  const refused = await call("POST parts", { machine_number: null, parts });
  expect(refused).toMatchObject({ status, body: { error: expect.stringContaining(words) } });
  expect(await app.rows("parts")).toEqual([]);
});

test("a machine that nobody knows, a part that was never given, a version that is missing or old", async () => {
  const app = await buildTestApp();
  const { call, written } = await stockDesk(app);
  const missing = await call("POST parts", { machine_number: 7, parts: [{ id: "phone-1-a", name: "Seat" }] });
  expect(missing).toMatchObject({ status: 404, body: { error: "There is no machine 7 in the yard" } });
  for (const number of ["9", "3000000000", "1.5"])
    expect((await call(`GET part?number=${number}`)).status).toBe(404);
  const [part] = await written(null, { name: "Seat" });
  const change = { number: part!.number, shelf: "B-2" };
  expect((await call("PATCH part", change)).status).toBe(428);
  const both = await Promise.all([call("PATCH part", change, 1), call("PATCH part", change, 1)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect((await call("PATCH part", { number: part!.number, state: "sold" }, 2)).status).toBe(422);
  expect((await call("PATCH part", { number: part!.number, state: "gone" }, 2)).status).toBe(422);
  const gone = { number: part!.number, state: "gone", reason: "scrapped" };
  expect((await call("PATCH part", { ...gone, reason: "opened" }, 2)).status).toBe(422);
  expect(await call("PATCH part", gone, 2)).toMatchObject({ status: 200, body: { part: { state: "gone" } } });
  expect(
    (await call("PATCH part", { number: part!.number, state: "on_shelf" }, 3)).status,
    "no way back",
  ).toBe(409);
});

test("parts are found by number, name, machine, model and shelf, and move to another shelf together", async () => {
  const app = await buildTestApp();
  const { call, machine, written, list, part } = await stockDesk(app);
  const number = await machine();
  await written(number, { name: "Rear diff", state: "on_machine" }, { name: "Seat", shelf: "D-17" });
  await written(null, { name: "Front diff", make: "Yamaha", model: "YFM700 Grizzly 700", year: 2012 });
  const found = [
    ["q=diff", [3, 1]],
    ["q=DIFF+rear", [1]],
    ["q=p2", [2]],
    [`machine=${number}`, [2, 1]],
    ["q=420", [2, 1]],
    ["q=D-17", [2]],
    ["model=Grizzly+700&year=2012", [3]],
    ["model=Grizzly+700&year=2013", []],
  ] as const;
  for (const [query, numbers] of found) expect([query, await list(query)]).toEqual([query, numbers]);
  expect(await call("POST parts-move", { numbers: [1, 3], shelf: "E-2" })).toMatchObject({
    body: { parts: [{ number: 1, state: "on_shelf", shelf: "E-2" }, { number: 3 }] },
  });
  expect(await list("shelf=E-2")).toEqual([3, 1]);
  expect((await part(1)).version).toBe(2);
  expect((await call("POST parts-move", { numbers: [1, 9], shelf: "E-3" })).status).toBe(404);
});

test("a machine ends once its parts are asked for", async () => {
  const app = await buildTestApp();
  const { call, machine, written, part } = await stockDesk(app);
  const number = await machine();
  await written(number, { state: "on_machine" });
  const end = { number, state: "stripped" };
  expect(await call("PATCH machine", end)).toMatchObject({
    status: 409,
    body: { field: "anyway", error: expect.stringContaining(`1 part is still on machine ${number}`) },
  });
  expect(await call("PATCH machine", { ...end, anyway: true })).toMatchObject({
    body: { machine: { state: "stripped" } },
  });
  expect(await part(1)).toMatchObject({ state: "gone", reason: "scrapped" });
});

test("the parts that fit a request come best first: on the shelf before on the machine, then the oldest", async () => {
  const app = await buildTestApp();
  const { call, written } = await stockDesk(app);
  const desk = await quoteDesk(app);
  const { make, model, year, part_needed: name } = (await app.rows("quote_requests"))[0]!;
  const fields = { name: String(name), make: String(make), model: String(model), year: Number(year) };
  await written(null, { ...fields, state: "on_machine" });
  app.advance(1000);
  await written(null, fields, { ...fields, year: 1999, fits: [] }, { ...fields, name: "Seat" });
  const { body } = await call(`GET stock-for?ref=${desk.reference}`);
  expect((body["parts"] as { number: number; why: string }[]).map((one) => [one.number, one.why])).toEqual([
    [2, expect.stringMatching(/^Fits .*; on the shelf$/)],
    [1, expect.stringMatching(/^Fits .*; on the machine$/)],
  ]);
});

test("staff of one shift and of the next see the same; nobody else sees anything", async () => {
  const app = await buildTestApp();
  const { written } = await stockDesk(app);
  await written(null, { name: "Seat" });
  const other = await stockDesk(app, (await addStaff(app)).cookie);
  expect(await other.list("")).toEqual([1]);
  for (const path of ["stock", "part?number=1", "stock-for?ref=QK-1"])
    expect((await app.fetch(`/functions/v1/${path}`)).status).toBe(401);
});
