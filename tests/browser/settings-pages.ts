import type { Browser, Page } from "@playwright/test";

import { expect, signInAt } from "./site.ts";

export async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
}

export async function openSettings(page: Page, title: string): Promise<void> {
  await signInAt(page, "/admin/settings");
  await openSection(page, title);
}

/** Another browser at the same site. */
export async function otherBrowser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  return context.newPage();
}
