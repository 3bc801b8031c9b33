import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, test } from "vitest";

import { paymentCode, readNumbers } from "#domain/deals/typed-numbers.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder, exampleLine, monday } from "#tests/deal-examples.ts";
import { yardDesk } from "#tests/purchase-example.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

const code = paymentCode(1001);

/** Invoice 1001 over $1,265.00, of which $250.00 are paid; a paid order with a parcel; newer records with other numbers. */
async function soldParts(app: TestApp, cookie: string) {
  const line = exampleLine({ unit_cents: 125_000, item_label: "D-17" });
  const { ref_number: part } = await addOrder(app, { lines: [line] });
  const { ref_number: sent } = await addOrder(app);
  const pay = (ref: string, amount_cents: number) =>
    deskCall(app, cookie, "POST payment", {
      ref,
      amount_cents,
      method: "transfer",
      received_on: "2026-08-03",
    });
  await pay(part, 25_000);
  await pay(sent, 20_000);
  await deskCall(app, cookie, "POST parcel", {
    ref: sent,
    carrier: "nz post",
    tracking: "LH 123456789NZ",
    anyway: true,
  });
  for (const vin of ["1001ABC", "1265XYZ", "250CC", "LH12"])
    await addRecord(app, quoteRequestExample, { vin, full_name: "Smith" });
  return { part, sent };
}

test("every number that leaves the house leads to its record, which comes first", async () => {
  const app = await buildTestApp({ startAt: monday });
  const cookie = await app.signIn();
  const { part, sent } = await soldParts(app, cookie);
  const headers = { apikey: app.anonKey, cookie };
  const desk = new PostgrestClient(`${app.origin}/rest/v1`, { headers });
  const first = async (words: string) => {
    const { data } = await desk.rpc("search_quote_requests", { words }).order("number", { ascending: false });
    return data?.[0]?.ref_number;
  };
  const bare = part.replaceAll("-", "");
  const codes = [code, "qk 010019", "QK01 0019", "QKO1OOI9", "010019", `INVOICE ${code} SMITH`];
  const invoices = ["1001", "INV-1001", "inv 1001", "Invoice 1001", "Invoice no. 1001", "1001."];
  const amounts = ["1265", "1265.00", "$1,265.00", "1,265.00", "1,015.00", "250.00", "250", "SMITH $1015"];
  const labels = ["D-17", "d17", "D – 17"];
  const references = [
    bare,
    bare.slice(2),
    part.toLowerCase(),
    part.replaceAll("-", "−"),
    `${part}.`,
    `PAY ${part} SMITH`,
  ];
  expect(code).toBe("QK010019");
  for (const typed of [...codes, ...invoices, ...amounts, ...labels, ...references])
    expect([typed, await first(typed)]).toEqual([typed, part]);
  const tracking = [
    "LH123456789NZ",
    "lh123456789nz",
    "LH 123 456 789 NZ",
    "LH-123-456-789-NZ",
    "NZ Post LH123456789NZ.",
  ];
  for (const typed of [...tracking, "200.00", "$200"])
    expect([typed, await first(typed)]).toEqual([typed, sent]);
  for (const typed of ["QK010018", "9999", "LH123456780NZ", "3333.01"])
    expect([typed, await first(typed)]).toEqual([typed, undefined]);
});

test("a machine that we bought is found by the number on its label, its VIN and its plate", async () => {
  const app = await buildTestApp({ startAt: monday });
  const yard = await yardDesk(app);
  await yard.bought({ vin: "JS1SK44A-7100455", registration: "A1BCD" });
  await yard.bought();
  const headers = { apikey: app.anonKey, cookie: yard.cookie };
  const desk = new PostgrestClient(`${app.origin}/rest/v1`, { headers });
  const found = async (words: string) =>
    (await desk.rpc("search_vehicle_submissions", { words })).data?.map(({ ref_number: ref }: Named) => ref);
  const [first] = await app.rows("machines");
  for (const typed of ["m1", "M-1", "js1sk44a7100455", "JS1SK44A-7100455", "a1 bcd"])
    expect([typed, await found(typed)]).toEqual([typed, [first?.["ref_number"]]]);
  expect(await found("m3")).toEqual([]);
});

interface Named {
  readonly ref_number: string;
}

test("pages and counts hold each record once, the named one first; filters hold for it too", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: named } = await addOrder(app);
  const others = [];
  for (const vin of ["1001A", "1001B", "1001C"])
    others.unshift(await addRecord(app, quoteRequestExample, { vin }));
  const headers = { apikey: app.anonKey, cookie: await app.signIn() };
  const desk = new PostgrestClient(`${app.origin}/rest/v1`, { headers });
  const search = () =>
    desk
      .rpc("search_quote_requests", { words: "1001" }, { count: "estimated" })
      .order("number", { ascending: false });
  const { data: page, count } = await search().limit(3);
  const references = page?.map(({ ref_number: reference }: { ref_number: string }) => reference);
  expect([references, count]).toEqual([[named, ...others.slice(0, 2)], 4]);
  expect((await search().lt("number", page?.at(-1)?.number)).data).toMatchObject([{ ref_number: others[2] }]);
  expect((await search().range(1, 2)).data).toMatchObject([
    { ref_number: others[0] },
    { ref_number: others[1] },
  ]);
  expect((await search().eq("status", "cancelled")).data).toEqual([]);
});

test("the numbers of an order whose request is gone find nothing, without an error", async () => {
  const app = await buildTestApp({ startAt: monday });
  await addOrder(app);
  await app.app.services.database.write((tx) => tx.deleteFrom("quote_requests").execute());
  const response = await app.fetch(`/rest/v1/quote_requests?select=*&search=fts.${code}`, {
    headers: { cookie: await app.signIn() },
  });
  expect([response.status, await response.json()]).toEqual([200, []]);
});

test.for([
  ["honda 2015", []],
  ["trx420fm", []],
  ["INVOICE 1009 and INV 1010", [1009, 1010]],
] as const)("%j names the invoices %j", ([typed, invoices]) => {
  expect(readNumbers(typed).invoices).toEqual(invoices);
});
