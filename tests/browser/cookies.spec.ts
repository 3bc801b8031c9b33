import type { Locator, Page } from "@playwright/test";

import { expect, pagesTest, test } from "./site.ts";

const key = "quadkea-cookie-consent";

function stored(page: Page): Promise<unknown> {
  return page.evaluate((name): unknown => JSON.parse(localStorage.getItem(name) ?? "null"), key);
}

pagesTest(
  "the first visit shows the banner, though not in print; any choice is stored and hides it from then on",
  async ({ page }) => {
    for (const [button, analytics] of [
      ["Accept All", true],
      ["Essential Only", false],
    ] as const) {
      await page.goto("/");
      await expect(page.getByRole("button", { name: button })).toBeVisible();
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("button", { name: button })).toBeHidden();
      await page.emulateMedia({ media: "screen" });
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByRole("button", { name: button })).toBeHidden();
      expect(await stored(page)).toEqual({ essential: true, analytics });
      await page.reload();
      await expect(page.getByRole("button", { name: button })).toBeHidden();
      await page.evaluate(() => localStorage.clear());
    }
  },
);

pagesTest(
  "settings: essential is on and fixed, analytics off at first; Cancel stores nothing, Save the choice",
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Settings" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Essential")).toBeChecked();
    await expect(dialog.getByLabel("Essential")).toBeDisabled();
    await expect(dialog.getByLabel("Analytics")).not.toBeChecked();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await stored(page)).toBeNull();
    await page.getByRole("button", { name: "Settings" }).click();
    await dialog.getByLabel("Analytics").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => stored(page)).toEqual({ essential: true, analytics: true });
    await expect(page.getByRole("button", { name: "Settings" })).toBeHidden();
  },
);

pagesTest("a tap that began before the banner came is not lost to it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  const link = page.getByRole("link", { name: "How it works" }).last();
  await link.evaluate((element) => element.scrollIntoView({ block: "end" }));
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  letGo();
  await expect(page.getByRole("region", { name: "Cookies", exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/how-it-works$/);
});

test("analytics are asked for only after a yes, on later visits too, and no more once it is taken back", async ({
  page,
  site,
}) => {
  const script = "https://count.example/script.js";
  await site.start({ ANALYTICS_SCRIPT_URL: script, ANALYTICS_SITE_ID: "quadkea" });
  const asked: string[] = [];
  await page.route("https://count.example/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Essential Only" }).click();
  await page.goto("/privacy", { waitUntil: "networkidle" });
  expect(asked).toEqual([]);
  const change = async (answer: (analytics: Locator) => Promise<void>) => {
    await page.getByRole("button", { name: "Change Cookie Settings" }).click();
    await answer(page.getByRole("dialog").getByLabel("Analytics"));
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  };
  await change((analytics) => analytics.check());
  await expect.poll(() => asked).toEqual([script]);
  await expect(page.locator("#analytics")).toHaveAttribute("data-domain", "quadkea");
  await page.reload();
  await expect.poll(() => asked).toHaveLength(2);
  await change((analytics) => analytics.uncheck());
  await expect(page.getByRole("main").getByRole("status")).toHaveText("Analytics are off.");
  await expect(page.locator("#analytics")).toHaveCount(0);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(asked).toHaveLength(2);
});

test("the visitor count of a public page never gets into the desk, by Back or by a link", async ({
  page,
  site,
}) => {
  await site.start({ ANALYTICS_SCRIPT_URL: "https://count.example/script.js", ANALYTICS_SITE_ID: "quadkea" });
  await page.route("https://count.example/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "globalThis.isCounted = true;" }),
  );
  const isCounted = () => page.evaluate(() => "isCounted" in globalThis);
  await page.goto("/admin-login");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Accept All" }).click();
  await expect.poll(isCounted).toBe(true);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Staff login" })).toBeVisible();
  expect(await isCounted()).toBe(false);
  await page.goForward();
  await expect.poll(isCounted).toBe(true);
  await page.evaluate(() => {
    const link = document.createElement("a");
    link.href = "/admin-login";
    link.textContent = "For staff";
    document.querySelector("main")?.prepend(link);
  });
  await page.getByRole("link", { name: "For staff" }).click();
  await expect(page.getByRole("heading", { name: "Staff login" })).toBeVisible();
  expect(await isCounted()).toBe(false);
});
