import { expect, test } from "vitest";

import { deskSettings } from "#domain/deals/desk-settings.ts";
import { freightTable } from "#domain/deals/freight.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteDesk } from "#tests/quote-desk.ts";
import { addStaff, deskCall } from "#tests/staff.ts";

const names = Object.keys(deskSettings);

async function put(app: TestApp, cookie: string, name: string, value: unknown, version = 0) {
  const headers = {
    cookie,
    "content-type": "application/json",
    "if-match": `"${version}"`,
  };
  const path = `/functions/v1/desk-settings/${name}`;
  const answer = await app.fetch(path, { method: "PUT", headers, body: JSON.stringify({ value }) });
  return { status: answer.status, body: await answer.json() };
}

test("every setting has a value to start with, which can be saved as it is", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  for (const name of names) {
    const { body } = await deskCall(app, cookie, `GET desk-settings/${name}`);
    expect(body["version"]).toBe(0);
    expect(await put(app, cookie, name, body["value"], 0)).toEqual({
      status: 200,
      body: { ...body, version: 1 },
    });
  }
  expect((await deskCall(app, cookie, "GET desk-settings/other")).status).toBe(404);
});

test("an owner changes the freight table: the next suggestion follows it, and the audit list has it", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const desk = await quoteDesk(app);
  const value = { ...freightTable, rural_cents: 900 };
  expect((await put(app, cookie, "freight", value)).body).toEqual({ version: 1, value });
  expect((await desk.quote()).body).toMatchObject({ suggestions: { freight: { cents: 3400, rural: true } } });
  const { body } = await deskCall(app, cookie, "GET audit?group=setting");
  expect(body).toMatchObject({ entries: [{ words: "Changed the setting “Freight to the gate”" }] });
});

test("a setting that somebody else has changed since is not overwritten", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  await put(app, cookie, "decline-reasons", ["Too dear"], 0);
  expect((await put(app, cookie, "decline-reasons", ["Other"], 0)).status).toBe(412);
  expect((await put(app, cookie, "decline-reasons", ["Other"], 1)).body).toEqual({
    version: 2,
    value: ["Other"],
  });
});

const refusedSettings = [
  ["freight", { ...freightTable, rural_cents: -1 }],
  ["freight", { ...freightTable, extra: 1 }],
  ["carriers", [{ name: "X", link: "javascript:alert({n})" }]],
  ["carriers", [{ name: "X", link: "https://example.com/no-number" }]],
  ["line-templates", [{ title: "", text: "x", grade: null, unit_cents: null, evidence: [] }]],
  ["decline-reasons", []],
] as const;

test("settings that cannot be used are refused", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  for (const [name, value] of refusedSettings) {
    const { status } = await put(app, cookie, name, value);
    expect({ name, value, status }).toEqual({ name, value, status: 400 });
  }
  expect(await app.rows("desk_settings")).toEqual([]);
});

test("lines of a setting are stored without blank ones, and a refusal says what to do", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const saved = await put(app, cookie, "decline-reasons", ["Too dear", " ", "Other", ""]);
  expect(saved.body).toMatchObject({ value: ["Too dear", "Other"] });
  const refused = await put(app, cookie, "carriers", [{ name: "X", link: "example.com" }]);
  expect(refused.body).toMatchObject({ error: expect.stringContaining("Start the link with https://") });
});

test("staff who are no owners read the settings, and change none", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app);
  expect((await deskCall(app, cookie, "GET desk-settings/carriers")).status).toBe(200);
  expect((await put(app, cookie, "carriers", [])).status).toBe(403);
});
