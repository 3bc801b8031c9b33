import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { messages } from "#domain/messages.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addMere, signInAsMere } from "./colleague.ts";
import { cards } from "./desk-page.ts";
import { withTwoRequests } from "./reply.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, signInAgain, test } from "./site.ts";

test.use({ expectedConsole: ["400", "401", "412", "503", "The session was not renewed"] });

const addQuote = (site: SiteProcess) =>
  site.add({ submission: quoteRequest, percent: 100, fill: () => quoteExample }, 1);
const details = (page: Page) => page.getByRole("region", { name: "Details" });
const history = (page: Page) => page.getByRole("list", { name: "History" });
const form = (page: Page) => page.getByRole("dialog", { name: "Correct name and contact" });
const field = (page: Page, label: string) => form(page).getByRole("textbox", { name: label });

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Correct name and contact" }).click();
  await expect(field(page, "Full name")).toBeFocused();
}

test("staff correct a phone number by keyboard on a small phone; the history shows it, and colleagues see it at once", async ({
  page,
  browser,
  site,
}) => {
  const [reference = ""] = await addQuote(site);
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

test("what was typed into a correction survives errors, a colleague's change and the end of the session", async ({
  page,
  context,
  site,
}) => {
  const [reference = ""] = await addQuote(site);
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
  await expect(form(page).getByText(messages.recordChanged)).toBeVisible();
  await expect(form(page).getByText("Someone else has changed it to: 1")).toBeVisible();
  await expect(field(page, "Full name")).toHaveValue("Aroha Tūī");
  await expectAccessible(page);

  await context.clearCookies();
  await save.click();
  await signInAgain(page);
  await expect(form(page)).toBeHidden();
  await expect(history(page)).toContainText("Full name corrected from");
  // The field that was left alone is not put back to what it said when the form was opened.
  expect(site.sql("select full_name, phone from quote_requests")).toEqual([
    { full_name: "Aroha Tūī", phone: "1" },
  ]);
});
