import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { deskOf } from "#tests/desk-calls.ts";
import { addRecord, contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

async function quotesOf(app: TestApp) {
  const headers = { apikey: app.anonKey, cookie: await app.signIn() };
  return new PostgrestClient(`${app.origin}/rest/v1`, { headers }).from("quote_requests");
}

test("a listed record says how many are from its person, and which one it repeats, wherever they are", async () => {
  const app = await buildTestApp();
  const stator = { part_needed: "Stator", email: "x@farm.example", phone: "+64 21 555 0100" };
  const first = await addRecord(app, quoteRequestExample, {
    part_needed: "Front diff",
    phone: "09 555 0111",
  });
  await addRecord(app, quoteRequestExample, stator);
  await addRecord(app, contactMessageExample, { email: "AROHA@example.co.nz" });
  const last = await addRecord(app, quoteRequestExample, { part_needed: "front diff" });
  const quotes = await quotesOf(app);
  const { data } = await quotes.select("*,repeats").order("number", { ascending: false }).limit(1);
  expect(data).toMatchObject([{ ref_number: last, repeats: { count: 4, duplicate_of: first } }]);
  expect((await (await deskOf(app)).open(last)).record["repeats"]).toEqual({ count: 4, duplicate_of: first });
});

test("a record of somebody who has sent no other repeats nothing, and the stock columns are as they were", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  const quotes = await quotesOf(app);
  expect((await quotes.select("*,repeats")).data).toMatchObject([{ repeats: null }]);
  expect((await quotes.select("*")).data?.[0]).not.toHaveProperty("repeats");
  expect((await quotes.select("repeats")).status).toBe(400);
});

test("the same person is known by any number they gave, however it was written", async () => {
  const app = await buildTestApp();
  const written = [
    "+64 (0)21 555 0107",
    "021/555/0107",
    "09 430 1234 ext 5 or 021 555 0107 (home)",
    "64 9 430 1234",
  ];
  for (const [index, phone] of written.entries())
    await addRecord(app, quoteRequestExample, { phone, email: `x${index}@farm.example` });
  const quotes = await quotesOf(app);
  const { data } = await quotes.select("*,repeats").order("number");
  expect(data?.map(({ repeats }) => repeats?.count)).toEqual([3, 3, 4, 2]);
});

test("after a month the same wish is a new one", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  app.advance(31 * 24 * 60 * 60_000);
  await addRecord(app, quoteRequestExample);
  const { data } = await (await quotesOf(app)).select("*,repeats").order("number");
  expect(data?.map(({ repeats }) => repeats)).toEqual([
    { count: 2, duplicate_of: null },
    { count: 2, duplicate_of: null },
  ]);
});
