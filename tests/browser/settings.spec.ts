import type { Browser, Page } from "@playwright/test";

import { appCode } from "#tests/staff.ts";

import { ageSessions } from "./old-sessions.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, logIn, signIn, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed"] });

const sections = ["", "/two-step", "/sessions", "/alerts", "/users", "/replies", "/audit"];

async function openSection(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
}

async function openSettings(page: Page, title: string): Promise<void> {
  await signIn(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await openSection(page, title);
}

/** Another browser at the same site. */
async function otherBrowser(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  return context.newPage();
}

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
  const setUpWith = appCode(secret, Date.now());
  await page.getByLabel("Code", { exact: true }).fill(setUpWith);
  await page.getByRole("button", { name: "Switch on" }).click();
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

test("another browser's session is ended from here, and it is out at once; a new password does so too", async ({
  page,
  site,
  browser,
}) => {
  const other = await otherBrowser(browser, site.origin);
  await signIn(other);
  await openSettings(page, "Sessions");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.filter({ hasText: "This one" })).toContainText(/Chrome on \w+/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^End session on/ }).click();
  await expect(page.getByRole("status").first()).toContainText("has ended");
  await expect(rows).toHaveCount(1);
  await other.getByRole("button", { name: "Refresh" }).click();
  await expect(other).toHaveURL(/admin-login/);

  await logIn(other);
  await expect(other.getByRole("tab").first()).toBeVisible();
  await openSection(page, "Password");
  const change = async (current: string, next: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.getByLabel("New password").fill(next);
    await page.getByRole("button", { name: "Change password" }).click();
  };
  await change(admin.password, "Password12345");
  await expect(page.getByRole("alert")).toContainText("first guesses");
  await expect(page.getByLabel("New password")).toHaveValue("Password12345");
  await expectAccessible(page);
  await change(admin.password, "seven muddy gumboots");
  await expect(page.getByRole("status").first()).toContainText("Your password has been changed");
  await other.getByRole("button", { name: "Refresh" }).click();
  await expect(other).toHaveURL(/admin-login/);
  await logIn(other, "seven muddy gumboots");
  await expect(other.getByRole("tab").first()).toBeVisible();
});

test("a user is added, chooses a password, is disabled and out at once; the last owner cannot be", async ({
  page,
  site,
  browser,
}) => {
  await openSettings(page, "Users");
  await page.getByRole("button", { name: "Disable Administrator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is the last owner");
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByLabel("Full name").fill("Mere");
  await page.getByLabel("Email").fill("mere@farm.example");
  await page.getByRole("button", { name: "Add user" }).click();
  const given = page.getByRole("group", { name: "First password for Mere" });
  await expect(given).toBeFocused();
  const firstPassword = await given.getByRole("code").innerText();
  await expectAccessible(page);

  const hers = await otherBrowser(browser, site.origin);
  await hers.goto("/admin-login");
  await hers.getByLabel("Email").fill("mere@farm.example");
  await hers.getByLabel("Password").fill(firstPassword);
  await hers.getByRole("button", { name: "Login" }).click();
  const choose = hers.getByRole("heading", { name: "Choose your password" });
  await expect(choose).toBeVisible();
  await expectAccessible(hers);
  await hers.goto("/admin/settings/users");
  await expect(choose).toBeVisible();
  await expect(hers.getByText("mere@farm.example")).toHaveCount(1);
  await hers.getByLabel("First password").fill(firstPassword);
  await hers.getByLabel("New password").fill("kōwhai over the woolshed");
  await hers.getByRole("button", { name: "Choose password" }).click();
  await expect(hers.getByRole("heading", { name: "Only for owners" })).toBeVisible();
  await hers.goto("/admin");
  await expect(hers.getByRole("tab").first()).toBeVisible();

  await page.getByRole("button", { name: "Disable Mere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("button", { name: "Enable Mere" })).toBeVisible();
  await hers.goto("/admin");
  await expect(hers).toHaveURL(/admin-login/);

  await openSection(page, "Audit list");
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries.first()).toContainText("Disabled Mere");
  await page.getByLabel("Kind").selectOption("Sign-ins");
  await expect(entries.first()).toContainText("Signed in with Chrome");
  await page.getByLabel("Person").selectOption("Mere");
  await expect(entries).toHaveCount(1);
  await page.goBack();
  await expect(page.getByLabel("Person")).toHaveValue("");
  await expectAccessible(page);
});

test("the session ends while a reply is written: signed in again in place, nothing typed is lost", async ({
  page,
  context,
}) => {
  await openSettings(page, "Saved replies");
  const attack = `<img src=x onerror="document.title='owned'"> {nmae} 🚜 مرحبا`;
  await page.getByText("Add a reply").click();
  const editor = page
    .getByRole("group")
    .filter({ has: page.getByRole("button", { name: "Add", exact: true }) });
  await editor.getByLabel("Title").fill("Pick-up");
  await editor.getByLabel("Text").fill(attack);
  await expect(editor.getByText("Not a placeholder: {nmae}")).toBeVisible();
  await editor.getByLabel("Text").fill(attack.replace("nmae", "name"));
  await editor.getByLabel("Text").press("End");
  await editor.getByRole("button", { name: /Insert \{part\}/ }).click();
  const text = attack.replace("nmae", "name");
  await expect(editor.getByText(/onerror.*Aroha.*front diff/)).toBeVisible();

  await context.clearCookies();
  await editor.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(dialog.getByLabel("Email")).toHaveValue(admin.email);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert")).toContainText("You are signed out");
  await expect(editor.getByLabel("Text")).toHaveValue(`${text}{part}`);

  await editor.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Invalid credentials");
  await dialog.getByLabel("Password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("“Pick-up” has been added.")).toBeVisible();
  await page.reload();
  await page.getByText("Pick-up", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text" }).first()).toHaveValue(`${text}{part}`);
  const deleteReply = page.getByRole("button", { name: "Delete" }).first();
  await deleteReply.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(deleteReply).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Pick-up", { exact: true })).toBeHidden();
  expect(await page.title()).not.toContain("owned");
});

test("every section is accessible on a phone in the dark, and fits 320 px and text of 200 %", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await signIn(page);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const section of sections) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/admin/settings${section}`);
    await expect(page.getByRole("heading", { level: 2 })).toBeVisible();
    await expect(page.getByText("Loading data...")).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([section, await overflow()]).toEqual([section, 0]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect([section, await overflow()]).toEqual([section, 0]);
  }
});
