import type { Locator, Page } from "@playwright/test";

import { expect, pagesTest as test } from "./site.ts";

/** Holds the page's arrival up, as a weak link does; returns how to let it go on. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/*.woff2", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function firstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

/** Without the width, which depends on whether the fonts came in time. */
async function placeOf(text: Locator): Promise<{ x: number; y: number } | null> {
  const box = await text.boundingBox();
  return box && { x: box.x, y: box.y };
}

/** Cumulative, as browsers reckon it. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number>();
    new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
      resolve(shifts.reduce((sum, value) => sum + value, 0));
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(resolve, 500, 0);
    return promise;
  });
}

test("fonts that are late leave the page as it is: nothing on it moves", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const goOn = await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  await firstPaint(page);
  goOn();
  await page.waitForLoadState("networkidle");
  expect(await layoutShift(page)).toBe(0);
});

test("a reloaded page is at the place where it was left", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/", { waitUntil: "networkidle" });
  const heading = page.getByRole("heading", { level: 2 }).last();
  await heading.scrollIntoViewIfNeeded();
  const left = await placeOf(heading);
  const goOn = await holdFonts(page);
  await page.reload({ waitUntil: "commit" });
  await firstPaint(page);
  goOn();
  await expect.poll(() => placeOf(heading)).toEqual(left);
});
