import type { Locator } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { fieldEntries } from "#domain/submission.ts";

import { cards, record } from "./desk-page.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const statuses = `select status, count(*) as count from quote_requests group by status order by status`;

test("triage drill: 20 new records are read and given a status in at most 60 key presses", async ({
  page,
  site,
}) => {
  const references = await site.addQuotes(20);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "/admin?tab=quote_requests&show=new");
  await expect(cards(page)).toHaveCount(20);
  let presses = 0;
  const press = (key: string) => {
    presses += 1;
    return page.keyboard.press(key);
  };
  const labels = fieldEntries(quoteRequest).map(([, { label }]) => label);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await press("j");
  await expect(cards(page).first().getByRole("link").first()).toBeFocused();
  await press("Enter");
  for (const [index, reference] of references.toReversed().entries()) {
    const open = record(page).filter({ hasText: reference });
    await expect(open.getByRole("heading", { level: 2 })).toBeFocused();
    expect(await unseen(open.getByRole("region", { name: "Details" }), labels)).toEqual([]);
    await press(String((index % 3) + 2));
    await expect(filters.getByRole("link", { name: `New ${19 - index}` })).toBeVisible();
    await press("j");
  }
  expect(presses).toBeLessThanOrEqual(60);
  expect(site.sql(statuses)).toEqual([
    { status: "cancelled", count: 6 },
    { status: "completed", count: 7 },
    { status: "in_progress", count: 7 },
  ]);
});

/** The labels of the fields that cannot be read without scrolling; those left empty are named in a line. */
function unseen(details: Locator, labels: string[]): Promise<string[]> {
  return details.evaluate((section, all) => {
    const isSeen = (element: Element | null | undefined) => {
      const { top, bottom } = element?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
      return top >= 0 && bottom <= innerHeight;
    };
    const terms = [...section.querySelectorAll("dt")];
    const empty = section.querySelector("dl + p");
    return all.filter((label) => {
      const term = terms.find(({ textContent }) => textContent === label);
      const isEmpty = term === undefined && (empty?.textContent.includes(label) ?? false);
      return !isSeen(isEmpty ? empty : term?.nextElementSibling);
    });
  }, labels);
}

test("every key does what the list of keys says, and nothing while somebody types", async ({
  page,
  site,
}) => {
  const references = (await site.addQuotes(4)).toReversed();
  await site.change("update users set full_name = 'Mia Rata'");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  const title = (index: number) => cards(page).nth(index).getByRole("heading").getByRole("link");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys.getByText("Next record")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await page.keyboard.type("jk4?");
  await expect(search).toHaveValue("jk4?");
  await search.fill("");
  await expect(cards(page)).toHaveCount(4);
  await page.keyboard.press("Enter");
  await expect(title(0)).toBeFocused();
  await page.keyboard.press("Control+j");
  await page.keyboard.press("j");
  await expect(title(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(title(0)).toBeFocused();
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(title(0)).toBeFocused();

  await page.keyboard.press("n");
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await expect(note).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`record=${references[0]}`));
  await page.keyboard.type("j2 jolly");
  await expect(note).toHaveValue("j2 jolly");
  await page.keyboard.press("Escape");
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("r");
  await expect(record(page).getByRole("list", { name: "Saved replies" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(record(page).getByRole("button", { name: "Reply" })).toBeFocused();
  await page.keyboard.press("3");
  await expect(record(page).getByRole("combobox", { name: /^Status of/ })).toHaveValue("completed");
  await page.keyboard.press("Escape");
  await expect(title(0)).toBeFocused();
  await expect(cards(page).first()).toContainText("Completed");
  await page.keyboard.press("z");
  await expect(page.getByText(`Undone. Back to New: ${references[0]}`)).toBeVisible();
  await expect(cards(page).first().getByRole("combobox")).toHaveValue("new");

  // Under a filter, the record that takes the place of a changed one has the focus.
  const loaded = page.waitForResponse(/status=eq\.new/);
  await page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: "New 4" }).click();
  await loaded;
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).nth(1)).toHaveAttribute("data-reference", references[2] ?? "");
  await expect(title(1)).toBeFocused();

  for (const key of "gv") await page.keyboard.press(key);
  await expect(page).toHaveURL(/tab=vehicle_submissions/);
  for (const key of "gq") await page.keyboard.press(key);
  await expect(cards(page)).toHaveCount(3);
  expect(new URL(page.url()).searchParams.has("record")).toBe(false);

  await page.getByRole("button", { name: "Keys" }).click();
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await title(0).focus();
  await page.keyboard.press("j");
  await expect(title(0)).toBeFocused();
});

test("screen readers are told every key that is printed next to a control", async ({ page, site }) => {
  await site.addQuotes(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await cards(page).first().getByRole("heading").getByRole("link").click();
  await expect(record(page).getByRole("list", { name: "History" }).getByRole("listitem")).toHaveCount(2);
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Quote Requests/ }).locator("kbd")).toHaveText("g q");
  const untold = await page.locator("kbd[aria-hidden]:visible").evaluateAll((hints) =>
    hints
      .filter((hint) => hint.closest("[role=tab]") === null) // A sequence has no form that they know.
      .filter((hint) => {
        const near = hint.closest("label, div")?.querySelector("input, select, textarea");
        const keys = (hint.closest("a, button") ?? near)?.getAttribute("aria-keyshortcuts")?.split(" ");
        return keys?.includes(hint.textContent.charAt(0)) !== true;
      })
      .map((hint) => hint.parentElement?.textContent),
  );
  expect(untold).toEqual([]);
});
