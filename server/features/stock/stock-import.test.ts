import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { addStaff } from "#tests/staff.ts";
import { stockDesk } from "#tests/stock-desk.ts";

/** The calls of an owner about files of the stock. */
async function fileDesk() {
  const app = await buildTestApp();
  const desk = await stockDesk(app);
  const look = async (file: string | Uint8Array<ArrayBuffer>, query = "") => {
    const init = { method: "POST", headers: { cookie: desk.cookie, "content-type": "text/csv" }, body: file };
    const answer = await app.fetch(`/functions/v1/stock-import${query}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const confirm = async (id: unknown) => (await desk.call("POST stock-import-confirm", { import: id })).body;
  return {
    app,
    ...desk,
    look,
    confirm,
    taken: async (file: string) => confirm((await look(file)).body["import"]),
    exported: async () =>
      (await app.fetch("/functions/v1/stock-export", { headers: { cookie: desk.cookie } })).text(),
  };
}

const sheet = `Part,Brand,Model,Years,Location,Price incl GST,Qty
Rear diff,Honda,TRX420FM,2007-13,D-17,"$1,250.00",1
Wheel nuts,Yamaha,YFM700,2012,Bin 3,8.50,16
,,,,,,
`;

test("a yard's spreadsheet comes in after a look, under its own headings", async () => {
  const { look, confirm, part, app } = await fileDesk();
  const { body } = await look(sheet);
  expect(body).toMatchObject({ rows: 2, new: 2, changed: 0, known: 0, problems: [] });
  expect(await app.rows("parts"), "a look changes nothing").toEqual([]);
  expect(await confirm(body["import"])).toMatchObject({ new: 2 });
  expect(await part(1)).toMatchObject({
    name: "Rear diff",
    shelf: "D-17",
    price_cents: 125_000,
    state: "on_shelf",
    fits: [{ make: "Honda", model: "TRX420FM", from: 2007, to: 2013 }],
  });
  expect(await part(2)).toMatchObject({ quantity: 16, price_cents: 850, year: 2012 });
  expect(await confirm(body["import"]), "twice").toMatchObject({ new: 0, known: 2 });
  expect((await look(sheet)).body, "the same file again").toMatchObject({ new: 0, known: 2 });
});

const semicolons = `name;shelf;price
Seat;A-1;$95.00
Rim;B-2;1,250
`;

test.for([
  ["semicolons", semicolons],
  ["Windows-1252", new Uint8Array(Buffer.from(sheet.replace("Rear diff", "Differenti\u00ebel"), "latin1"))],
] as const)("a file with %s is read", async ([, file]) => {
  const { look } = await fileDesk();
  expect((await look(file)).body).toMatchObject({ rows: 2, new: 2, problems: [] });
});

test("a file with columns that nobody knows is asked about, and read by a map", async () => {
  const { look } = await fileDesk();
  const file = "What,Where\nSeat,A-1\n";
  expect((await look(file)).body).toEqual({ columns: ["What", "Where"], sample: [["Seat", "A-1"]] });
  expect((await look(file, "?map=name:0,shelf:1")).body).toMatchObject({ new: 1 });
});

test("what can't be read is named by its row, and the others come in", async () => {
  const { look, taken, list } = await fileDesk();
  const file = `number,name,price,year,grade,quantity,machine_number
,Seat,free,,,,
,Seat,12,15,,,
,Seat,12,2015,D,,
,,12,2015,A,,
,Seat,12,2015,A,1,77
99,Seat,12,2015,A,1,
,Rim,12,2015,a,2,
`;
  const { body } = await look(file);
  expect(body).toMatchObject({ rows: 7, new: 1, changed: 0 });
  expect((body["problems"] as { row: number; why: string }[]).map(({ row, why }) => `${row} ${why}`)).toEqual(
    [
      "2 “free” is no price",
      "3 “15” is no year",
      "4 grade “D”: it must be one of A, B, C",
      "5 The part needs a name",
      "6 There is no machine 77 in the yard",
      "7 There is no part P99: leave the number empty",
    ],
  );
  await taken(file);
  expect(await list("")).toEqual([1]);
  expect((await look("")).status).toBe(422);
  expect(await look('name\n"Seat\n')).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining("quote") },
  });
});

test("what goes out comes in again unchanged, whatever stands in it", async () => {
  const { machine, written, exported, look, call } = await fileDesk();
  const number = await machine();
  await written(number, {
    name: "=Seat",
    condition: ["a | b", "0012", "'08 model"],
    grade: "C",
    state: "on_machine",
  });
  await written(null, {
    name: 'Rim 12"',
    make: "Can-Am",
    model: "DS 450",
    year: null,
    fits: [
      { make: "Honda", model: "TRX 420", from: 2007, to: 2013 },
      { make: "Polaris", model: "RZR XP 1000", from: null, to: null },
    ],
    price_cents: 12_345,
    weight: "M",
    quantity: 4,
  });
  await call("PATCH part", { number: 1, state: "gone", reason: "kept" }, 1);
  const file = await exported();
  expect((await look(file)).body).toMatchObject({ rows: 2, known: 2, new: 0, changed: 0, problems: [] });
});

test("a changed cell changes the part, an empty one clears it; an older file never beats what was changed since", async () => {
  const { written, exported, look, confirm, taken, part, call } = await fileDesk();
  await written(null, { name: "Seat", shelf: "A-1", price_cents: 9000, grade: "B" });
  const file = await exported();
  const changed = file.replace("A-1", "B-2").replace("90.00", "");
  expect(await taken(changed)).toMatchObject({ changed: 1, new: 0, problems: [] });
  expect(await part(1)).toMatchObject({ shelf: "B-2", price_cents: null, grade: "B", version: 2 });
  expect((await look(changed)).body, "a row whose cells equal ours").toMatchObject({ known: 1, changed: 0 });
  const late = await look((await exported()).replace("B-2", "C-3"));
  await call("PATCH part", { number: 1, shelf: "D-4" }, 2);
  expect(await confirm(late.body["import"])).toMatchObject({
    changed: 0,
    problems: [{ row: 2, why: "P1 was changed since: export the stock again" }],
  });
  expect((await part(1)).shelf).toBe("D-4");
  const [heading, line = ""] = (await exported()).split("\r\n");
  const other = line.replace("D-4", "E-5");
  expect((await look([heading, other, other].join("\n"))).body).toMatchObject({
    changed: 1,
    problems: [{ row: 3, why: "P1 is in this file twice" }],
  });
  const own = "number,name\nP1,Bench seat\n";
  expect((await look(own)).body).toMatchObject({
    problems: [{ why: expect.stringContaining("has no version") }],
  });
});

test("only owners take the whole stock away", async () => {
  const { app } = await fileDesk();
  const { cookie } = await addStaff(app);
  expect((await app.fetch("/functions/v1/stock-export", { headers: { cookie } })).status).toBe(403);
});

test("10,000 parts change with one file; more are refused before they hold up the yard", async () => {
  const { look, taken, exported } = await fileDesk();
  const count = 10_001;
  await taken(`name,shelf\n${Array.from({ length: count }, (_, at) => `Rim ${at},Bin`).join("\n")}\n`);
  const moved = (await exported()).replaceAll("Bin", "Bay");
  const error =
    "The file changes 10,001 parts. At most 10,000 can change at once: split the file in two or more";
  expect(await look(moved)).toMatchObject({ status: 422, body: { error } });
  expect((await look(moved.replace("Bay", "Bin"))).body).toMatchObject({ changed: 10_000, known: 1 });
});
