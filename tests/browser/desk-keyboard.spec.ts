import type { Locator, Page } from "@playwright/test";

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
  await signIn(page);
  await page.goto("/admin?tab=quote_requests&show=new");
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
    const selected = page.getByRole("region", { name: "Selected records" });
    await box(0).check();
    await box(3).click({ modifiers: ["Shift"] });
    await expect(selected).toContainText("4 selected");
    await expectAccessible(page);
    await site.change(
      `update quote_requests set status = 'in_progress', version = version + 1000 where ref_number = '${references[2]}'`,
    );
    await selected.getByRole("button", { name: "Completed" }).click();
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
    await expect(selected).toContainText("3 selected");
    await page.keyboard.press("Escape");
    await expect(selected).toBeHidden();
  });
});

test("with a thumb on a phone: every target is 44 px high, the main actions stand at the lower edge, back is one press", async ({
  page,
  site,
}) => {
  const [reference = ""] = await site.addQuotes(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  await expect(cards(page)).toHaveCount(1);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  const selected = page.getByRole("region", { name: "Selected records" });
  await expect(selected.getByRole("combobox", { name: "Set status" })).toBeInViewport();
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await cards(page).getByRole("heading").getByRole("link").click();
  await expect(record(page)).toBeVisible();
  await expect(page.getByRole("tab").first()).toBeHidden();
  const bar = [
    page.getByRole("link", { name: "List" }),
    record(page).getByRole("combobox", { name: /^Status of/ }),
    page.getByRole("button", { name: "Reply" }),
  ];
  for (const target of bar) {
    await expect(target).toBeInViewport();
    expect((await target.boundingBox())?.y).toBeGreaterThan(740 / 2);
  }
  expect(await smallTargets(page)).toEqual([]);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "List" }).click();
  await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  await expect(selected.getByRole("combobox", { name: "Set status" })).toBeInViewport();
  await expectNoSidewaysScroll(page);
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}

/** What can be pressed and is lower than 44 px. A card's title is pressed anywhere on the card, a box on its label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator("a, button, input, select, textarea").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.closest("article h2") === null)
      .map((element) =>
        element.matches("input[type=checkbox]") ? (element.closest("label") ?? element) : element,
      )
      .filter((element) => element.getBoundingClientRect().height < 44)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
