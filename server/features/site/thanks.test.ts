import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { rawRequest } from "#tests/raw-request.ts";
import { deskCall } from "#tests/staff.ts";
import {
  contactMessageExample,
  examples,
  mailedReference,
  quoteRequestExample,
  recordBody,
  vehicleExample,
} from "#tests/submission-examples.ts";

const hourMs = 60 * 60_000;

/** The thanks pages as the build leaves them. */
function builtThanks(): Promise<string> {
  const page = (name: string) =>
    `<!doctype html><h1>${name}</h1><p><span data-asked-for="">A receipt comes.</span></p>` +
    `<p>Promised. <span data-reply-due=""></span></p>QK-XXXXXX-XXXX`;
  const names = ["thanks", "thanks/quote", "thanks/contact", "thanks/sell-vehicle"];
  return builtSite(Object.fromEntries(names.map((name) => [`${name}/index.html`, page(name)])));
}

const pageOf = async (app: TestApp, reference: string) =>
  (await app.fetch(`/thanks?ref=${reference}`)).text();

const friday = new Date("2027-01-29T15:59:30+13:00");

test("the moment is reckoned from when the form arrived, whenever the page is asked for", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks(), startAt: friday });
  const references = [];
  for (const example of examples) references.push(await mailedReference(app, example));
  const [quote = "", contact = "", vehicle = ""] = references;
  expect(await pageOf(app, quote)).toContain(
    `<span data-reply-due="">That is by 5:00 pm today.</span></p>${quote}`,
  );
  app.advance(hourMs);
  expect(await pageOf(app, quote)).toContain("That is by 5:00 pm today.");
  expect(await pageOf(app, contact)).toContain(
    "That is by 5:00 pm Tuesday 2 February: Monday is Northland Anniversary Day.",
  );
  expect(await pageOf(app, vehicle)).toContain("That is by 3:59 pm Saturday 30 January.");
  app.advance(24 * hourMs);
  expect(await pageOf(app, quote)).toContain("That is by 5:00 pm Friday 29 January.");
});

test("page, mails and record name one moment, however late the record is stored", async () => {
  const environment = { CLOSURES: "2027-02-02:<Stock>take" };
  const app = await buildTestApp({ siteFolder: await builtThanks(), startAt: friday, environment });
  const reference = await mailedReference(app, contactMessageExample);
  app.advance(20 * 60_000);
  await app.app.run("housekeeping");
  const [record] = await app.rows("contact_messages");
  expect(new Date(String(record?.["created_at"]))).toEqual(friday);
  const due =
    "by 5:00 pm Wednesday 3 February: Monday is Northland Anniversary Day, we are closed on Tuesday";
  await app.app.services.mailStep.settled();
  const [staff, receipt] = await app.mails();
  expect(staff?.text?.replaceAll(/\s+/g, " ")).toContain(`Answer ${due} (<Stock>take).`);
  expect(receipt?.text?.replaceAll(/\s+/g, " ")).toContain(`one business day. That is ${due} (<Stock>take).`);
  expect(await pageOf(app, reference)).toContain(`That is ${due} (&lt;Stock&gt;take).`);
});

test("staff read both moments of a weekend's offer: 24 hours as advertised, and when they are at work", async () => {
  const app = await buildTestApp({ startAt: new Date("2026-11-21T10:12:00+13:00") });
  await mailedReference(app, vehicleExample);
  await app.app.services.mailStep.settled();
  const [staff, receipt] = await app.mails();
  expect(staff?.text).toContain(
    "Answer by 10:12 am Sunday 22 November. In opening hours: from 9:00 am Monday 23",
  );
  expect(receipt?.text).toContain("within 24 hours. That is by 10:12 am Sunday 22 November.");
});

test("one address says what fits the form that the reference is of, and so does an address of before", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks() });
  for (const example of examples) {
    const reference = await mailedReference(app, example);
    const fitting = `<h1>thanks/${example.submission.name}</h1>`;
    expect(await pageOf(app, reference)).toContain(fitting);
    expect(await (await app.fetch(`/thanks/contact?ref=${reference}`)).text()).toContain(fitting);
  }
  expect(await pageOf(app, "QK-ABCDEF-2345")).toContain("<h1>thanks</h1>");
});

test("an unknown reference has no promise, until it is known", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks() });
  const page = `<span data-reply-due=""></span></p>QK-ABCDEF-2345`;
  expect(await pageOf(app, "QK-ABCDEF-2345")).toContain(page);
  await mailedReference(app, quoteRequestExample);
  await app.app.services.database.write((tx) =>
    tx.updateTable("attempts").set({ ref_number: "QK-ABCDEF-2345" }).execute(),
  );
  expect(await pageOf(app, "QK-ABCDEF-2345")).toContain("That is by");
});

test("the mail call answers when it took the submission in; repetition and record have the same moment", async () => {
  const app = await buildTestApp({ startAt: friday });
  const { submission, values } = quoteRequestExample;
  const send = async () =>
    (await app.postJson("/send-mail.php", { form_type: submission.formType, ...values })).json();
  const first = await send();
  expect(first.received_at).toBe(friday.toISOString());
  app.advance(5 * 60_000);
  expect(await send()).toEqual(first);
  await app.store(submission.table, recordBody(quoteRequestExample, first.ref_number));
  const [record] = await app.rows(submission.table);
  expect(new Date(String(record?.["created_at"]))).toEqual(friday);
  expect(await send()).toEqual(first);
});

test("the page says what was asked for in words of our catalogue, before and after the record is stored", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks() });
  const values = {
    ...quoteRequestExample.values,
    notes: "secret",
    part_needed: "front diff",
  };
  const reference = await mailedReference(app, { ...quoteRequestExample, values });
  const known = "<p>You asked for: 2015 Honda TRX420FM, front diff</p>";
  expect(await pageOf(app, reference)).toContain(known);
  app.advance(20 * 60_000);
  await app.app.run("housekeeping");
  expect(await app.rows("quote_requests")).toHaveLength(1);
  const page = await pageOf(app, reference);
  expect(page).toContain(known);
  expect(page).not.toMatch(/secret|Aroha/);
});

test("filled in for gzip, brotli or neither, it is the same page, and the next visitor's is theirs", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks() });
  const references = [await mailedReference(app, quoteRequestExample), "QK-ABCDEF-2345"];
  for (const reference of references) {
    const get = (accepted: string) =>
      rawRequest(app, `/thanks?ref=${reference}`, { headers: { "accept-encoding": accepted } });
    const [gzip, brotli, plain] = [await get("gzip, br"), await get("br"), await get("")];
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(plain.body.toString()).toContain(`</p>${reference}`);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  }
});

test("of a message, or of an unknown reference, the page only says that a receipt comes", async () => {
  const app = await buildTestApp({ siteFolder: await builtThanks() });
  const reference = await mailedReference(app, contactMessageExample);
  for (const shown of [reference, "QK-ABCDEF-2345"]) {
    expect(await pageOf(app, shown)).toContain('<span data-asked-for="">A receipt comes.</span>');
  }
});

test.for<[untilTime: string | null, asked: string, due: string]>([
  [null, "2026-11-24T15:59+13:00", "2026-11-24T17:00+13:00"],
  [null, "2026-11-24T16:00+13:00", "2026-11-25T17:00+13:00"],
  [null, "2026-11-24T16:59+13:00", "2026-11-25T17:00+13:00"],
  [null, "2026-11-27T16:59+13:00", "2026-11-30T17:00+13:00"], // A Friday.
  [null, "2026-12-24T16:30+13:00", "2026-12-29T17:00+13:00"], // The day before Christmas.
  ["12:00", "2026-11-24T12:00+13:00", "2026-11-25T17:00+13:00"],
  ["16:30", "2026-11-24T16:29+13:00", "2026-11-24T17:00+13:00"],
  ["17:00", "2026-11-24T16:59+13:00", "2026-11-24T17:00+13:00"],
])("with the cut-off %s, a quote asked for at %s is promised by %s", async ([until, asked, due]) => {
  const app = await buildTestApp({ startAt: new Date(asked) });
  if (until !== null) await setCutOff(app, until);
  await askForQuote(app);
  expect(await dues(app)).toEqual([new Date(due)]);
});

test("a new cut-off is for new requests: pages learn it, and what was promised stays", async () => {
  const startAt = new Date("2026-11-24T15:00+13:00");
  const app = await buildTestApp({ siteFolder: await builtThanks(), startAt });
  const first = await askForQuote(app);
  await setCutOff(app, "12:00");
  expect(await (await app.fetch("/config.json")).json()).toMatchObject({ sameDayUntil: "12:00" });
  app.advance(60_000);
  const second = await askForQuote(app, "Brake lever");
  expect(await pageOf(app, first)).toContain("That is by 5:00 pm today.");
  expect(await pageOf(app, second)).toContain("That is by 5:00 pm Wednesday 25 November.");
  const [today, tomorrow] = [new Date("2026-11-24T17:00+13:00"), new Date("2026-11-25T17:00+13:00")];
  expect(await dues(app)).toEqual([today, tomorrow]);
  const list = await app.fetch("/rest/v1/quote_requests?order=number.asc", {
    headers: { cookie: await app.signIn() },
  });
  expect(await list.json()).toMatchObject([
    { due_at: today.toISOString() },
    { due_at: tomorrow.toISOString() },
  ]);
});

async function setCutOff(app: TestApp, time: string): Promise<void> {
  const value = { same_day_until: time };
  const { status } = await deskCall(app, await app.signIn(), "PUT desk-settings/promise", { value }, 0);
  expect(status).toBe(200);
}

async function askForQuote(app: TestApp, part = "Front diff"): Promise<string> {
  const example = { ...quoteRequestExample, values: { ...quoteRequestExample.values, part_needed: part } };
  const reference = await mailedReference(app, example);
  expect((await app.store("quote_requests", recordBody(example, reference))).ok).toBe(true);
  return reference;
}

async function dues(app: TestApp): Promise<Date[]> {
  const rows = await app.rows("quote_requests");
  return rows.map((row) => new Date(String(row["promised_at"])));
}
