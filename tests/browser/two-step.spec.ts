import { appCode } from "#tests/staff.ts";

import { ageSessions } from "./old-sessions.ts";
import { openSection, openSettings, otherBrowser } from "./settings-pages.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, logIn, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed"] });

test("two-step sign-in: set up with a code, asked for at the login, no code twice, a recovery code instead", async ({
  page,
  site,
  browser,
}) => {
  await openSettings(page, "Two-step sign-in");
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(" ", "");
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is wrong");
  await ageSessions(site);
  const setUpWith = appCode(secret, Date.now());
  await page.getByLabel("Code", { exact: true }).fill(setUpWith);
  await page.getByRole("button", { name: "Switch on" }).click();
  const whoAreYou = page.getByRole("dialog", { name: "Enter your password again" });
  await whoAreYou.getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Enter");
  const shown = page.getByRole("listitem").filter({ hasText: /^(?:\w{4}-){5}\w{4}$/ });
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expectAccessible(page);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(setUpWith);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("alert")).toContainText("That code is wrong or used up");
  await site.startClockAt(new Date(Date.now() + 30_000).toISOString());
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("tab").first()).toBeVisible();

  const other = await otherBrowser(browser, site.origin);
  await other.goto("/admin-login");
  await logIn(other);
  await other.getByRole("button", { name: /recovery code/ }).click();
  await other.getByLabel("Recovery code").fill(codes[0]!.toLowerCase());
  await other.getByRole("button", { name: "Login" }).click();
  await expect(other.getByRole("tab").first()).toBeVisible();
  await other.goto("/admin/settings/audit");
  await expect(other.getByText(/by a recovery code; 9 left/)).toBeVisible();
  await expect(other.getByText("Failed sign-in as Administrator: wrong code")).toBeVisible();

  await ageSessions(site);
  await openSection(other, "Two-step sign-in");
  await other.getByRole("button", { name: "Switch off" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
  const dialog = other.getByRole("dialog", { name: "Enter your password again" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await other.keyboard.press("Enter");
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(other);
  await dialog.getByRole("button", { name: /recovery code/ }).click();
  await dialog.getByLabel("Recovery code").fill(codes[1]!);
  await other.keyboard.press("Enter");
  await expect(other.getByRole("heading", { name: "Off", exact: true })).toBeVisible();
});
