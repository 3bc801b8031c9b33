import type { Page } from "@playwright/test";

import { addMere, signInAsMere } from "./colleague.ts";
import { cards } from "./desk-page.ts";
import { expect, signIn, test } from "./site.ts";

const selected = (page: Page) => page.getByRole("region", { name: "Selected records" });

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
