import { readFile } from "node:fs/promises";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { admin } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test("statistics: nothing at first, then what came and how it was answered, by form and period, and as a file", async ({
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
  const row = (name: string) => page.getByRole("row", { name }).first();
  await expect(row("Came in").getByRole("cell")).toHaveText(["2", "2", "0", "2"]);
  await expect(row("Answered in time").getByRole("cell")).toHaveText(["100%", "100%", "–", "100%"]);
  await expect(row("Quotes sent").getByRole("cell")).toHaveText(["0", "0", "0", "0"]);
  const first = (table: string) => page.getByRole("table", { name: table }).getByRole("row").nth(1);
  await expect(first("Still open")).toHaveText("Today2");
  await expect(first("Asked for, not sold")).toHaveText(/22$/);
  await expect(first("By brand")).toHaveText(/^HONDA2100%$/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Weeks as CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  expect(lines[1]).toMatch(/^"Quote Requests","Came in","2","0"/);
  await page.getByText("How we count", { exact: true }).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 740 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
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
    const dialog = page.getByRole("dialog", { name: "Export this list?" });
    await dialog.getByLabel("Your password").fill(admin.password);
    await dialog.getByRole("button", { name: "Export" }).click();
    await expect(dialog.getByText("The database is away")).toBeVisible();
    await page.unroute("**/records-export");
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Export" }).click();
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
