import type { Page } from "@playwright/test";

import { addDays } from "#domain/calendar-date.ts";
import { nzDate } from "#domain/nz-time.ts";

import { openSection, openSettings, otherBrowser } from "./desk.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signInAt, test } from "./site.ts";

// What browsers log if a call is refused.
test.use({ expectedConsole: ["Failed to load resource"] });

const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const status = (page: Page) =>
  page.getByRole("status").filter({ hasText: /^(Saved|Not saved yet|Not changed yet|As shipped)/ });

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Your firm" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 3, name })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(status(page)).toHaveText("Saved");
}

/** Types the account of the firm, and who they are. */
async function changeAccount(page: Page, account: string): Promise<void> {
  await field(page, "Bank account").fill(account);
  await field(page, "Account holder").fill("Kauri Quads Limited");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Change the account that customers pay to?" });
  await question.getByLabel("Your password").fill(admin.password);
  await question.getByRole("button", { name: "Change it" }).click();
  await expect(status(page)).toHaveText("Saved");
}

const storedFacts = (site: SiteProcess) =>
  JSON.stringify(site.sql("select value from desk_settings where name = 'firm'"));

test("an owner writes name, hours and closed days; visitors read them within ten seconds", async ({
  page,
  browser,
  site,
}) => {
  await openSettings(page, "Your firm");
  const name = page.getByRole("group").filter({ has: field(page, "Trading name") });
  await expect(name.last()).toContainText("As shipped, not yet yours");
  await field(page, "Trading name").fill("Kauri Quads");
  await field(page, "GST number").fill("123-456-788");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(field(page, "GST number")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /wrong check digit/ })).toBeVisible();
  await expect(page.getByRole("alert")).toBeHidden();
  await field(page, "GST number").fill("49-091-850");
  await save(page);
  await expect(name.last()).not.toContainText("As shipped");
  await expectAccessible(page);

  await openTab(page, "Opening hours");
  const monday = page.getByRole("group", { name: "Monday" });
  await monday.getByLabel("Opens").fill("07:30");
  await monday.getByRole("button", { name: "Same on all open days" }).click();
  await page.getByRole("group", { name: "Saturday" }).getByRole("checkbox", { name: "Saturday" }).check();
  await page.getByRole("group", { name: "Saturday" }).getByLabel("Closes").fill("12:00");
  await save(page);
  await expectAccessible(page);

  await openTab(page, "Closed days");
  const closed = addDays(nzDate(new Date()), 2);
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByLabel("First day").fill(closed);
  await expect(page.getByLabel("Last day")).toHaveValue(closed);
  await page.getByLabel("Last day").fill(addDays(closed, 6));
  await page.getByLabel("Why, as customers read it").fill("Stocktake");
  await expect(page.getByRole("cell", { name: "Stocktake" })).not.toHaveCount(0);
  await save(page);
  await expectAccessible(page);

  const visitor = await otherBrowser(browser, site);
  await expect(async () => {
    await visitor.goto("/");
    const text = visitor.locator("body");
    await expect(text).toContainText("Kauri Quads", { timeout: 100 });
    await expect(text).toContainText("Mon-Fri 7:30-17:00, Sat 7:30-12:00 NZ time", { timeout: 100 });
    await expect(text).toContainText(/Closed from .*: Stocktake\./, { timeout: 100 });
  }).toPass({ timeout: 10_000 });
  await visitor.close();
});

test("a new account asks for the password and waits a day, whatever else is saved; the former one ends the wait", async ({
  page,
  site,
}) => {
  await openSettings(page, "Your firm");
  await openTab(page, "Bank account");
  await changeAccount(page, "12-3456-0123459-00");
  const waits = page.getByText(/^Customers see the account that ends in 5900 until/);
  await expect(waits).toBeHidden();
  await changeAccount(page, "01-0902-0068389-00");
  await expect(waits).toContainText(/and then the one that ends in 8900/);
  await openTab(page, "Facts");
  await field(page, "Town").fill("Kaitaia");
  await save(page);
  await openTab(page, "Bank account");
  await expect(waits).toBeVisible();
  await expect(field(page, "Bank account")).toHaveValue("01-0902-0068389-00");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep the former account" }).click();
  await expect(page.getByText("Customers keep seeing the former account.")).toBeVisible();
  await expect(waits).toBeHidden();
  await expect(field(page, "Bank account")).toHaveValue("12-3456-0123459-00");
  expect(storedFacts(site)).not.toContain("01-0902-0068389-00");
});

test("if another owner saves first, the text stays and nothing is overwritten", async ({ page, site }) => {
  await openSettings(page, "Your firm");
  await field(page, "Street").fill("1 Kauri Road");
  await save(page);
  await site.change(
    `update desk_settings set version = version + 1, value = replace(value, '1 Kauri Road', '2 Rata Road')`,
  );
  await field(page, "Phone").fill("09 430 0100");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Somebody saved first. Copy your text, then reload.");
  await expect(field(page, "Phone")).toHaveValue("09 430 0100");
  expect(storedFacts(site)).toContain("2 Rata Road");
  await page.getByRole("link", { name: "GST" }).click();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Leave" })
    .click();
  await expect(page.getByRole("combobox", { name: "GST basis" })).toHaveValue("payments");
});

test.describe("facts that the server sets", () => {
  test.use({ settings: { QUOTE_VALID_DAYS: "12" } });

  test("owners cannot change them, but the others next to them; staff change none", async ({
    page,
    site,
  }) => {
    await signInAt(page, "/admin/settings/firm/quotes");
    const valid = page.getByRole("spinbutton", { name: "Days a quote is valid" });
    await expect(valid).toHaveValue("12");
    await expect(valid).toBeDisabled();
    await expect(page.getByText("Set by the server")).toHaveCount(1);
    await page.getByRole("spinbutton", { name: "Business days to pay" }).fill("5");
    await save(page);
    expect(storedFacts(site)).toContain('\\"pay_within_days\\":5');
    await site.change("update users set desk_role = 'staff'");
    await page.reload();
    await expect(page.getByText("Owners can change this.")).toBeVisible();
    await expect(page.getByRole("spinbutton", { name: "Business days to pay" })).toBeDisabled();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  });
});

test("a setting of the quote desk is as shipped until an owner saves it, changed or not", async ({
  page,
  site,
}) => {
  await openSettings(page, "Quotes and freight");
  await expect(status(page)).toHaveText("As shipped, not yet yours");
  await page.getByRole("button", { name: "Looks right: save" }).click();
  await expect(status(page)).toHaveText("Saved");
  expect(site.sql("select name, version from desk_settings")).toEqual([{ name: "freight", version: 1 }]);
  await page.getByRole("link", { name: "Carriers" }).click();
  await expect(status(page)).toHaveText("As shipped, not yet yours");
  await openSection(page, "Your firm");
});
