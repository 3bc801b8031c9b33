import { randomUUID } from "node:crypto";

import type { Page } from "@playwright/test";

import { partNames } from "#domain/catalogue/parts.ts";
import type { Part } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { photographed } from "#tests/public-stock.ts";

import { coldVisit } from "./cold-visit.ts";
import { staffAt } from "./deal.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./site.ts";

const words = { make: "Honda", model: "TRX420FM", year: 2015, price_cents: 18_500, grade: "B", weight: "M" };

/** Parts for sale, with photos. */
async function stock(site: SiteProcess, ...names: string[]): Promise<void> {
  const staff = await staffAt(site);
  const parts = names.map((name) => ({ id: randomUUID(), name, ...words, condition: ["Backlash 0.2 mm"] }));
  const written = await staff.call(stockCalls.parts.path, { machine_number: null, parts });
  for (const part of (written as { parts: Part[] }).parts)
    for (let photos = 0; photos < 2; photos += 1) await photographed(site.services, part);
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** From the home page by the list to a part, and on to the form that is filled in with it. */
async function askForPart(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "See Parts in Stock" }).click();
  await expect(page.getByRole("heading", { name: "Parts in stock", level: 1 })).toBeVisible();
  await page.getByText("Make", { exact: true }).click();
  await page.getByRole("link", { name: "Honda", exact: true }).locator("visible=true").first().click();
  await expect(page.getByRole("link", { name: /^Rear diff/ })).toHaveCount(1);
  await page.getByRole("link", { name: /^Rear diff/ }).click();
  await expect(page).toHaveURL(/\/stock\/1\/rear-diff-2015-honda-trx420fm$/);
  await expect(page.getByText("$185.00 including GST").first()).toBeVisible();
  await page.getByRole("link", { name: "Ask for this part" }).click();
  await expect(page).toHaveURL(/\/request-quote\?part=P1$/);
  await expect(page.getByLabel("Make")).toHaveValue("Honda");
  await expect(page.getByLabel("Model")).toHaveValue("TRX420FM");
  await expect(page.getByLabel("Year")).toHaveValue("2015");
  await expect(page.getByLabel("Part needed").first()).toHaveValue("Rear diff (P1)");
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("a visitor finds a part, sees what it is, and asks for it by name and number", async ({
      page,
      site,
    }) => {
      await stock(site, "Rear diff", "Seat");
      await page.goto("/request-quote?part=P99", { waitUntil: "networkidle" });
      await expect(page.getByLabel("Part needed").first()).toHaveValue("");
      await askForPart(page);
    });
  });

test("list, part page and what matches on other pages fit a phone, and everybody can use them", async ({
  page,
  site,
}) => {
  await stock(
    site,
    "Rear diff",
    "Front plastics set in camouflage with mudguards and headlightsurround",
    "Seat",
  );
  await page.setViewportSize({ width: 360, height: 640 });
  for (const path of [
    "/stock",
    "/stock?make=Honda&part=Seat",
    "/stock?make=BMW",
    "/stock/2",
    "/brands/honda",
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectAccessibleInBothSchemes(page);
      expect(await sideways(page)).toBe(0);
    });
  }
  await page.goto("/stock/1");
  await expect(page.getByRole("link", { name: "Ask for this part" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/stock");
  await page.getByText("Model", { exact: true }).click();
  await expectAccessible(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const photo = page.locator(".part img").last();
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
});

test("with 50 parts on the list, it and a part's page weigh at most 45 kB besides the photos, and fetch no React", async ({
  browser,
  site,
}) => {
  const names = Array.from({ length: 51 }, (_, index) => partNames[index % partNames.length] ?? "");
  await stock(site, ...names);
  for (const path of ["/stock", "/stock/51"]) {
    const { bytes, photos, scripts } = await coldVisit(browser, site.origin, path);
    expect(photos, path).toBeGreaterThan(1);
    expect.soft(bytes, path).toBeLessThanOrEqual(45_000);
    expect.soft(scripts.join(), path).not.toContain("react.fragment");
    if (process.env["SHOW_WEIGHT"] !== undefined) console.log(path, bytes);
  }
});
