import type { Page } from "@playwright/test";

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

const footer = (page: Page) => page.getByRole("contentinfo");

test("on a first visit what is off the screen waits until the page has arrived; nothing on it moves", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const goOn = await holdFonts(page);
  await page.goto("/", { waitUntil: "commit" });
  await firstPaint(page);
  await expect(footer(page)).toHaveCSS("content-visibility", "auto");
  goOn();
  await expect(footer(page)).toHaveCSS("content-visibility", "visible");
  // The sign font, a hair narrower than its stand-in, is all that shifts.
  expect(await layoutShift(page)).toBeLessThan(0.001);
});

test("the rest of a page that arrives is laid out over several frames, so that a touch can be answered in between", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(() => {
    const settledIn = new Set<unknown>();
    Object.assign(window, { settledIn });
    new MutationObserver((changes) => {
      const isAdded = changes.some(({ oldValue }) => oldValue === null);
      if (isAdded) settledIn.add(document.timeline.currentTime);
    }).observe(document, { subtree: true, attributeFilter: ["data-settled"], attributeOldValue: true });
  });
  await page.goto("/");
  await expect(footer(page)).toHaveCSS("content-visibility", "visible");
  const frames = await page.evaluate(
    () => "settledIn" in window && window.settledIn instanceof Set && window.settledIn.size,
  );
  expect(frames).toBeGreaterThan(2);
});

test("a page come back to is whole at once, at the place where it was left", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/", { waitUntil: "networkidle" });
  const heading = page.getByRole("heading", { level: 2 }).last();
  await heading.scrollIntoViewIfNeeded();
  const left = await heading.boundingBox();
  const goOn = await holdFonts(page);
  await page.reload({ waitUntil: "commit" });
  await firstPaint(page);
  await expect(footer(page)).toHaveCSS("content-visibility", "visible");
  goOn();
  await expect.poll(() => heading.boundingBox()).toEqual(left);
});
