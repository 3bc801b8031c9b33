import type { Page, Route } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";

import { addMere, signInAsMere } from "./colleague.ts";
import { cards } from "./desk-page.ts";
import { add, quote } from "./kiri.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const selected = (page: Page) => page.getByRole("region", { name: "Selected records" });

test.describe("two people on one record", () => {
  test.use({ expectedConsole: ["412", "A desk call failed"] });

  test("the later change is refused, says why, and shows the record's current state", async ({
    page,
    site,
  }) => {
    await add(site, quoteRequest, quote);
    await signIn(page);
    // In the very moment in which the change is sent: before it, the desk could still read what is new.
    const colleague = async (route: Route) => {
      await site.change("update quote_requests set status = 'completed', version = version + 1");
      await route.continue();
    };
    await page.route("**/desk-record", colleague, { times: 1 });
    await cards(page).getByRole("combobox").selectOption("cancelled");
    await expect(page.getByText("Nothing was overwritten")).toBeVisible();
    await expect(cards(page).getByRole("combobox")).toHaveValue("completed");
    await cards(page).getByRole("combobox").selectOption("cancelled");
    await expect(cards(page).getByRole("combobox")).toBeEnabled();
    expect(site.sql("select status from quote_requests")).toEqual([{ status: "cancelled" }]);
  });
});

test.describe("several records at once", () => {
  test.use({ expectedConsole: ["The session was not renewed"] });

  test("get one status and their own ones back; what a colleague has changed since is named and stays", async ({
    page,
    site,
  }) => {
    const references = (await site.addQuotes(5)).toReversed();
    await site.change(`update quote_requests set status = 'cancelled' where ref_number = '${references[1]}'`);
    await signIn(page);
    const box = (index: number) => page.getByRole("checkbox", { name: `Select ${references[index]}` });
    const select = (index: number) => cards(page).nth(index).getByRole("combobox");
    await box(0).check();
    await box(3).click({ modifiers: ["Shift"] });
    await expect(selected(page)).toContainText("4 selected");
    await expectAccessible(page);
    await site.change(
      `update quote_requests set status = 'in_progress', version = version + 1000 where ref_number = '${references[2]}'`,
    );
    await selected(page).getByRole("button", { name: "Completed" }).click();
    await expect(page.getByRole("alert")).toContainText("Nothing was overwritten");
    await expect(page.getByRole("alert")).toContainText(references[2] ?? "");
    const values = async () => Promise.all([0, 1, 2, 3, 4].map((index) => select(index).inputValue()));
    await expect.poll(values).toEqual(["completed", "completed", "in_progress", "completed", "new"]);
    await expect(page.getByText("3 records: Completed")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(values).toEqual(["new", "cancelled", "in_progress", "new", "new"]);
    await expect(page.getByText("Undone. 3 records are as they were")).toBeVisible();

    await page.getByRole("heading").getByRole("link").first().focus();
    await page.keyboard.press("x");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Shift+X");
    await expect(selected(page)).toContainText("3 selected");
    await page.keyboard.press("Escape");
    await expect(selected(page)).toBeHidden();
  });
});

test("a bulk change leaves what a colleague has changed since it was selected, and names it", async ({
  page,
  browser,
  site,
}) => {
  const [older = "", newer = ""] = await site.addQuotes(2);
  await addMere(site);
  await signIn(page);
  for (const reference of [older, newer]) {
    await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  }
  const context = await browser.newContext({ baseURL: site.origin });
  const mere = await context.newPage();
  await signInAsMere(mere);
  await cards(mere).filter({ hasText: older }).getByRole("combobox").selectOption("completed");
  const status = cards(page).filter({ hasText: older }).getByRole("combobox");
  await expect(status).toHaveValue("completed");

  await selected(page).getByRole("button", { name: "Cancelled" }).click();
  await expect(page.getByText(`${newer}: Cancelled`)).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Nothing was overwritten");
  await expect(page.getByRole("alert")).toContainText(older);
  await page.getByRole("button", { name: "Close", exact: true }).first().click();
  await expect(page.getByText("Nothing was overwritten")).toHaveCount(0);
  expect(site.sql("select ref_number, status from quote_requests order by number")).toEqual([
    { ref_number: older, status: "completed" },
    { ref_number: newer, status: "cancelled" },
  ]);
  await context.close();
});
