import type { Page } from "@playwright/test";

import { deskMessages } from "#domain/desk-wire.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { quoteRequestExample } from "#tests/submission-examples.ts";

import {
  cards,
  colleague,
  history,
  kiri,
  note,
  openRecord,
  record,
  status,
  title,
  wide,
  withRequest,
  withTwoRequests,
} from "./desk.ts";
import { openFilled } from "./forms.ts";
import { expect, expectAccessible, signIn, signInAgain, test } from "./site.ts";

test.use({ expectedConsole: ["400", "401", "412", "503", "The session was not renewed"] });

const details = (page: Page) => page.getByRole("region", { name: "Details" });
const form = (page: Page) => page.getByRole("dialog", { name: "Correct name and contact" });
const field = (page: Page, label: string) => form(page).getByRole("textbox", { name: label });
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Correct name and contact" }).click();
  await expect(field(page, "Full name")).toBeFocused();
}

test("an open record shows all that is known; notes survive errors; owner, snooze and status make its history", async ({
  page,
  context,
  site,
}) => {
  const [other = ""] = await site.submit(contactMessage, kiri.message);
  const suzuki = { ...kiri.quote, make: "Suzuki", email: "x@farm.example", phone: "1" };
  await site.submit(quoteRequest, suzuki, kiri.quote);
  await page.setViewportSize(wide);
  await signIn(page);
  await page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
  const open = record(page);
  await expect(open.getByRole("heading", { name: "2015 Honda TRX420FM" })).toBeFocused();
  await expect(open.getByRole("link", { name: "kiri@farm.example" })).toHaveAttribute("href", /^mailto:/);
  await expect(open.getByRole("link", { name: "021 555 0100" })).toHaveAttribute("href", "tel:0215550100");
  await expect(open.getByRole("link", { name: /Parcel/ })).toContainText("same e-mail, phone");
  await expect(open.getByRole("link", { name: /Suzuki/ })).toContainText("same VIN");

  const text = "Rang, no answer.\n<b>Try Tuesday</b> 👍";
  const addNote = open.getByRole("button", { name: "Add note" });
  await page.route("**/desk-note**", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
  await note(page).fill(text);
  await addNote.click();
  await expect(open.getByText("Busy. Your note is still here.")).toBeVisible();
  await page.unroute("**/desk-note**");
  await page.reload();
  await expect(note(page)).toHaveValue(text);
  // Nothing else is asked for any more, which would notice the end of the session before the note does.
  await expect(history(page).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
  await context.clearCookies();
  await addNote.click();
  await signInAgain(page);
  await expect(note(page)).toHaveValue("");

  await status(page).selectOption("in_progress");
  await open.getByRole("combobox", { name: "With" }).selectOption({ label: "Administrator (me)" });
  await open.getByRole("button", { name: "Snooze" }).click();
  await expectAccessible(page);
  await open.getByRole("button", { name: "In two weeks" }).click();
  await page.getByRole("button", { name: /^Snooze until/ }).click();
  await expect(open.getByRole("button", { name: "End snooze" })).toBeVisible();
  await expect(history(page).getByRole("listitem")).toHaveText([
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
  await expect(title(page)).toBeFocused();
  await expect(filters.getByRole("link", { name: "Mine 1" })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeHidden();
  expect(await width(page)).toBe(360);
  await expectAccessible(page);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await width(page)).toBe(360);
  const shown = status(page).filter({ visible: true });
  expect((await shown.boundingBox())?.width).toBeGreaterThan(100);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await open.getByRole("link", { name: /Parcel/ }).click();
  await expect(page).toHaveURL(new RegExp(`tab=contact_messages&record=${other}`));
  await page.getByRole("link", { name: "List" }).click();
  await expect(cards(page)).toHaveCount(1);
});

test("staff correct a phone number by keyboard on a small phone; the history shows it, and colleagues see it at once", async ({
  page,
  browser,
  site,
}) => {
  const reference = await withRequest(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  const mere = await colleague(browser, site, `/admin?record=${reference}`);
  await expect(details(mere)).toContainText(quoteExample.phone);

  const correct = page.getByRole("button", { name: "Correct name and contact" });
  await correct.press("Enter");
  await expect(field(page, "Full name")).toHaveValue(quoteExample.full_name);
  await expect(field(page, "Delivery address")).toHaveValue(quoteExample.delivery_address);
  expect(await width(page)).toBe(360);
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
  await page.route("**/desk-correction?*", (route) =>
    route.fulfill({ status: 503, json: { error: "Busy" } }),
  );
  await field(page, "Email").fill(quoteExample.email);
  await page.keyboard.press("Enter");
  await expect(form(page).getByText("Busy")).toBeVisible();
  await page.unroute("**/desk-correction?*");
  // The focus is in the message.
  await field(page, "Phone").press("Enter");
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
  await mere.close();
});

test("Back closes a form that is open, but asks if something is typed; the next correction is of the record that is shown, and overwrites no colleague's", async ({
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

  await openForm(page);
  await field(page, "Full name").fill("Liam Tūī");
  await site.change("update quote_requests set phone = '1', version = version + 1000");
  await field(page, "Full name").press("Enter");
  await expect(form(page).getByText(deskMessages.savedFirst)).toBeVisible();
  await expect(field(page, "Full name")).toHaveValue("Liam Tūī");
  await expectAccessible(page);
});

test.describe("over closing time", () => {
  // The clock jumps: the desk gives up what it had just asked for, and asks again. At the end it is left in mid-asking.
  test.use({ expectedConsole: ["signal timed out", "could not be loaded"] });

  test("form, thanks page, mails and desk name one moment; the form follows the clock over closing time", async ({
    page,
    site,
  }) => {
    const instant = "2027-01-29T15:50:00+13:00";
    await site.startClockAt(instant);
    await page.clock.install({ time: instant });
    await openFilled(page, quoteRequestExample);
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
  await page.route("**/functions/v1/desk-record", (route) => asked.promise.then(() => route.continue()));
  const reference = await site.addQuote();
  await site.change(
    "update quote_requests set status = 'completed', answered_at = created_at, answered_by = 'closed'",
  );
  await openRecord(page, reference);
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

test("an open record goes on paper alone: all its fields, and what staff wrote only where asked for", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  await expect(page.getByRole("heading", { name: "Notes and history" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { print: () => {} }));
  const paper = page.getByRole("article").filter({ hasText: "Printed" });
  for (const [choice, shows] of [
    ["With history and notes", true],
    ["Record only", false],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("button", { name: choice }).click();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(paper.getByRole("definition").filter({ hasText: "12 Ōtaika Road" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Notes and history" })).toBeVisible({ visible: shows });
  }
  for (const role of ["button", "combobox", "textbox", "tab", "navigation", "banner"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  const colours = await paper.evaluate((article) => {
    const { color, backgroundColor } = getComputedStyle(article);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
});
