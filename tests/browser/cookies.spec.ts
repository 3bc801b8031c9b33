import type { Page } from "@playwright/test";

import { expect, pagesTest as test } from "./site.ts";

const key = "quadkea-cookie-consent";

function stored(page: Page): Promise<unknown> {
  return page.evaluate((name): unknown => JSON.parse(localStorage.getItem(name) ?? "null"), key);
}

test("the first visit shows the banner; any choice stores it and hides it for good", async ({ page }) => {
  for (const [button, analytics] of [
    ["Accept All", true],
    ["Essential Only", false],
  ] as const) {
    await page.goto("/");
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("button", { name: button })).toBeHidden();
    expect(await stored(page)).toEqual({ essential: true, analytics });
    await page.reload();
    await expect(page.getByRole("button", { name: button })).toBeHidden();
    await page.evaluate(() => localStorage.clear());
  }
});

test("settings: essential is on and fixed, analytics off at first; Cancel stores nothing, Save the choice", async ({
  page,
}) => {
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
  expect(await stored(page)).toEqual({ essential: true, analytics: true });
  await expect(page.getByRole("button", { name: "Settings" })).toBeHidden();
});
