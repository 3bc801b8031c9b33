import type { Page } from "@playwright/test";

import { cards, openSection, openSettings, record, status } from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("with a thumb on a phone: every target is 44 px high, the main actions are at the lower edge, back is one press", async ({
  page,
  site,
}) => {
  const [reference = ""] = (await site.addQuotes(6)).toReversed();
  await site.change("update users set desk_role = 'staff'"); // Owners see what is left before opening, until it is done.
  await signIn(page);
  await expect(cards(page)).toHaveCount(6);
  await expect(cards(page).nth(4)).toBeInViewport({ ratio: 1 });
  expect(await smallTargets(page)).toEqual([]);
  const desk = page.getByRole("navigation", { name: "Desk" });
  await expect(desk.getByRole("link")).toHaveText(["Inbox", "Money", "Pack", "Yard"]);
  await desk.getByRole("button", { name: "More" }).press("Enter");
  const more = page.getByRole("group", { name: "More" });
  await expect(more).toHaveText("Stock Statistics Settings Back to Site Refresh Logout");
  await page.keyboard.press("Tab");
  await expect(more.getByRole("link", { name: "Stock" })).toBeFocused();
  await expectAccessible(page);
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  const selected = page.getByRole("region", { name: "Selected records" });
  await expect(selected.getByRole("button", { name: "Set status" })).toBeInViewport();
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await cards(page).first().getByRole("heading").getByRole("link").click();
  await expect(record(page)).toBeVisible();
  await expect(page.getByRole("tab").first()).toBeHidden();
  const bar = [
    page.getByRole("link", { name: "List" }),
    status(page),
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
  expect((await desk.boundingBox())?.height).toBeLessThan(50);
  await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  await expect(selected.getByRole("button", { name: "Set status" })).toBeInViewport();
  await expectNoSidewaysScroll(page);
});

test("keys go through the choices for the selected records without acting; Enter acts, Escape goes back", async ({
  page,
  site,
}) => {
  const references = await site.addQuotes(2);
  await signIn(page);
  for (const reference of references)
    await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  const selected = page.getByRole("region", { name: "Selected records" });
  const button = selected.getByRole("button", { name: "Set status" });
  const menu = selected.getByRole("group", { name: "Set status" });
  const choice = (name: string) => menu.getByRole("button", { name });
  const changed = () => site.sql("select status from quote_requests where status <> 'new'");
  await button.press("Enter");
  await expect(choice("New")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(choice("Cancelled")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(choice("In progress")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expect(selected).toContainText("2 selected");
  expect(changed()).toEqual([]);
  await button.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 records: Completed")).toBeVisible();
  expect(changed()).toHaveLength(2);
  await expect(
    page
      .getByRole("article", { name: references[1] ?? "" })
      .getByRole("heading")
      .getByRole("link"),
  ).toBeFocused();
});

test("every section of the settings is accessible on a phone in the dark, and fits 320 px and text of 200 %", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openSettings(page, "Your account");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  for (const section of await sections.allTextContents()) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await openSection(page, section);
    await expect(page.getByText("Loading data...")).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([section, await overflow()]).toEqual([section, 0]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect([section, await overflow()]).toEqual([section, 0]);
  }
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
