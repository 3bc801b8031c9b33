import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { openSection, openSettings } from "./desk.ts";
import { expect, expectAccessible, signIn, signInAgain, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed", "NotFoundError"] });

const service = (page: Page) => page.getByRole("textbox", { name: "Service, as customers read it" });
const save = (page: Page) => page.getByRole("button", { name: "Save" }).first();
const status = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^(Saved|Not saved yet)$/ })
    .first();

test("a setting is changed; if a colleague saves first, the text stays and nothing is overwritten", async ({
  page,
  site,
}) => {
  await openSettings(page, "Quotes and freight");
  await service(page).fill("Tractor");
  await expect(status(page)).toHaveText("Not saved yet");
  await save(page).click();
  await expect(status(page)).toHaveText("Saved");
  await site.change(
    `update desk_settings set version = version + 1, value = replace(value, '"Tractor"', '"Ute"')`,
  );
  await service(page).fill("Horse");
  await save(page).click();
  await expect(page.getByRole("alert")).toHaveText("Somebody saved first. Copy your text, then reload.");
  await expect(service(page)).toHaveValue("Horse");
  await expectAccessible(page);
  expect(JSON.stringify(site.sql("select value from desk_settings"))).toContain("Ute");

  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Back to desk" }).click();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(service(page)).toHaveValue("Horse");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await openSection(page, "Quotes and freight");
  await expect(service(page)).toHaveValue("Ute");
});

test("a saved reply is added, changed and deleted; a session that ends meanwhile and a colleague lose no word", async ({
  page,
  context,
  site,
}) => {
  await openSettings(page, "Saved replies");
  const attack = `<img src=x onerror="document.title='owned'"> {nmae} 🚜 مرحبا`;
  await page.getByText("Add a reply").click();
  const added = page
    .getByRole("group")
    .filter({ has: page.getByRole("button", { name: "Add", exact: true }) });
  await added.getByLabel("Title").fill("Pick-up");
  await added.getByLabel("Text").fill(attack);
  await expect(added.getByText("Not a placeholder: {nmae}")).toBeVisible();
  const text = attack.replace("nmae", "name");
  await added.getByLabel("Text").fill(text);
  await added.getByLabel("Text").press("End");
  await added.getByRole("button", { name: /Insert \{part\}/ }).click();
  await expect(added.getByText(/onerror.*Aroha.*front diff/)).toBeVisible();
  await context.clearCookies();
  await added.getByRole("button", { name: "Add", exact: true }).click();
  await signInAgain(page);
  await page.getByText("Pick-up", { exact: true }).click();
  const editor = page.getByRole("group").filter({ has: page.getByText("Pick-up", { exact: true }) });
  await expect(editor.getByLabel("Text")).toHaveValue(`${text}{part}`);

  await site.change(
    "update saved_replies set body = 'Tom was here', updated_at = '2098-01-01T00:00:00.000Z' where title = 'Pick-up'",
  );
  await editor.getByLabel("Text").fill("Mia was here");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toHaveText("Somebody saved first. Copy your text, then reload.");
  await expect(editor.getByLabel("Text")).toHaveValue("Mia was here");
  await expectAccessible(page);
  expect(site.sql("select body from saved_replies where title = 'Pick-up'")).toEqual([
    { body: "Tom was here" },
  ]);

  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("Pick-up", { exact: true }).click();
  await editor.getByLabel("Text").fill("Mia was here");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByText("Saved.")).toBeVisible();
  await editor.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Pick-up", { exact: true })).toBeHidden();
  expect(await page.title()).not.toContain("owned");
});

test("a browser extension has taken parts out of the desk: the last resort, and a way home", async ({
  page,
  site,
}) => {
  await openSettings(page, "Alerts");
  await page.getByRole("link", { name: "Back to desk" }).click();
  await expect(page.getByRole("tab").first()).toBeVisible();
  await page.evaluate(() => document.querySelector("body > :has(main), body > main")?.remove());
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await page.getByRole("link", { name: "home page" }).click();
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("statistics: nothing at first, then what came and how it was answered, by form and period, and as a file", async ({
  page,
  site,
}) => {
  await signIn(page);
  await page.getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
  await expect(page.getByText("Statistics appear with the first submission")).toBeVisible();
  await expectAccessible(page);

  await site.addQuote();
  await site.addQuote({ make: "HONDA", model: "TRX500" });
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
