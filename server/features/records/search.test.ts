import { PostgrestClient } from "@supabase/postgrest-js";
import { sql } from "kysely";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import {
  addRecord,
  contactMessageExample,
  examples,
  quoteRequestExample,
} from "#tests/submission-examples.ts";

import { mergeSearchIndexes } from "./search.ts";

async function deskOf(app: TestApp) {
  const headers = { apikey: app.anonKey, cookie: await app.signIn() };
  return new PostgrestClient(`${app.origin}/rest/v1`, { headers });
}

test("the stock client searches the records of one form, newest first, page by page", async () => {
  const app = await buildTestApp();
  const references: string[] = [];
  for (const part of ["CDI", "Stator", "CDI unit", "cdi"]) {
    references.push(await addRecord(app, quoteRequestExample, { part_needed: part }));
  }
  await addRecord(app, contactMessageExample, { subject: "CDI" });
  await mergeSearchIndexes(app.app.services);
  const desk = await deskOf(app);
  const search = () =>
    desk
      .from("quote_requests")
      .select("*")
      .textSearch("search", "aroha cdi", { type: "plain" })
      .order("number", { ascending: false })
      .limit(2);
  const { data: first, error } = await search();
  expect(error).toBeNull();
  expect(first?.map(({ ref_number }) => ref_number)).toEqual([references[3], references[2]]);
  const { data: second } = await search().lt("number", first?.at(-1)?.number);
  expect(second?.map(({ ref_number }) => ref_number)).toEqual([references[0]]);
});

test("a search with its words in the body finds the same, with filters, pages and counts", async () => {
  const app = await buildTestApp();
  for (const year of [2011, 2012, 2013]) await addRecord(app, quoteRequestExample, { year });
  await addRecord(app, quoteRequestExample, { make: "Suzuki" });
  const desk = await deskOf(app);
  const search = (words: string, count?: "estimated") =>
    desk.rpc("search_quote_requests", { words }, count === undefined ? {} : { count });
  const { data, error } = await search("hon").gt("year", 2011).order("number", { ascending: false }).limit(1);
  expect(error).toBeNull();
  expect(data?.map(({ year }: { year: number }) => year)).toEqual([2013]);
  const { data: none, count } = await search("hon", "estimated").limit(0);
  expect([none, count]).toEqual([[], 3]);
  expect((await search("honda zzz")).data).toEqual([]);
  expect((await search("hon").eq("nonsense", 1)).status).toBe(400);
});

test("a search in the body needs staff on this site, and words", async () => {
  const app = await buildTestApp();
  const path = "/rest/v1/rpc/search_quote_requests";
  expect((await app.postJson(path, { words: "hon" })).status).toBe(401);
  const cookie = await app.signIn();
  const crossSite = { cookie, "sec-fetch-site": "cross-site" };
  expect((await app.postJson(path, { words: "hon" }, crossSite)).status).toBe(403);
  for (const body of [{}, { words: 1 }, { words: "x", table: "users" }, []]) {
    const answer = await app.postJson(path, body, { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "PGRST102" }]);
  }
  expect((await app.postJson("/rest/v1/rpc/search_users", { words: "x" }, { cookie })).status).toBe(404);
  expect(JSON.stringify(app.logLines)).not.toContain('hon"');
});

test("a search can be combined with filters, other orders and counts", async () => {
  const app = await buildTestApp();
  for (const year of [2011, 2012, 2013]) await addRecord(app, quoteRequestExample, { year });
  await addRecord(app, quoteRequestExample, { make: "Suzuki" });
  const records = (await deskOf(app)).from("quote_requests");
  const { data } = await records.select("*").textSearch("search", "hon").gt("year", 2011).order("year");
  expect(data?.map(({ year }) => year)).toEqual([2012, 2013]);
  const total = await records.select("*", { count: "exact", head: true }).textSearch("search", "hon");
  const estimate = await records.select("*", { count: "estimated", head: true }).textSearch("search", "hon");
  expect([total.count, estimate.count]).toEqual([3, 3]);
});

test("records of every form are found by their texts, whatever their marks and case", async () => {
  const app = await buildTestApp();
  for (const example of examples) await addRecord(app, example);
  const desk = await deskOf(app);
  const find = async (table: string, words: string) =>
    (await desk.from(table).select("*").textSearch("search", words)).data?.length;
  expect(await find("quote_requests", "OTAIKA whines")).toBe(1);
  expect(await find("contact_messages", "hemi saturday")).toBe(1);
  expect(await find("contact_messages", "027 555 0123")).toBe(1);
  expect(await find("vehicle_submissions", "mangakahia seized")).toBe(1);
  expect(await find("vehicle_submissions", "tyres gone")).toBe(0);
});

test("a search knows the trade's words and forgives one typing error in every word", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample, { part_needed: "Carburettor", make: "Kawasaki" });
  await addRecord(app, quoteRequestExample, { part_needed: "Left CV axle", make: "Honda" });
  const desk = await deskOf(app);
  const find = async (words: string) =>
    (await desk.rpc("search_quote_requests", { words })).data?.map(
      ({ part_needed: part }: { part_needed: string }) => part,
    );
  expect(await find("carby")).toEqual(["Carburettor"]);
  expect(await find("driveshaft")).toEqual(["Left CV axle"]);
  expect(await find("hona cvaxle")).toEqual(["Left CV axle"]);
  expect(await find("kawaski caburettor")).toEqual(["Carburettor"]);
  expect(await find("kawaski axle")).toEqual([]);
});

test("a record that has just come is found in spite of a typing error, and so is a corrected one", async () => {
  const app = await buildTestApp();
  const desk = await deskOf(app);
  const find = async (words: string) => (await desk.rpc("search_quote_requests", { words })).data?.length;
  expect(await find("wihngi")).toBe(0);
  const reference = await addRecord(app, quoteRequestExample, { full_name: "Liam Wihongi" });
  expect(await find("wihngi")).toBe(1);
  const cookie = await app.signIn();
  const fields = { full_name: "Liam Tautahi" };
  await app.postJson(`/functions/v1/desk-correction?reference=${reference}`, { fields }, { cookie });
  expect([await find("tautaih"), await find("wihngi")]).toEqual([1, 0]);
});

const nasty = ['" OR *', "NEAR(", "a:b", "'; drop table users--", "\\", "()", "-", "📦", "x".repeat(3000)];

test("whatever is typed into the search is read as words", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  const records = (await deskOf(app)).from("quote_requests");
  for (const typed of nasty) {
    expect((await records.select("*").textSearch("search", typed)).error).toBeNull();
  }
});

test("a record that is deleted leaves nothing behind", async () => {
  const app = await buildTestApp();
  await addRecord(app, quoteRequestExample);
  await app.app.services.database.write((tx) => sql`delete from quote_requests`.execute(tx));
  const { data } = await (await deskOf(app)).from("quote_requests").select("*").textSearch("search", "honda");
  expect([data, await app.rows("record_keys"), await app.rows("record_events")]).toEqual([[], [], []]);
});
