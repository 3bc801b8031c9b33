import { join } from "node:path";

import { expect, test } from "vitest";

import { messages } from "#domain/messages.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";
import { examples } from "#tests/submission-examples.ts";

/** Values as a browser sends them. */
function texts(values: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

const typed = texts(quoteExample);
const complete = { ...typed, consent: "true" };

function post(
  app: TestApp,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  form = "quote",
) {
  return app.fetch(`/forms/${form}`, { method: "POST", body: new URLSearchParams(fields), headers });
}

test.for(examples)(
  "a $submission.name sent without scripts is mailed and stored, and leads to the thanks page",
  async ({ submission, values, optional }) => {
    const app = await buildTestApp();
    const consent = submission.asksConsent ? { consent: "true" } : {};
    const answer = await post(app, { ...texts(values), ...consent, [optional]: "" }, {}, submission.name);
    expect(answer.status).toBe(303);
    const [row] = await app.rows(submission.table);
    expect(answer.headers.get("location")).toBe(`/thanks?ref=${String(row?.["ref_number"])}`);
    expect(row).toMatchObject({ ...values, [optional]: null, status: "new" });
    expect(Boolean(row?.["consent"])).toBe(submission.asksConsent);
  },
);

test.for(examples)(
  "a $submission.name that lacks a required field is refused with the message",
  async ({ submission, values }) => {
    const app = await buildTestApp();
    const answer = await post(app, { ...texts(values), consent: "true", email: "" }, {}, submission.name);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("Email is required")]);
    expect(await app.rows("attempts")).toEqual([]);
  },
);

test("sent twice, it stays one mail and one record", async () => {
  const app = await buildTestApp();
  const answers = [await post(app, complete), await post(app, complete)];
  expect(new Set(answers.map((answer) => answer.headers.get("location"))).size).toBe(1);
  await app.app.services.mailStep.settled();
  expect(await app.rows("quote_requests")).toHaveLength(1);
  expect(await app.mails()).toHaveLength(2);
});

/** The same fields by script. */
const sendByScript = (app: TestApp, key: string, fields: object = quoteExample) =>
  sendMail(app, fields, { "idempotency-key": key });

test("posted by the browser, then sent by script within ten minutes: it stays one mail and one record", async () => {
  const app = await buildTestApp();
  const posted = await post(app, {
    ...complete,
    delivery_address: typed["delivery_address"]?.replaceAll("\n", "\r\n") ?? "",
  });
  app.advance(9 * 60_000);
  const { status, ref_number: reference = "" } = await sendByScript(app, "one-filled-form");
  expect([status, posted.headers.get("location")]).toEqual([200, `/thanks?ref=${reference}`]);
  expect((await app.store("quote_requests", storeBody(reference))).status).toBe(201);
  await app.app.services.mailStep.settled();
  expect(await app.rows("quote_requests")).toHaveLength(1);
  expect(await app.mails()).toHaveLength(2);
});

test("once sent by script, what the browser posted keeps its reference under the key of the script", async () => {
  const app = await buildTestApp();
  await post(app, complete);
  const { ref_number: reference } = await sendByScript(app, "one-filled-form");
  const other = await sendByScript(app, "one-filled-form", { ...quoteExample, make: "Yamaha" });
  expect(other).toMatchObject({ status: 409, success: false });
  app.advance(23 * 60 * 60_000);
  expect((await sendByScript(app, "one-filled-form")).ref_number).toBe(reference);
  expect((await sendByScript(app, "another-form")).ref_number).not.toBe(reference);
});

test("sent by script more than ten minutes after the browser posted it, or with other fields, it is another lead", async () => {
  const app = await buildTestApp();
  await post(app, complete);
  await sendByScript(app, "other-fields", { ...quoteExample, make: "Yamaha" });
  app.advance(11 * 60_000);
  await sendByScript(app, "same-fields");
  expect(await app.rows("attempts")).toHaveLength(3);
});

test("the browser's post could not be mailed: sent by script, it goes through with the same reference", async () => {
  const app = await buildTestApp();
  await post(app, complete);
  const { database } = app.app.services;
  await database.write((tx) => tx.updateTable("attempts").set({ state: "refused", sealed: null }).execute());
  const [attempt] = await app.rows("attempts");
  const sent = await sendByScript(app, "one-filled-form");
  expect(sent).toMatchObject({ status: 200, ref_number: attempt?.["ref_number"] });
  expect(await app.rows("attempts")).toMatchObject([{ state: "mailed" }]);
});

test("without consent nothing is sent", async () => {
  const app = await buildTestApp();
  const answer = await post(app, typed);
  const refused = [422, expect.stringContaining(messages.consentMissing)];
  expect([answer.status, await answer.text()]).toEqual(refused);
  expect(await app.mails()).toEqual([]);
});

/** As the build leaves it, with a form that shows what it gets. */
async function siteWithForm(): Promise<string> {
  const folder = await builtSite({
    "client/request-quote/index.html": `<!doctype html><h1>Quote</h1><div data-form="quote"><div>empty</div></div><script>late()</script>`,
    "forms/render-form.js": "export const renderForm = (...given) => JSON.stringify(given);",
  });
  return join(folder, "client");
}

test("the refused form is in its page in place of the empty one, every wrong field named in the form's order", async () => {
  const app = await buildTestApp({ siteFolder: await siteWithForm() });
  const answer = await post(app, { ...typed, email: "aroha@example", make: "", year: "nineteen" });
  const page = await answer.text();
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("'sha256-");
  const [, before, form = "", after] = /^(.*<h1>Quote<\/h1>)<div>(.*)<\/div>(<script>.*)$/.exec(page) ?? [];
  expect([before, after]).not.toContain(undefined);
  const [name, refused] = JSON.parse(form);
  expect(name).toBe("quote");
  expect(refused.typed).toMatchObject({ full_name: typed["full_name"], email: "aroha@example" });
  expect(refused.problem).toMatchObject({ message: "Make is required", failure: "refused" });
  const fields = refused.problem.fields.map(({ field }: { field: string }) => field);
  expect(fields).toEqual(["make", "year", "email", "consent"]);
});

test("several parts and a short year are stored as one line and four digits", async () => {
  const app = await buildTestApp();
  await post(app, { ...complete, year: "08", vin: "abc-123", part_needed_2: "Seat", part_needed_3: "" });
  const [row] = await app.rows("quote_requests");
  expect(row).toMatchObject({ year: 2008, vin: "ABC-123", part_needed: "Front diff; Seat" });
});

test("a mail failure answers with the catalogue's words", async () => {
  const app = await buildTestApp({ environment: { MAIL_URL: "file:/dev/null/mail" } });
  const answer = await post(app, complete);
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining(messages.mailFailed)]);
  expect(await app.rows("quote_requests")).toEqual([]);
});

test("a form sent by another site is refused", async () => {
  const app = await buildTestApp();
  const answer = await post(app, complete, { "sec-fetch-site": "cross-site" });
  expect(answer.status).toBe(403);
  expect(await app.mails()).toEqual([]);
});

test("JSON, or a form too large, gets a page with a message", async () => {
  const app = await buildTestApp();
  const json = await app.postJson("/forms/quote", "[]");
  const large = await post(app, { ...complete, notes: "x".repeat(70_000) });
  expect([json.status, large.status]).toEqual([422, 413]);
  expect(large.headers.get("content-type")).toContain("text/html");
});

test("a body that is no form gets a page that does not ask for JSON", async () => {
  const app = await buildTestApp();
  const headers = { "content-type": "text/plain" };
  const answer = await app.fetch("/forms/quote", { method: "POST", body: "full_name=Aroha", headers });
  expect(answer.status).toBe(415);
  const page = await answer.text();
  expect(page).toContain("The form could not be read");
  expect(page).not.toContain("JSON");
});

test("opening the form's address leads to the form's page", async () => {
  const app = await buildTestApp();
  const answer = await app.fetch("/forms/quote");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/request-quote"]);
});

test("the page with a message defines every colour it uses", async () => {
  const page = await (await post(await buildTestApp(), {})).text();
  const used = [...page.matchAll(/var\((--[a-z]+)\)/g)].map(([, name]) => name);
  const defined = new Set([...page.matchAll(/(--[a-z]+):/g)].map(([, name]) => name));
  expect(used.filter((name) => !defined.has(name ?? ""))).toEqual([]);
  expect(used.length).toBeGreaterThan(5);
});
