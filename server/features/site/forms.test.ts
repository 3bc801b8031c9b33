import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { messages } from "#domain/messages.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { quoteExample, sendMail, storeBody } from "#tests/quote-example.ts";
import { examples, vehicleExample } from "#tests/submission-examples.ts";

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
    const kind = submission.name === "quote" ? "" : `&kind=${submission.name}`;
    expect(answer.headers.get("location")).toBe(`/thanks?ref=${String(row?.["ref_number"])}${kind}`);
    expect(row).toMatchObject({ ...values, [optional]: null, status: "new" });
    expect(Boolean(row?.["consent"])).toBe(submission.asksConsent);
  },
);

test.for(examples)(
  "a $submission.name that lacks a required field is shown again with all that was typed",
  async ({ submission, values }) => {
    const app = await buildTestApp();
    const answer = await post(app, { ...texts(values), consent: "true", email: "" }, {}, submission.name);
    const page = await answer.text();
    expect([answer.status, page.includes("Email is required")]).toEqual([400, true]);
    expect(page).toContain(`action="/forms/${submission.name}"`);
    const { email: _, ...others } = texts(values);
    for (const value of Object.values(others)) expect(page).toContain(value);
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

test("without consent the page says so, and keeps everything that was typed", async () => {
  const app = await buildTestApp();
  const answer = await post(app, { ...typed, notes: '"><script>alert(1)</script>' });
  const page = await answer.text();
  expect(answer.status).toBe(400);
  expect(page).toContain(messages.consentMissing);
  for (const value of ["Aroha Ngata", "TE35-4100123", "Whangārei 0174", "&lt;script&gt;alert(1)"]) {
    expect(page).toContain(value);
  }
  expect(page).not.toContain("<script>");
  expect(await app.mails()).toEqual([]);
});

test("a wrong field is named on the page, where every field says what the form said of it", async () => {
  const app = await buildTestApp();
  const answer = await post(app, { ...complete, year: "nineteen" });
  expect(answer.status).toBe(400);
  const page = await answer.text();
  expect(page).toContain('<a href="#quote-year">Year must be a number</a>');
  expect(page).toContain('id="quote-year-problem">Year must be a number</span>');
  expect(page).toContain('aria-describedby="quote-year-problem"');
  for (const attribute of ['max="10000000"', 'autocomplete="tel"', 'inputmode="numeric"']) {
    expect(page).toContain(attribute);
  }
  expect(page).toContain(`id="quote-vin-hint">${quoteRequest.fields.vin.hint}</span>`);
  expect(page).toContain('aria-describedby="quote-vin-hint"');
});

test("every field that was refused is linked, in the order of the form, and consent comes last", async () => {
  const app = await buildTestApp();
  const { consent: _, ...fields } = complete;
  const page = await (
    await post(app, { ...fields, email: "aroha@example", budget: "lots", make: "" })
  ).text();
  const links = [...page.matchAll(/<li><a href="#quote-(\w+)">(.*?)<\/a>/g)].map((link) => link.slice(1));
  expect(links).toEqual([
    ["make", "Make is required"],
    ["email", "Email must be one plain e-mail address, such as name@example.co.nz"],
    ["budget", "Budget must be a number"],
    ["consent", messages.consentMissing],
  ]);
  expect(page).toContain("<details open><summary>Add what you know");
});

test("several parts and a short year are stored as one line and four digits", async () => {
  const app = await buildTestApp();
  await post(app, { ...complete, year: "08", vin: "abc-123", part_needed_2: "Seat", part_needed_3: "" });
  const [row] = await app.rows("quote_requests");
  expect(row).toMatchObject({ year: 2008, vin: "ABC-123", part_needed: "Front diff; Seat" });
});

test("a part in a late line stays in sight when the lines before it are empty", async () => {
  const app = await buildTestApp();
  const page = await (await post(app, { ...complete, email: "", part_needed_3: "Seat" })).text();
  const lines = [...page.matchAll(/<details( open)?>\s*<summary id="quote-part_needed_(\d)/g)];
  expect(lines.map(([, open, number]) => [number, open !== undefined])).toEqual([
    ["2", true],
    ["3", true],
    ["4", false],
    ["5", false],
  ]);
});

test("a mail failure answers with the catalogue's words and the filled form, never with a link to data", async () => {
  const app = await buildTestApp({ environment: { MAIL_URL: "file:/dev/null/mail" } });
  const answer = await post(app, complete);
  const page = await answer.text();
  expect(answer.status).toBe(502);
  expect(page).toContain(messages.mailFailed);
  expect(page).toContain('action="/forms/quote"');
  expect(page).toContain('value="Aroha Ngata"');
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
  expect([json.status, large.status]).toEqual([400, 413]);
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

test("the form shown again has the five conditions as radio buttons, with the chosen one still chosen", async () => {
  const app = await buildTestApp();
  const { values, submission } = vehicleExample;
  const page = await (await post(app, { ...texts(values), email: "" }, {}, submission.name)).text();
  expect(page.match(/type="radio"/g)).toHaveLength(5);
  expect(page).toMatch(new RegExp(`value="${String(values["condition"])}" required checked`));
  expect(page).toContain("Starts, rides and stops.");
});

test("the page of a refused form defines every colour it uses", async () => {
  const page = await (await post(await buildTestApp(), {})).text();
  const used = [...page.matchAll(/var\((--[a-z]+)\)/g)].map(([, name]) => name);
  const defined = new Set([...page.matchAll(/(--[a-z]+):/g)].map(([, name]) => name));
  expect(used.filter((name) => !defined.has(name ?? ""))).toEqual([]);
  expect(used.length).toBeGreaterThan(5);
});
