import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";

import { cards } from "./desk-page.ts";
import { add, message, quote } from "./kiri.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test("filters, order and the name of a search are in the address: a view survives reloads and Back", async ({
  page,
  site,
}) => {
  await add(site, quoteRequest, quote, { ...quote, make: "Suzuki" }, { ...quote, part_needed: "Stator" });
  await add(site, contactMessage, message);
  await site.change(
    `update quote_requests set status = 'completed', answered_at = created_at where make = 'Suzuki'`,
  );
  await signIn(page);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link")).toHaveText([
    "All3",
    "To answer",
    "Waiting for customer",
    "New2",
    "In progress0",
    "Completed1",
    "Cancelled0",
    "Mine0",
    "Snoozed0",
  ]);
  await filters.getByRole("link", { name: "Completed" }).click();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  await page.getByRole("link", { name: "Due first" }).click();
  await expect(cards(page)).toHaveText([/Front diff/, /Stator/]);
  await expect(page.getByText(/^(Due by|Overdue since)/)).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("kiri otaika sta");
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page).toHaveURL(/\?tab=quote_requests&sort=due&search=[0-9a-f]{8}$/);
  await expectAccessible(page);
  await page.reload();
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("kiri otaika sta");
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await page.goBack();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  for (const typed of ["0215550100", "TE354100123", "420"]) {
    await page.goto("/admin?tab=quote_requests");
    await page.getByRole("searchbox", { name: "Search" }).fill(typed);
    await expect(page.getByText("3 matches, newest first")).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search" }).fill("parcel");
  await expect(page.getByText("No match for “parcel”")).toBeVisible();
  await page.getByRole("link", { name: "1 in Contact Messages" }).click();
  await expect(cards(page)).toHaveText([/Where is it\?/]);
});

test("records that came in while the list was scrolled show on request, and the first has the focus", async ({
  page,
  site,
}) => {
  await site.addQuotes(20);
  await page.setViewportSize({ width: 1280, height: 400 });
  await signIn(page);
  await expect(cards(page)).toHaveCount(20);
  await page.evaluate(() => window.scrollTo({ top: 900 }));
  await add(site, quoteRequest, quote);
  await page.getByRole("button", { name: "1 new", exact: true }).press("Enter");
  await expect(cards(page)).toHaveCount(21);
  const first = cards(page).first();
  await expect(first).toContainText(quote.full_name);
  await expect(first.getByRole("heading").getByRole("link")).toBeFocused();
});
