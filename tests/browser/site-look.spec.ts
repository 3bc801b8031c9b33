import type { Browser, Page } from "@playwright/test";

import { dealSettings, quoteSent } from "./deal.ts";
import { publicPaths } from "./public-pages.ts";
import { expect, expectAccessible, logIn, lookingTest, pagesTest, test } from "./site.ts";

const phone = { width: 360, height: 740 };
const computer = { width: 1280, height: 800 };
const cookies = (page: Page) => page.getByRole("region", { name: "Cookies", exact: true });

async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 2 * width });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

for (const path of [...publicPaths, "/admin-login"]) {
  lookingTest(
    `${path} is accessible and fits: a phone in the light, a desk in the dark, 320 px, text twice as large`,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: "light" });
      await page.clock.setFixedTime("2026-11-24T23:58:00+13:00"); // Promises are long: by 11:58 pm Wednesday.
      await page.goto(path);
      // Scripts have run: this is what they add.
      if (path !== "/admin-login") await expect(cookies(page)).toBeVisible();
      await page.setViewportSize(phone);
      await expectAccessible(page);
      await page.setViewportSize(computer);
      // Header, footer and what they hold are the same on all pages.
      if (path === "/") await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page);
      if (path === "/") {
        await page.setViewportSize(phone);
        await expectAccessible(page);
      }
      await expectNoSidewaysScroll(page, 320);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await expectNoSidewaysScroll(page, 320);
      await expectNoSidewaysScroll(page, 640);
    },
  );
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

/** Slow 3G, and a browser that has been nowhere yet. */
async function slowVisitor(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ viewport: phone, baseURL });
  const network = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send("Network.emulateNetworkConditions", line);
  return page;
}

/** The texts of those headings, records' own apart, that are shown in another font than that one. */
function inOtherFonts(page: Page, font: string, selector = "h1"): Promise<string[]> {
  return page.evaluate(
    ([wanted = "", headings = ""]) => {
      const widthOf = (element: Element, fontFamily: string) => {
        const text = Object.assign(document.createElement("span"), { textContent: element.textContent });
        const { fontWeight } = getComputedStyle(element);
        // Large: some browsers round widths, and the fallback is nearly as wide.
        const style = { fontSize: "300px", position: "absolute", whiteSpace: "nowrap" };
        Object.assign(text.style, { ...style, fontWeight, fontFamily });
        document.body.append(text);
        const { width } = text.getBoundingClientRect();
        text.remove();
        return width;
      };
      const isOther = (one: Element) => {
        const own = widthOf(one, getComputedStyle(one).fontFamily);
        return own !== widthOf(one, `"${wanted}", monospace`) || own === widthOf(one, '"Sign fallback"');
      };
      const texts = [...document.querySelectorAll(headings)].filter(
        (one) => !one.closest("[data-reference]"),
      );
      return texts
        .filter((one) => one.checkVisibility() && isOther(one))
        .map(({ textContent }) => textContent);
    },
    [font, selector],
  );
}

test.describe(() => {
  test.use({ settings: dealSettings });

  test("on a slow line, the title is in the sign's font at the first paint of a first visit, other headings are later, and nothing moves", async ({
    browser,
    site,
  }) => {
    test.slow();
    const { reference, link } = await quoteSent(site);
    const paths = ["/", "/request-quote", `/thanks?ref=${reference}`, "/status", new URL(link).pathname];
    for (const path of [...paths, "/admin-login"]) {
      const page = await slowVisitor(browser, site.origin);
      await page.goto(path, { waitUntil: "commit" });
      await firstPaint(page);
      // A page without scripts reads its font, which it holds, while it is painted: one frame.
      const first = path.startsWith("/my/") || path === "/status" ? "Barlow Condensed" : "Title sign";
      // With the letters of their titles, these would take one more round trip (scripts/site/title-font.ts).
      const isFull = path === "/" || path === "/request-quote";
      if (!isFull)
        await expect.soft.poll(() => inOtherFonts(page, first), { message: path, timeout: 1000 }).toEqual([]);
      if (path === "/admin-login") {
        await logIn(page);
        await page.getByRole("tab").first().waitFor();
      } else {
        await page.waitForLoadState("networkidle");
        if (!isFull) expect.soft(await inOtherFonts(page, "Barlow Condensed", "h1, h2"), path).toEqual([]);
        expect.soft(await layoutShift(page), path).toBeLessThan(0.001);
      }
      await page.close();
    }
  });
});

pagesTest("a reloaded page is at the place where it was left", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/", { waitUntil: "networkidle" });
  const heading = page.getByRole("heading", { level: 2 }).last();
  await heading.scrollIntoViewIfNeeded();
  // Its letters may be wider now: the first visit was painted before the font was at hand.
  const place = async () => (await heading.boundingBox())?.y;
  const left = await place();
  await page.reload({ waitUntil: "commit" });
  await firstPaint(page);
  await expect.poll(place).toBe(left);
});
