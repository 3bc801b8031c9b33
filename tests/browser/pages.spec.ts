import type { Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";

import { nzYear } from "#domain/nz-time.ts";

import { publicPaths } from "./public-pages.ts";
import { expect, expectAccessible, lookingTest, pagesTest as test } from "./site.ts";

const paths = [...publicPaths, "/admin-login"];

for (const path of paths) {
  lookingTest(
    `${path} is accessible and fits: a phone in the light, a desk in the dark, 320 px, text twice as large`,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.clock.setFixedTime("2026-11-24T23:58:00+13:00"); // Promises are long: by 11:58 pm Wednesday.
      await page.goto(path);
      // Scripts have run: this is what they add.
      if (path !== "/admin-login")
        await expect(page.getByRole("region", { name: "Cookies", exact: true })).toBeVisible();
      await page.setViewportSize({ width: 360, height: 800 });
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScroll(page);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 640, height: 900 });
      await expectNoSidewaysScroll(page);
    },
  );
}

// Header, footer and what they hold are the same on all pages.
lookingTest(
  "the home page is accessible in the dark on a phone, and in the light on a desk",
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
    await page.goto("/");
    await page.setViewportSize({ width: 360, height: 800 });
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page);
  },
);

test("the notices of the libraries in our scripts are shipped with them", async ({ request }) => {
  const response = await request.get("/licences.txt");
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const text = await response.text();
  for (const library of ["react", "react-router", "valibot"])
    expect(text).toMatch(new RegExp(String.raw`^## ${library} - [\d.]+ \(MIT\)$`, "m"));
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

const html = new HtmlValidate({ extends: ["html-validate:standard"] });

async function problemsIn(path: string, markup: string): Promise<string[]> {
  const { results } = await html.validateString(markup);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(
    ({ ruleId, message, line, column }) => `${path}:${line}:${column} ${ruleId} ${message}`,
  );
}

test("every page is valid HTML, as the server sends it", async ({ request }) => {
  const broken = await problemsIn("broken", "<p><div id=a id=a></p><img>");
  expect(broken.length).toBeGreaterThan(2);
  for (const path of paths) {
    expect(await problemsIn(path, await (await request.get(path)).text())).toEqual([]);
  }
});

test("nothing comes from another host, and nothing runs that the policy forbids", async ({ page, site }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  for (const path of ["/", "/request-quote", "/brands/honda", "/contact", "/admin-login"]) {
    await page.goto(path, { waitUntil: "networkidle" });
  }
  expect([...hosts]).toEqual([site.origin]);
});

test("a tap on the menu right after the first paint opens it; its groups unfold", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.route(
    "**/assets/*.js",
    (route) => new Promise((resolve) => setTimeout(() => resolve(route.continue()), 2000)),
  );
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.waitForTimeout(50);
  await page.locator("header summary:visible").first().click();
  const brands = page.locator("header").getByText("Brands", { exact: true }).locator("visible=true");
  await brands.click();
  await expect(page.locator("header a[href='/brands/honda']:visible")).toBeVisible();
});

test("the open menu closes when the focus moves on past it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/about");
  await page.getByRole("button", { name: "Essential Only" }).click();
  await page.locator("header summary:visible").first().click();
  const last = page.getByRole("navigation", { name: "Site menu" }).getByRole("link").last();
  await last.focus();
  await expect(last).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(last).toBeHidden();
});

test("the menu leads to every group of the specification, and Get Quote to the form", async ({ page }) => {
  await page.goto("/");
  const hrefs = await page
    .locator("header a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const specified = [
    "/parts/quad",
    "/farm-quad-parts",
    "/racing-quad-parts",
    "/parts/motorcycle",
    "/parts/dirt-bike",
    "/brands/honda",
    "/brands/yamaha",
    "/brands/suzuki",
    "/brands/polaris",
    "/brands/kawasaki",
    "/quad-wreckers",
    "/motorcycle-wreckers",
    "/sell-vehicle",
    "/about",
    "/contact",
    "/request-quote",
  ];
  for (const href of specified) expect(hrefs).toContain(href);
  const footer = await page
    .locator("footer a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  for (const href of ["/how-it-works", "/faq", "/privacy", "/terms"]) expect(footer).toContain(href);
  await expect(page.locator("footer")).toContainText(`© ${nzYear(new Date())}`);
});

test("the home page shows what the specification lists", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Get Your Quote Now" })).toHaveAttribute(
    "href",
    "/request-quote",
  );
  await expect(page.getByRole("link", { name: "How It Works" }).first()).toHaveAttribute(
    "href",
    "/how-it-works",
  );
  await expect(page.getByRole("heading", { name: "Quick Quote Request" })).toBeVisible();
  for (const value of ["95", "100", "90", "98"])
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: `${value}%` })
        .first(),
    ).toBeVisible();
  await expect(page.getByRole("link", { name: "Start Here" })).toHaveAttribute("href", "/request-quote");
});

test("an unknown path leads home, on the server and in the page", async ({ page, site }) => {
  await page.goto("/no-such-page");
  await expect(page).toHaveURL(`${site.origin}/`);
  await page.evaluate(() => history.pushState(null, "", "/no-such-page"));
  await page.reload();
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("without JavaScript, the desk and its login say that they need it", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await context.newPage();
  for (const path of ["/admin", "/admin-login", "/admin/settings"]) {
    await page.goto(path);
    await expect(page.getByText("The desk needs JavaScript.")).toBeVisible();
  }
  await context.close();
});
