import type { Locator, Page } from "@playwright/test";

import { expect, pagesTest as test } from "./site.ts";

/** What has the focus: how it is marked, and whether something lies over it. Returns null if nothing has it. */
function lookAtFocus(wanted: Node | null) {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { x, y, width, height } = focused.getBoundingClientRect();
  // A browser scrolls a tall field only as far as its first line.
  const atop = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 1));
  const covered = atop === null || !(focused.contains(atop) || atop.contains(focused));
  const markup = focused.outerHTML.slice(0, 200);
  return { seen: { outlineStyle, outlineWidth, covered }, markup, isWanted: focused === wanted };
}

/** Presses Tab until an element has the focus; every stop on the way must show it. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const wanted = await target.elementHandle();
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(lookAtFocus, wanted);
    // After the last stop of a dialog comes the browser's own bar.
    if (stop === null) continue;
    expect(stop.seen, stop.markup).toEqual({ outlineStyle: "solid", outlineWidth: "3px", covered: false });
    if (stop.isWanted) return;
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

const group = (page: Page, title: string) => page.locator("header summary:visible", { hasText: title });
const isOpen = (summary: Locator) => summary.locator("xpath=..").evaluate((one) => one.hasAttribute("open"));

test("with the keyboard alone: skip link, cookies, menus, questions, and a quote request to its thanks", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/");
  // The banner is there, and would take a tap by now.
  await page.getByRole("button", { name: "Accept All" }).click({ trial: true });
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await test.step("the cookie banner comes right after the skip link; its dialog keeps the focus, and gives it back", async () => {
    const settings = page.getByRole("button", { name: "Settings" });
    const dialog = page.getByRole("dialog");
    await tabTo(page, settings, "Shift+Tab");
    await page.keyboard.press("Enter");
    for (let stops = 0; stops < 8; stops += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.matches("body, dialog, dialog *"))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(settings).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, dialog.getByLabel("Analytics"));
    await page.keyboard.press("Space");
    await tabTo(page, dialog.getByRole("button", { name: "Save" }));
    await page.keyboard.press("Enter");
    await expect(settings).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("quadkea-cookie-consent"))).toContain(
      '"analytics":true',
    );
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("the phone's menu: one group open at a time, Escape gives the focus back to its button", async () => {
    const menu = page.getByLabel("Menu", { exact: true });
    await tabTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, group(page, "Quad Parts"));
    await page.keyboard.press("Enter");
    await tabTo(page, group(page, "Motorcycle Parts"));
    await page.keyboard.press("Space");
    expect(await isOpen(group(page, "Quad Parts"))).toBe(false);
    await tabTo(page, page.locator("header a:visible", { hasText: "Dirt bike parts" }));
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    expect(await isOpen(menu)).toBe(false);
    await page.keyboard.press("Enter");
    await tabTo(page, page.locator("header a:visible", { hasText: "About" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/about$/);
  });

  await test.step("through the whole page to the questions in the footer; one answer at a time", async () => {
    await tabTo(page, page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/faq$/);
    const questions = page.getByRole("main").locator("summary");
    await tabTo(page, questions.nth(0));
    await page.keyboard.press("Enter");
    expect(await isOpen(questions.nth(0))).toBe(true);
    await tabTo(page, questions.nth(1));
    await page.keyboard.press("Space");
    expect([await isOpen(questions.nth(0)), await isOpen(questions.nth(1))]).toEqual([false, true]);
    await page.keyboard.press("Enter");
    expect(await isOpen(questions.nth(1))).toBe(false);
  });

  await test.step("the desk's menu, and Get Quote", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await tabTo(page, group(page, "Wrecking"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, page.locator("header a:visible", { hasText: "Sell your vehicle" }));
    await page.keyboard.press("Escape");
    await expect(group(page, "Wrecking")).toBeFocused();
    await tabTo(page, page.getByRole("link", { name: "Get Quote", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/request-quote$/);
  });

  await type(page, "Make", "Honda");
  await type(page, "Model", "TRX420FM");
  await type(page, "Year", "2015");
  await type(page, "Part needed", "Front diff");
  await type(page, "Full name", "Aroha Ngata");
  await type(page, "Phone", "021 555 0100");
  await type(page, "Email", "aroha@example.co.nz");
  await type(page, "Delivery address", "12 Ōtaika Road");
  await tabTo(page, page.getByText("Add what you know"));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("Condition preference"));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByRole("checkbox", { name: /privacy/ }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Send Request" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/thanks\?ref=/);
  await expect(page.getByText(/QK-\w{6}-\w{4}/)).toBeVisible();
});
