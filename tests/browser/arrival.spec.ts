import type { Browser, Locator, Page } from "@playwright/test";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { admin } from "./site-process.ts";
import { expect, pagesTest, test as siteTest } from "./site.ts";

const test = pagesTest;

async function firstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

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

/** Slow 3G, and a browser that has been nowhere yet. */
async function slowVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await network.send("Network.emulateNetworkConditions", line);
  return page;
}

/** The texts of headings and the logo, records' own headings apart, that are shown in another font than the sign's. */
function inOtherFonts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const widthOf = (element: Element, family: string) => {
      const text = Object.assign(document.createElement("span"), { textContent: element.textContent });
      const { fontWeight } = getComputedStyle(element);
      // Large: some browsers round widths, and the fallback is nearly as wide.
      Object.assign(text.style, { fontSize: "300px", fontWeight, position: "absolute" });
      Object.assign(text.style, { whiteSpace: "nowrap", fontFamily: family });
      document.body.append(text);
      const { width } = text.getBoundingClientRect();
      text.remove();
      return width;
    };
    const texts = [...document.querySelectorAll("h1, h2:not([data-reference] h2)")].filter((one) =>
      one.checkVisibility(),
    );
    const isOther = (one: Element) => {
      const own = widthOf(one, getComputedStyle(one).fontFamily);
      return own !== widthOf(one, '"Barlow Condensed", monospace') || own === widthOf(one, '"Sign fallback"');
    };
    return texts.filter(isOther).map(({ textContent }) => textContent);
  });
}

siteTest(
  "on a slow line, the first paint of a first visit is in the sign's font, and nothing moves",
  async ({ browser, site }) => {
    siteTest.slow();
    await site.start(dealSettings);
    const [reference = ""] = await site.addQuotes(1);
    const link = await sendQuote(site, await staffAt(site), reference);
    const paths = ["/", "/request-quote", `/thanks?ref=${reference}`, "/status", link, "/admin-login"];
    for (const path of paths) {
      const page = await slowVisitor(browser);
      const fonts: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "font" && !request.url().startsWith("data:"))
          fonts.push(request.url());
      });
      await page.goto(new URL(path, site.origin).href, { waitUntil: "commit" });
      await firstPaint(page);
      // A page without scripts reads its font, which it holds, while it is painted: one frame.
      await expect.soft.poll(() => inOtherFonts(page), { message: path, timeout: 1000 }).toEqual([]);
      if (path === "/admin-login") {
        await page.getByLabel("Email").fill(admin.email);
        await page.getByLabel("Password").fill(admin.password);
        await page.getByRole("button", { name: "Login" }).click();
        await page
          .getByRole("heading", { level: 1, name: "Desk" })
          .or(page.getByRole("tab").first())
          .first()
          .waitFor();
        expect.soft(await inOtherFonts(page), "the desk").toEqual([]);
      } else {
        await page.waitForLoadState("networkidle");
        expect.soft(await layoutShift(page), path).toBeLessThan(0.001);
      }
      expect.soft(fonts, path).toEqual([]);
      await page.context().close();
    }
  },
);

test("a reloaded page is at the place where it was left", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/", { waitUntil: "networkidle" });
  const heading = page.getByRole("heading", { level: 2 }).last();
  await heading.scrollIntoViewIfNeeded();
  const left = await placeOf(heading);
  await page.reload({ waitUntil: "commit" });
  await firstPaint(page);
  await expect.poll(() => placeOf(heading)).toEqual(left);
});
