import type { Page } from "@playwright/test";

import { deskMessages } from "#domain/desk-wire.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addMere, signInAsMere } from "./colleague.ts";
import { cards, record } from "./desk-page.ts";
import { add, message, quote } from "./kiri.ts";
import { openFilledForm } from "./quote-form.ts";
import { withTwoRequests } from "./reply.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: ["400", "401", "412", "503", "The session was not renewed"] });

const details = (page: Page) => page.getByRole("region", { name: "Details" });
const history = (page: Page) => page.getByRole("list", { name: "History" });
const form = (page: Page) => page.getByRole("dialog", { name: "Correct name and contact" });
const field = (page: Page, label: string) => form(page).getByRole("textbox", { name: label });

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Correct name and contact" }).click();
  await expect(field(page, "Full name")).toBeFocused();
}

test.describe("an open record", () => {
  test.use({ expectedConsole: ["503", "401 (Unauthorized)", "The session was not renewed"] });

  test("shows all that is known; notes survive errors; owner, snooze and status make its history", async ({
    page,
    context,
    site,
  }) => {
    const [other = ""] = await add(site, contactMessage, message);
    await add(site, quoteRequest, { ...quote, make: "Suzuki", email: "x@farm.example", phone: "1" }, quote);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page);
    await page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
    const open = record(page);
    await expect(open.getByRole("heading", { name: "2015 Honda TRX420FM" })).toBeFocused();
    await expect(open.getByRole("link", { name: "kiri@farm.example" })).toHaveAttribute("href", /^mailto:/);
    await expect(open.getByRole("link", { name: "021 555 0100" })).toHaveAttribute("href", "tel:0215550100");
    await open.getByRole("button", { name: "Reply" }).click();
    await expect(open.getByRole("textbox", { name: "Your name" })).toBeFocused();
    await open.getByRole("button", { name: "Reply" }).click();
    await expect(open.getByRole("link", { name: /Parcel/ })).toContainText("same e-mail, phone");
    await expect(open.getByRole("link", { name: /Suzuki/ })).toContainText("same VIN");

    const note = open.getByRole("textbox", { name: "Note for staff" });
    await page.route("**/desk-note**", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
    await note.fill("Rang, no answer.\n<b>Try Tuesday</b> 👍");
    await open.getByRole("button", { name: "Add note" }).click();
    await expect(open.getByText("Busy. Your note is still here.")).toBeVisible();
    await page.unroute("**/desk-note**");
    await page.reload();
    await expect(note).toHaveValue("Rang, no answer.\n<b>Try Tuesday</b> 👍");
    // Nothing else is asked for any more, which would notice the end of the session before the note does.
    await expect(open.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
    await context.clearCookies();
    await open.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(admin.password);
    await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
    await expect(note).toHaveValue("");

    await open.getByRole("combobox", { name: /^Status of/ }).selectOption("in_progress");
    await open.getByRole("combobox", { name: "With" }).selectOption({ label: "Administrator (me)" });
    await open.getByRole("button", { name: "Snooze" }).click();
    await expectAccessible(page);
    await open.getByRole("button", { name: "In two weeks" }).click();
    await page.getByRole("button", { name: /^Snooze until/ }).click();
    await expect(open.getByRole("button", { name: "End snooze" })).toBeVisible();
    await expect(open.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveText([
      /^Administrator ?Snoozed until/,
      /^Administrator ?Took it/,
      /^Administrator ?New → In progress/,
      /^Administrator.*Rang, no answer\.\s*<b>Try Tuesday<\/b> 👍/,
      /^Stored/,
      /^Mailed to staff/,
    ]);
    const filters = page.getByRole("navigation", { name: "Filters" });
    await expect(filters.getByRole("link", { name: "Snoozed 1" })).toBeVisible();
    await open.getByRole("button", { name: "End snooze" }).click();
    await expect(open.getByRole("heading", { level: 2 })).toBeFocused();
    await expect(filters.getByRole("link", { name: "Mine 1" })).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("searchbox", { name: "Search" })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const status = open.getByRole("combobox", { name: /^Status of/ }).filter({ visible: true });
    expect((await status.boundingBox())?.width).toBeGreaterThan(100);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await open.getByRole("link", { name: /Parcel/ }).click();
    await expect(page).toHaveURL(new RegExp(`tab=contact_messages&record=${other}`));
    await page.getByRole("link", { name: "List" }).click();
    await expect(cards(page)).toHaveCount(1);
  });
});

test("a record that is left while its note is sent finds the note gone when it is opened again", async ({
  page,
  site,
}) => {
  await add(site, quoteRequest, quote);
  await signIn(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/desk-note**", async (route) => {
    await held;
    await route.continue();
  });
  const open = () => page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await open();
  await note.fill("Rang, no answer.");
  await record(page).getByRole("button", { name: "Add note" }).click();
  await page.keyboard.press("Escape");
  await expect(record(page)).toBeHidden();
  await open();
  await expect(note).toHaveValue("Rang, no answer.");
  await expect(note).toHaveAttribute("readonly");
  letGo();
  await expect(note).toHaveValue("");
  await expect(note).not.toHaveAttribute("readonly");
  expect(site.sql("select count(*) as notes from record_events where note is not null")).toEqual([
    { notes: 1 },
  ]);
});

test("staff correct a phone number by keyboard on a small phone; the history shows it, and colleagues see it at once", async ({
  page,
  browser,
  site,
}) => {
  const [reference = ""] = await add(site, quoteRequest, quoteExample);
  await addMere(site);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, `/admin?record=${reference}`);
  const context = await browser.newContext({ baseURL: site.origin });
  const mere = await context.newPage();
  await signInAsMere(mere, `/admin?record=${reference}`);
  await expect(details(mere)).toContainText(quoteExample.phone);

  const correct = page.getByRole("button", { name: "Correct name and contact" });
  await correct.focus();
  await page.keyboard.press("Enter");
  await expect(field(page, "Full name")).toHaveValue(quoteExample.full_name);
  await expect(field(page, "Delivery address")).toHaveValue(quoteExample.delivery_address);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeHidden();
  await expect(correct).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(form(page)).toBeVisible();
  await Promise.all([page.keyboard.press("Escape"), page.keyboard.press("Enter")]);
  await field(page, "Email").fill("aroha@no-dot");
  await field(page, "Phone").fill("027 000 1122");
  await page.keyboard.press("Enter");
  await expect(form(page).getByText("Email must be one plain e-mail address")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();
  await expect(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await field(page, "Email").fill(quoteExample.email);
  await page.keyboard.press("Enter");
  await expect(form(page)).toBeHidden();
  const line = `Phone corrected from “${quoteExample.phone}” to “027 000 1122”`;
  for (const desk of [page, mere]) {
    await expect(details(desk)).toContainText("027 000 1122");
    await expect(history(desk).getByRole("listitem").first()).toContainText(`Administrator${line}`);
    await expect(history(desk).getByRole("listitem")).toHaveCount(3);
  }
  await page.goto("/admin");
  await page.getByRole("searchbox", { name: "Search" }).fill("0270001122");
  await expect(page.getByText("1 match")).toBeVisible();
  await context.close();
});

test("Back closes a form that is open, but asks if something is typed; the next correction is of the record that is shown", async ({
  page,
  site,
}) => {
  await withTwoRequests(page, site);
  await cards(page).filter({ hasText: "Liam Wihongi" }).getByRole("link").first().click();
  await expect(details(page)).toContainText("Liam Wihongi");
  await openForm(page);
  await expect(field(page, "Full name")).toHaveValue("Liam Wihongi");
  await page.goBack();
  await expect(details(page)).toContainText("Kiri Tamati");
  await expect(form(page)).toBeHidden();
  await openForm(page);
  await expect(field(page, "Full name")).toHaveValue("Kiri Tamati");
  await field(page, "Phone").fill("027 000 1122");
  await page.goForward();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  await field(page, "Phone").press("Enter");
  await expect(form(page)).toBeHidden();
  await page.goForward();
  await expect(details(page)).toContainText("Liam Wihongi");
  expect(site.sql("select full_name from quote_requests where phone = '027 000 1122'")).toEqual([
    { full_name: "Kiri Tamati" },
  ]);
});

test("what was typed into a correction survives errors and a colleague's change, which it does not overwrite", async ({
  page,
  site,
}) => {
  const [reference = ""] = await add(site, quoteRequest, quoteExample);
  await signIn(page, `/admin?record=${reference}`);
  await openForm(page);
  await field(page, "Full name").fill("Aroha Tūī");
  const save = form(page).getByRole("button", { name: "Save" });
  await page.route("**/desk-correction?*", (route) =>
    route.fulfill({ status: 503, json: { error: "Busy" } }),
  );
  await save.click();
  await expect(form(page).getByText("Busy")).toBeVisible();
  await page.unroute("**/desk-correction?*");

  await site.change("update quote_requests set phone = '1', version = version + 1000");
  await save.click();
  await expect(form(page).getByText(deskMessages.savedFirst)).toBeVisible();
  await expect(field(page, "Full name")).toHaveValue("Aroha Tūī");
  await expectAccessible(page);
});

test("that an order was placed is noted on the record; staff see what is wrong with the installation", async ({
  page,
  site,
}) => {
  const [reference = ""] = await site.addQuotes(1);
  await signIn(page);
  await expect(page.getByRole("article")).toHaveCount(1);
  const notice = { id: "backups", severity: "danger", title: "Backups are not proven.", words: "Tell them." };
  await page.route("**/notices", (route) => route.fulfill({ json: { notices: [notice] } }));
  // As when they come back to the tab; otherwise it happens each minute.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("Tell them.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/notices");
  await page.getByRole("article").getByRole("link").click();
  const noted = page.waitForResponse("**/desk-record");
  await page.getByRole("checkbox", { name: `Order placed: ${reference}` }).check();
  expect((await noted).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Order placed/ })).toBeChecked();
  await expect(page.getByText("Backups are not proven.")).toBeHidden();
});

test.describe("over closing time", () => {
  // The clock jumps: the desk gives up what it had just asked for, and asks again. At the end it is left in mid-asking.
  test.use({ expectedConsole: ["signal timed out", "could not be loaded"] });

  test("form, thanks page, mails and desk name one moment; the form follows the clock over closing time", async ({
    page,
    site,
  }) => {
    await bothAt(page, site, "2027-01-29T15:50:00+13:00");
    await openFilledForm(page);
    await expect(page.getByText("Send it now and that is by 5:00 pm today.")).toBeVisible();
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByRole("main")).toContainText("That is by 5:00 pm today.");
    await expect.poll(async () => (await site.mails()).length).toBe(2);
    const [staff, receipt] = await site.mails();
    expect(staff?.text).toContain("Answer by 5:00 pm Friday 29 January.");
    expect(receipt?.text).toContain("That is by 5:00 pm Friday 29 January.");
    expect(receipt?.html).toContain("That is by 5:00 pm Friday 29 January.");

    await signIn(page);
    const card = page.getByRole("article").first();
    await expect(card).toContainText("Due by 5:00 pm today");
    await page.clock.fastForward("01:11:00");
    await expect(card).toContainText("Overdue since 5:00 pm today");
    await card.getByRole("combobox").selectOption("in_progress");
    await expect(card).toContainText("Overdue since 5:00 pm today");
    await card.getByRole("combobox").selectOption("completed");
    await expect(card).not.toContainText("Overdue");

    await page.goto("/request-quote");
    const anniversary = "by 5:00 pm Tuesday 2 February: Monday is Northland Anniversary Day";
    await expect(page.getByText(`Send it now and that is ${anniversary}.`)).toBeVisible();
  });
});

test("a closed record that is opened again shows when its reply is due, and asks before a snooze past that, even if the server is slow", async ({
  page,
  site,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route("**/functions/v1/desk-record", async (route) => {
    await asked.promise;
    await route.continue();
  });
  const [reference = ""] = await add(site, quoteRequest, quote);
  await site.change(
    "update quote_requests set status = 'completed', answered_at = created_at, answered_by = 'closed'",
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText("Kiri");
  await expect(record(page)).not.toContainText("Due by");
  await page.keyboard.press("2");
  await expect(record(page)).toContainText("Due by");
  await page.keyboard.press("s");
  await page.getByRole("button", { name: /^In two weeks/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Nobody has answered yet");
  asked.resolve();
  await expect.poll(() => site.sql("select status from quote_requests")).toEqual([{ status: "in_progress" }]);
  await expect(record(page)).toContainText("Due by");
  expect(site.sql("select snoozed_until from quote_requests")).toEqual([{ snoozed_until: null }]);
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
});

/** Page and server at one moment. */
async function bothAt(page: Page, site: { startClockAt(instant: string): Promise<void> }, instant: string) {
  await site.startClockAt(instant);
  await page.clock.install({ time: new Date(instant) });
}
