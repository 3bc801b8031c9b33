import { expect, test } from "vitest";

import { addDays } from "#domain/calendar-date.ts";
import { hourMs } from "#domain/durations.ts";
import { exampleFacts, type FirmFacts, firm } from "#domain/firm.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";
import { nzDate } from "#domain/nz-time.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { builtSite } from "#tests/built-site.ts";
import { addQuote, approveQuote, monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { addStaff, deskCall } from "#tests/staff.ts";

const ourAccount = { bank_account: "12-3456-0123459-00", bank_account_name: "Kauri Wreckers Limited" };
const nextAccount = { bank_account: "01-0902-0068389-00", bank_account_name: "Kauri Wreckers Limited" };
const { password } = testAdmin;

/** The firm as owners see and change it. */
async function firmDesk(app: TestApp) {
  const cookie = await app.signIn();
  const read = async () =>
    (await deskCall(app, cookie, "GET desk-settings/firm")).body as unknown as FirmSetting;
  const put = async (changes: Partial<FirmFacts>, proof: object = {}, version?: number) => {
    const { value, version: stored } = await read();
    const body = { value: { ...value, ...changes }, ...proof };
    return deskCall(app, cookie, "PUT desk-settings/firm", body, version ?? stored);
  };
  return { cookie, read, put, look: () => app.app.run("firm") };
}

test("the firm starts with example facts; staff read them, only an owner changes them", async () => {
  const app = await buildTestApp();
  const { put, read } = await firmDesk(app);
  expect(await read()).toEqual({ version: 0, value: exampleFacts, set_by_server: [], pending: null });
  const { cookie } = await addStaff(app);
  expect((await deskCall(app, cookie, "GET desk-settings/firm")).status).toBe(200);
  expect((await deskCall(app, cookie, "PUT desk-settings/firm", { value: exampleFacts }, 0)).status).toBe(
    403,
  );
  const saved = await put({ trading_name: "  Kauri &  Sons " });
  expect(saved).toMatchObject({ status: 200, body: { version: 1, value: { trading_name: "Kauri & Sons" } } });
  expect(firm.former_names).toEqual(["QuadKea"]);
  const { body } = await deskCall(app, await app.signIn(), "GET audit?group=setting");
  expect(body).toMatchObject({ entries: [{ words: "Changed the setting “Your firm: Trading name”" }] });
});

test("of two owners who save at once, the second is told so, and nothing of theirs is taken", async () => {
  const app = await buildTestApp();
  const { put, read } = await firmDesk(app);
  const answers = await Promise.all([put({ town: "Gore" }, {}, 0), put({ town: "Taihape" }, {}, 0)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect((await read()).version).toBe(1);
  const { cookie } = await firmDesk(app);
  expect((await deskCall(app, cookie, "PUT desk-settings/firm", { value: exampleFacts })).status).toBe(428);
});

const today = nzDate(new Date());
const closed = (from: number, to: number, words = "Stocktake") => ({
  from: addDays(today, from),
  to: addDays(today, to),
  words,
});
const never = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null };

test.for<[refused: string, changes: Partial<FirmFacts>, field: string, words: RegExp]>([
  ["no e-mail", { email: "" }, "email", /E-mail is missing/],
  ["a name of 5,000 characters", { trading_name: "x".repeat(5000) }, "trading_name", /at most 40/],
  ["markup", { legal_name: "<b>Kauri</b>" }, "legal_name", /must not contain/],
  ["a GST number with a wrong check digit", { gst_number: "49-091-851" }, "gst_number", /wrong check digit/],
  [
    "an account that fails",
    { ...ourAccount, bank_account: "12-3456-0123456-00" },
    "bank_account",
    /check digit/,
  ],
  ["an account that nobody holds", { bank_account: "12-3456-0123459-00" }, "bank_account_name", /or neither/],
  [
    "hours that end first",
    { hours: { ...never, mon: { from: "17:00", to: "09:00" } } },
    "hours",
    /after opening/,
  ],
  ["never open", { hours: never }, "hours", /at least one day/],
  [
    "closed at the same-day time",
    { hours: { ...never, mon: { from: "09:00", to: "15:00" } } },
    "hours",
    /before 16:00/,
  ],
  ["a closure in the past", { closures: [closed(-9, -2)] }, "closures", /in the past/],
  ["a closure over a year", { closures: [closed(1, 400)] }, "closures", /at most a year/],
  ["a closure that ends first", { closures: [closed(5, 2)] }, "closures", /before the first/],
  ["closures that overlap", { closures: [closed(1, 5), closed(5, 9)] }, "closures", /overlap/],
  ["a month that is none", { gst_first_month: 13 }, "gst_first_month", /from 1 to 12/],
  ["a region that is none", { region: "Atlantis" as FirmFacts["region"] }, "region", /Choose a region/],
])("%s is refused, with the field and what to do", async ([, changes, field, words]) => {
  const app = await buildTestApp();
  const { put, read } = await firmDesk(app);
  const { status, body } = await put(changes, { password });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { field, error: expect.stringMatching(words) },
  });
  expect((await read()).version).toBe(0);
});

test("the first account is shown at once; the next one waits for a day, and every owner hears of it", async () => {
  const app = await buildTestApp();
  const { put, look } = await firmDesk(app);
  await addStaff(app, { desk_role: "owner" });
  expect(await put(ourAccount)).toMatchObject({ status: 403, body: { field: "password" } });
  expect(await put(ourAccount, { password: "stolen session" })).toMatchObject({ status: 403 });
  expect(await put(ourAccount, { password })).toMatchObject({
    status: 200,
    body: { value: ourAccount, pending: null },
  });
  const waiting = await put(nextAccount, { password });
  expect(waiting.body).toMatchObject({ value: ourAccount, pending: nextAccount });
  expect(firm).toMatchObject({
    ...ourAccount,
    accounts: [ourAccount.bank_account, nextAccount.bank_account],
  });
  await app.app.run("outbox");
  const texts = (await app.mails()).map(({ subject, text }) => `${subject}: ${text}`);
  expect(texts.filter((text) => /customers pay to: .*in 8900, from .*[ap]m\./s.test(text))).toHaveLength(2);
  expect(texts.join(" ")).not.toMatch(/0068389|0123459/);
  app.advance(23 * hourMs);
  await look();
  expect(firm.bank_account).toBe(ourAccount.bank_account);
  app.advance(2 * hourMs);
  await look();
  expect(firm).toMatchObject(nextAccount);
  // Payments to the former one still come.
  expect(firm.accounts).toEqual([nextAccount.bank_account, ourAccount.bank_account]);
  expect(await (await firmDesk(app)).read()).toMatchObject({ value: nextAccount, pending: null });
});

test("saving the former account ends a pending change, without a password", async () => {
  const app = await buildTestApp();
  const { put, look } = await firmDesk(app);
  await put(ourAccount, { password });
  await put(nextAccount, { password });
  // Another fact, with the account that waits, as the form sends it.
  expect((await put({ ...nextAccount, town: "Gore" })).body).toMatchObject({ pending: nextAccount });
  const ended = await put({});
  expect(ended).toMatchObject({ status: 200, body: { value: ourAccount, pending: null } });
  app.advance(25 * hourMs);
  await look();
  expect((await (await firmDesk(app)).read()).value).toMatchObject({ ...ourAccount, town: "Gore" });
});

test("what the server's environment sets wins, is named, and cannot be changed in Settings", async () => {
  const environment = {
    BANK_ACCOUNT: ourAccount.bank_account,
    BANK_ACCOUNT_NAME: "Kauri",
    QUOTE_VALID_DAYS: "14",
  };
  const app = await buildTestApp({ environment });
  const { put, read } = await firmDesk(app);
  const given = { bank_account: ourAccount.bank_account, bank_account_name: "Kauri", valid_days: 14 };
  expect(await read()).toMatchObject({ value: given, set_by_server: Object.keys(given) });
  const refused = await put({ valid_days: 7 });
  expect(refused).toMatchObject({ status: 409, body: { field: "valid_days" } });
  expect((await put({ town: "Gore" })).body).toMatchObject({ value: { ...given, town: "Gore" } });
  const later = await firmDesk(
    await app.restart({ QUOTE_VALID_DAYS: "", BANK_ACCOUNT: "", BANK_ACCOUNT_NAME: "" }),
  );
  expect(await later.read()).toMatchObject({
    value: { valid_days: 7, bank_account: null },
    set_by_server: [],
  });
});

test("a page is filled in again once a fact changes, with another ETag, and again on a new day", async () => {
  const page = (text: string) => `<!doctype html><p>${text}</p>`;
  const data = `<script type="application/ld+json">{"name":"{{firm.trading_name}}","hours":"{{firm.opening_hours}}"}</script>`;
  const siteFolder = await builtSite({
    "index.html": page(`{{firm.trading_name}}, {{firm.hours_text}}. {{firm.closed_note}}${data}`),
  });
  const app = await buildTestApp({ siteFolder, startAt: monday });
  const { put, look } = await firmDesk(app);
  const before = await app.fetch("/");
  expect(await before.text()).toContain("<p>QuadKea, Mon-Fri 9:00-17:00 NZ time. <script");
  await put({
    trading_name: `"Kauri" & Sons`,
    closures: [{ from: "2026-08-18", to: "2026-08-20", words: "Stocktake" }],
  });
  const etag = before.headers.get("etag") ?? "";
  const after = await app.fetch("/", { headers: { "if-none-match": etag } });
  expect(after.status).toBe(200);
  const text = await after.text();
  expect(text).toContain(`<p>&quot;Kauri&quot; &amp; Sons, Mon-Fri 9:00-17:00 NZ time. <script`);
  expect(text).toContain(
    String.raw`{"name":"\"Kauri\" & Sons","hours":[{"@type":"OpeningHoursSpecification"`,
  );
  app.advance(48 * hourMs);
  await look();
  expect(await (await app.fetch("/")).text()).toContain(
    "Closed from Tuesday 18 August to Thursday 20 August: Stocktake.",
  );
});

test("a deal that was quoted under the old name keeps it, and its page shows where to pay today", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { put } = await firmDesk(app);
  const quote = await addQuote(app);
  await put(
    { trading_name: "Kauri & Sons", legal_name: "Kauri Wreckers Limited", ...ourAccount },
    { password },
  );
  const path = dealPage(app, quote.reference);
  expect((await visit(app, path)).text).toContain("QuadKea is a trading name of QuadKea Example Limited");
  await approveQuote(app, quote);
  expect((await visit(app, `${path}/invoice`)).text).toContain("QuadKea Example Limited trading as QuadKea");
  expect((await visit(app, path)).text).toContain(ourAccount.bank_account);
});
