import { PostgrestClient } from "@supabase/postgrest-js";
import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { mailBody, quoteExample, storeBody } from "#tests/quote-example.ts";

const table = "quote_requests";

async function addQuote(app: TestApp, changes: object = {}): Promise<string> {
  const fields = { ...quoteExample, ...changes };
  const { ref_number: reference } = await (await app.postJson("/send-mail.php", mailBody(fields))).json();
  expect((await app.store(table, storeBody(reference, fields))).status).toBe(201);
  app.advance(1000);
  return reference;
}

/** The stock client, as the desk uses it; with an admin's cookie where one is given. */
function client(app: TestApp, cookie?: string) {
  const headers = { apikey: app.anonKey, Authorization: `Bearer ${app.anonKey}` };
  return new PostgrestClient(`${app.origin}/rest/v1`, {
    headers: cookie === undefined ? headers : { ...headers, cookie },
  });
}

test("the stock client stores a visitor's record", async () => {
  const app = await buildTestApp();
  const { ref_number: reference } = await (await app.postJson("/send-mail.php", mailBody())).json();
  const { error, status } = await client(app).from(table).insert(storeBody(reference));
  expect({ error, status }).toEqual({ error: null, status: 201 });
  expect(await app.rows(table)).toHaveLength(1);
});

test("the stock client lists newest first, with an exact total", async () => {
  const app = await buildTestApp();
  const references = [
    await addQuote(app, { make: "A" }),
    await addQuote(app, { make: "B" }),
    await addQuote(app, { make: "C" }),
  ];
  const { data, count, error } = await client(app, await app.signIn())
    .from(table)
    .select("*", { count: "exact" })
    .order("created_at", { ascending: false })
    .limit(2);
  expect(error).toBeNull();
  expect(count).toBe(3);
  expect(data?.map((row) => row.ref_number)).toEqual(references.toReversed().slice(0, 2));
  expect(data?.[0]).toMatchObject({
    ...quoteExample,
    make: "C",
    status: "new",
    consent: true,
    file_urls: [],
    adopted: false,
  });
  expect(data?.[0]?.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Date(data?.[0]?.created_at).toISOString()).toBe(data?.[0]?.created_at);
});

test("the stock client pages by range and by key, also through equal times", async () => {
  const app = await buildTestApp();
  for (const make of ["A", "B", "C", "D", "E"]) {
    await addQuote(app, { make });
    app.advance(-1000);
  }
  const list = () =>
    client(app, cookie)
      .from(table)
      .select("*")
      .order("created_at", { ascending: false })
      .order("id", { ascending: false });
  const cookie = await app.signIn();
  const { data: ranged } = await list().range(1, 2);
  const { data: all } = await list();
  expect(ranged).toEqual(all?.slice(1, 3));
  const last = all?.[1];
  const older = `created_at.lt.${last?.created_at},and(created_at.eq.${last?.created_at},id.lt.${last?.id})`;
  const { data: next } = await list().or(older).limit(50);
  expect(next).toEqual(all?.slice(2));
});

test("the stock client counts without reading", async () => {
  const app = await buildTestApp();
  await addQuote(app);
  const { count } = await client(app, await app.signIn())
    .from(table)
    .select("*", { count: "exact", head: true });
  expect(count).toBe(1);
});

test("the stock client filters by status, reference and text", async () => {
  const app = await buildTestApp();
  const reference = await addQuote(app, { make: "Polaris", notes: 'says "hi", (twice)' });
  await addQuote(app, { make: "Suzuki", notes: undefined });
  const list = client(app, await app.signIn()).from(table);
  expect((await list.select("*").eq("ref_number", reference)).data).toHaveLength(1);
  expect((await list.select("*").ilike("make", "%POLAR%")).data).toHaveLength(1);
  expect((await list.select("*").in("make", ["Polaris", "Suzuki"])).data).toHaveLength(2);
  expect((await list.select("*").or('make.eq.Suzuki,notes.eq."says \\"hi\\", (twice)"')).data).toHaveLength(
    2,
  );
  expect((await list.select("*").gt("year", 2015)).data).toEqual([]);
  expect((await list.select("*").is("notes", null)).data).toHaveLength(1);
});

test("the stock client updates one status; the server's clock sets the time", async () => {
  const app = await buildTestApp({ startAt: new Date("2026-11-20T00:00:00Z") });
  await addQuote(app);
  await addQuote(app, { make: "Other" });
  const desk = client(app, await app.signIn()).from(table);
  const [record] = (await desk.select("*").eq("make", "Honda")).data ?? [];
  const change = { status: "in_progress", updated_at: "1999-01-01T00:00:00Z" };
  const { error, status } = await desk.update(change).eq("id", record?.id);
  expect({ error, status }).toEqual({ error: null, status: 204 });
  const { data } = await desk.update({ status: "completed" }).eq("id", record?.id).select();
  expect(data).toMatchObject([
    { id: record?.id, status: "completed", updated_at: "2026-11-20T00:00:02.000Z" },
  ]);
  expect((await desk.select("*").eq("status", "new")).data).toHaveLength(1);
});

test("the status outlives a restart", async () => {
  const before = await buildTestApp();
  await addQuote(before);
  const desk = client(before, await before.signIn()).from(table);
  const [record] = (await desk.select("*")).data ?? [];
  await desk.update({ status: "in_progress" }).eq("id", record?.id);
  const after = await before.restart();
  const { data } = await client(after, await after.signIn())
    .from(table)
    .select("*");
  expect(data).toMatchObject([{ id: record?.id, status: "in_progress" }]);
});

test("an update with no filter, two filters, a list of ids, no id or a broken one changes nothing", async () => {
  const app = await buildTestApp();
  await addQuote(app);
  const cookie = await app.signIn();
  for (const query of [
    "",
    "?id=eq.00000000-0000-4000-8000-000000000000&status=eq.new",
    "?id=in.(00000000-0000-4000-8000-000000000000)",
    "?status=eq.new",
    "?id=eq.1",
  ]) {
    const answer = await patch(app, query, { status: "cancelled" }, cookie);
    const refusal = { query, status: answer.status, ...(await answer.json()) };
    expect(refusal).toMatchObject({ query, status: 400, code: "PGRST100" });
    expect((await app.rows(table))[0]).toMatchObject({ status: "new" });
  }
});

function patch(app: TestApp, query: string, body: object, cookie: string) {
  return app.fetch(`/rest/v1/${table}${query}`, {
    method: "PATCH",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
}

test("staff can change nothing but the status, and only to one of the four", async () => {
  const app = await buildTestApp();
  await addQuote(app);
  const cookie = await app.signIn();
  const query = `?id=eq.${String((await app.rows(table))[0]?.["id"])}`;
  expect((await patch(app, query, { status: "lost" }, cookie)).status).toBe(400);
  expect((await patch(app, query, { status: "completed", email: "x@y.nz" }, cookie)).status).toBe(403);
  expect((await app.rows(table))[0]).toMatchObject({ status: "new", email: quoteExample.email });
});

test("visitors can neither list, count nor change records", async () => {
  const app = await buildTestApp();
  await addQuote(app);
  const visitor = client(app).from(table);
  const listed = await visitor.select("*");
  expect(listed).toMatchObject({ status: 401, data: null, error: { code: "42501" } });
  expect((await visitor.update({ status: "completed" }).eq("id", "x")).status).toBe(401);
  expect((await app.fetch(`/rest/v1/${table}`, { method: "HEAD" })).status).toBe(401);
  expect((await app.rows(table))[0]).toMatchObject({ status: "new" });
});

const refusedQueries = [
  "?select=email",
  "?order=nothing.desc",
  "?order=created_at.sideways",
  "?limit=-1",
  "?limit=many",
  "?password=eq.1",
  "?year=eq.x",
  "?make=like.x",
  "?make=noperator",
  "?or=make.eq.1",
  "?or=(((((((make.eq.1)))))))",
  "?or=(or(or(or(or(or(make.eq.1))))))",
  "?created_at=lt.yesterday",
  "?year=ilike.*1*",
  "?make=eq.a';drop table users--&nosuch=eq.1",
];

test("queries that cannot be answered are refused in PostgREST's form", async () => {
  const app = await buildTestApp();
  const headers = { cookie: await app.signIn() };
  for (const query of refusedQueries) {
    const answer = await app.fetch(`/rest/v1/${table}${query}`, { headers });
    expect({ query, status: answer.status, body: await answer.json() }).toEqual({
      query,
      status: 400,
      body: {
        code: expect.stringMatching(/^(PGRST100|42703)$/),
        message: expect.any(String),
        details: expect.toBeOneOf([null, expect.any(String)]),
        hint: null,
      },
    });
  }
});

test("an unknown table is not found, for anyone and with any method", async () => {
  const app = await buildTestApp();
  const read = await app.fetch("/rest/v1/users");
  const write = await app.store("users", {});
  expect([read.status, write.status]).toEqual([404, 404]);
  expect(await read.json()).toMatchObject({ code: "PGRST205" });
});
