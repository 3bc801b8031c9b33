import { expect, expectAccessible, test } from "./site.ts";

const publicPaths = ["/", "/request-quote", "/thanks"];
const paths = [...publicPaths, "/admin-login"];

for (const path of paths) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${path} has no accessibility violation, on a phone and a desk, ${colorScheme}`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expectAccessible(page);
      }
    });
  }

  test(`${path} does not scroll sideways, at 320 px and with text twice as large`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 640, height: 900 });
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expectNoSidewaysScroll(page);
  });

  test(`${path} has one h1, a title, a description and its canonical address`, async ({ page, site }) => {
    await page.goto(path);
    await expect(page.locator("h1")).toHaveCount(1);
    expect(await page.title()).toMatch(/QuadKea/);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${site.origin}${path}`);
  });
}

async function expectNoSidewaysScroll(page: import("@playwright/test").Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

test("nothing comes from another host, and nothing runs that the policy forbids", async ({ page, site }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  for (const path of paths) {
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
  await expect(page.locator("footer")).toContainText(`© ${new Date().getFullYear()}`);
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
  await page.locator("header").getByRole("link", { name: "About" }).locator("visible=true").click();
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("the keyboard reaches the content, the menu and the form", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /skip/i })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Get Your Quote Now" })).toBeFocused();
});
