import type { Page } from "@playwright/test";

import { ageSessions } from "./old-sessions.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, signInAt, test } from "./site.ts";

// The browser writes down each refused call.
test.use({ expectedConsole: ["Failed to load resource"] });

/** Adds Mere, who has the administrator's password. */
async function addMere(site: SiteProcess): Promise<void> {
  await site.change(`insert into users (id, email, full_name, role, password_hash, created_at)
    select '00000000-0000-4000-8000-000000000001', 'mere@farm.example', 'Mere', role, password_hash, created_at
    from users`);
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test("ten minutes after the sign-in an export asks for the password; cancelled it stops, confirmed it goes on", async ({
  page,
  site,
}) => {
  await signIn(page);
  await ageSessions(site);
  const exportButton = page.getByRole("button", { name: "Export CSV" });
  await exportButton.click();
  const dialog = page.getByRole("dialog", { name: "Enter your password again" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not exported: Enter your password again")).toBeVisible();
  await expect(exportButton).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type("not this one");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("That is not your password");
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("That is not your password");
  await dialog.getByLabel("Your password").fill(admin.password);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^quote-requests-/);
  await expect(dialog).toBeHidden();
  await exportButton.click();
  await expect(page.getByText(/^Saved quote-requests/)).toBeVisible();
});

test("staff see no users, audit list or export; on a direct visit they read whom to ask", async ({
  page,
  site,
}) => {
  await site.change("update users set owner_since = null");
  await signIn(page);
  await expect(page.getByRole("button", { name: "Export CSV" })).toHaveCount(0);
  await page.getByRole("link", { name: "Settings" }).click();
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(sections).toHaveText(["Password", "Two-step sign-in", "Sessions", "Alerts", "Saved replies"]);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const section of ["users", "audit"]) {
    await page.goto(`/admin/settings/${section}`);
    await expect(page.getByRole("heading", { name: "Only for owners" })).toBeVisible();
    await expect(page.getByText("Ask an owner")).toBeVisible();
    await expectAccessible(page);
    expect(await overflow(page)).toBe(0);
  }
});

test("an owner makes a colleague an owner, and leaves the permission to them", async ({ page, site }) => {
  await addMere(site);
  await signInAt(page, "/admin/settings/users");
  const rows = page.getByRole("main").getByRole("listitem");
  const mere = rows.filter({ hasText: "mere@farm.example" });
  await ageSessions(site);
  await mere.getByRole("button", { name: "Make owner Mere" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Make Mere an owner?" });
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: "Enter your password again" })
    .getByLabel("Your password")
    .fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(mere.getByText("Owner", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);

  await page.getByRole("button", { name: "Remove as owner Administrator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove as owner" }).click();
  await expect(page.getByRole("heading", { name: "Only for owners" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
});
