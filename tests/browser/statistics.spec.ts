import { readFile } from "node:fs/promises";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { expect, expectAccessible, signIn, test } from "./site.ts";

test("statistics: nothing at first, then what came and how it was answered, as plots with their tables", async ({
  page,
  site,
}) => {
  await signIn(page);
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
  await expect(page.getByText("Statistics appear with the first submission")).toBeVisible();
  await expectAccessible(page);

  const fields = [quoteExample, { ...quoteExample, make: "HONDA", model: "TRX500" }].values();
  const fill = () => fields.next().value ?? {};
  await site.add({ submission: quoteRequest, percent: 100, fill }, 2);
  await site.change(
    "update quote_requests set answered_at = created_at, answer_minutes = 80 where make = 'Honda'",
  );
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("2 quote requests, 0 contact messages, 0 vehicle submissions")).toBeVisible();
  await expect(page.getByText("1 in time, 0 late", { exact: true })).toBeVisible();
  await expect(page.getByText("0 approved of 0 quoted")).toBeVisible();
  await expect(
    page
      .getByRole("table", { name: /^Still open/ })
      .getByRole("row")
      .nth(1),
  ).toHaveText("Today2");
  await expect(
    page
      .getByRole("table", { name: /^Asked for, not sold/ })
      .getByRole("row")
      .nth(1),
  ).toHaveText(/22$/);
  await page.getByText("Week by week", { exact: true }).click();
  const row = (table: string) => page.getByRole("table", { name: table }).getByRole("row");
  await expect(row("Received, week by week")).toHaveCount(14);
  await expect(row("Received, week by week").nth(1).getByRole("cell")).toHaveText(["2", "0", "0"]);
  await expect(row("Answered in time, week by week").nth(1).getByRole("cell")).toHaveText(["100%", "–", "–"]);
  await expect(row("Time to reply, week by week").nth(1).getByRole("cell")).toHaveText(["–", "–", "–"]);
  await expect(
    page
      .getByRole("table", { name: /^By brand/ })
      .getByRole("row")
      .nth(1),
  ).toHaveText(/^HONDA2100%$/);
  await expect(page.getByRole("img", { name: /^Received, Quote Requests/ })).toBeVisible();
  await page.getByText("How we count", { exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test("the figures of an owner are on one screen of a laptop, with their charts", async ({ page, site }) => {
  await site.addQuotes(12);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByText("Week by week", { exact: true }).waitFor();
  for (const chart of [
    "Received",
    "Answered in time",
    "Win rate",
    "By person",
    "Still open",
    "Asked for, not sold",
  ]) {
    const box = await page.getByRole("region", { name: chart }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), chart).toBeLessThanOrEqual(900);
  }
});

test.describe("the shown list", () => {
  test.use({ expectedConsole: ["503"] });

  test("is saved as a file, as it is filtered and searched; what fails says so and can be tried again", async ({
    page,
    site,
  }) => {
    const fields = [
      quoteExample,
      { ...quoteExample, make: "Suzuki" },
      { ...quoteExample, make: "Suzuki", year: 2001 },
    ].values();
    const fill = () => fields.next().value ?? {};
    const references = await site.add({ submission: quoteRequest, percent: 100, fill }, 3);
    await site.change("update quote_requests set status = 'completed' where year = 2001");
    await signIn(page);
    await page.getByRole("link", { name: "New 2" }).click();
    await page.getByRole("searchbox", { name: "Search" }).fill("suzu");
    await expect(page.getByText("1 match", { exact: true })).toBeVisible();
    await page.route("**/records-export", (route) =>
      route.fulfill({ status: 503, json: { success: false, error: "The database is away" } }),
    );
    await page.getByRole("button", { name: "Export CSV" }).click();
    await expect(page.getByText("Not exported: The database is away")).toBeVisible();
    await page.unroute("**/records-export");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^quote-requests-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toEqual([
      expect.stringMatching(/^\uFEFF"Reference","Status"/),
      expect.stringContaining(`"${references[1]}","New"`),
    ]);
    await expect(page.getByText(`Saved ${file.suggestedFilename()}`)).toBeVisible();
    await expectAccessible(page);
  });
});

test("an open record goes on paper alone: all its fields, and what staff wrote only where asked for", async ({
  page,
  site,
}) => {
  const fill = () => quoteExample;
  const [reference = ""] = await site.add({ submission: quoteRequest, percent: 100, fill }, 1);
  await signIn(page, `/admin?record=${reference}`);
  await expect(page.getByRole("heading", { name: "Notes and history" })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { print: () => {} }));
  const record = page.getByRole("article").filter({ hasText: "Printed" });
  for (const [choice, shows] of [
    ["With history and notes", true],
    ["Record only", false],
  ] as const) {
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("button", { name: "Print" }).click();
    await page.getByRole("button", { name: choice }).click();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(record.getByRole("definition").filter({ hasText: "12 Ōtaika Road" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Notes and history" })).toBeVisible({ visible: shows });
  }
  for (const role of ["button", "combobox", "textbox", "tab", "navigation", "banner"] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  const colours = await record.evaluate((article) => {
    const { color, backgroundColor } = getComputedStyle(article);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
});
