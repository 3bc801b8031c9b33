import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { cards, record } from "./desk-page.ts";
import { add, message, quote } from "./kiri.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

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
