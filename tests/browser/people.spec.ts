import type { Page } from "@playwright/test";

import { appCode } from "#tests/staff.ts";

import { note, openSection, openSettings, otherBrowser } from "./desk.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, logIn, signIn, signInAgain, startSession, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed", "net::ERR"] });

const alertOn = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });
const hers = { email: "mere@farm.example", password: "kōwhai over the woolshed" };

/** Chooses a password by the link that the owner's page shows. */
async function chooseBy(page: Page, owner: Page, password: string): Promise<void> {
  const shown = owner.getByRole("group", { name: "Password link for Mere" });
  await expect(shown).toBeFocused();
  await page.goto("about:blank");
  await page.goto(await shown.getByRole("code").innerText());
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Choose password" }).click();
}

/** Enters the password again, as the dialog asks. */
async function proveInDialog(page: Page, title: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Enter");
}

test("an owner adds a user, who chooses a password by a link; disabled, they are out at once", async ({
  page,
  site,
  browser,
}) => {
  await openSettings(page, "Users");
  await page.getByLabel("Full name").fill("Mere");
  await page.getByLabel("Email").fill(hers.email);
  await page.getByRole("button", { name: "Add user" }).click();
  await proveInDialog(page, "Add Mere?");
  const her = await otherBrowser(browser, site);
  await chooseBy(her, page, "Password12345");
  await expect(her.getByRole("alert")).toContainText("first guesses");
  await expectAccessible(her);
  await chooseBy(her, page, hers.password);
  await expect(her.getByText("Your password is set.")).toBeVisible();
  await her.goto("/admin-login");
  await logIn(her, hers);
  await expect(her.getByRole("tab").first()).toBeVisible();

  await page.getByRole("button", { name: "Role: Mere" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Yard" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Mere" })).toContainText("Yard");
  await her.goto("/admin/settings/users");
  await expect(her.getByRole("heading", { name: "Only for owners" })).toBeVisible();
  const sections = her.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(sections).toHaveText(["Your account", "Alerts"]);

  await page.getByRole("button", { name: "Role: Administrator" }).click();
  await page.getByRole("dialog").getByRole("radio", { name: "Staff" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("This is the last owner");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Disable: Mere" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("That is not your password");
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Enable: Mere" })).toBeVisible();
  // Her desk may be leaving by itself, which cuts a visit off.
  await expect(() => her.goto("/admin")).toPass();
  await expect(her).toHaveURL(/admin-login/);

  await openSection(page, "Audit list");
  const entries = page.getByRole("main").getByRole("listitem");
  await expect(entries.first()).toContainText("Disabled Mere");
  await page.getByLabel("Kind").selectOption("Sign-ins");
  await page.getByLabel("Person").selectOption("Mere");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(entries.first()).toContainText("Signed in with Chrome");
  await expect(entries.filter({ hasText: "Disabled" })).toHaveCount(0);
  await expectAccessible(page);
});

test("one's own account: a name, a session ended from here, a new password", async ({
  page,
  site,
  browser,
}) => {
  await site.change("update users set full_name = ''");
  await signIn(page);
  await page.getByRole("link", { name: "Add your name" }).click();
  await page.getByLabel("Your name").fill("Mia Rata");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Signed in as Mia Rata")).toBeVisible();

  const other = await otherBrowser(browser, site);
  await startSession(other);
  await page.reload();
  await page.getByRole("button", { name: /^End session on/ }).click();
  await expect(page.getByText(/The session on .* has ended/)).toBeVisible();
  await other.goto("/admin");
  await expect(other).toHaveURL(/admin-login/);

  await logIn(other);
  await expect(other.getByRole("tab").first()).toBeVisible();
  await page.getByLabel("Current password").fill(admin.password);
  await page.getByLabel("New password").fill("seven muddy gumboots");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/admin-login/);
});

test("with the password of the first start, the desk first asks for one's own, and for a name", async ({
  page,
  site,
}) => {
  await site.change("update users set password_ends_at = '2999-01-01T00:00:00.000Z'");
  await page.goto("/admin-login");
  await logIn(page);
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Your name").fill("Mia Rata");
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill("seven muddy gumboots");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("That is not your password");
  await expect(page.getByLabel("Your name"), "what was typed is kept").toHaveValue("Mia Rata");
  await page.getByLabel("Current password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab").first()).toBeVisible();
  await expect(page.getByText("Signed in as Mia Rata")).toBeVisible();
});

test("a wrong password, and an account that is no admin's: denied, in a box above the form", async ({
  page,
  site,
}) => {
  await page.goto("/admin-login");
  await logIn(page, { password: "wrong" });
  await expect(alertOn(page)).toHaveText("Invalid credentials or access denied");
  await expect(page.getByLabel("Email")).toHaveValue(admin.email);
  await expectAccessible(page);
  await site.change("pragma ignore_check_constraints = on", "update users set role = 'viewer'");
  await page.reload();
  await logIn(page);
  await expect(alertOn(page)).toHaveText("Invalid credentials or access denied");
  await expect(page).toHaveURL(/\/admin-login$/);
});

test("two-step sign-in: set up with a code, asked for at the login, no code twice, a recovery code instead", async ({
  page,
  site,
  browser,
}) => {
  await openSettings(page, "Your account");
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await proveInDialog(page, "Set up two-step sign-in?");
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(" ", "");
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(alertOn(page)).toContainText("That code is wrong");
  const setUpWith = appCode(secret, Date.now());
  await page.getByLabel("Code", { exact: true }).fill(setUpWith);
  await page.getByRole("button", { name: "Switch on" }).click();
  const shown = page.getByRole("listitem").filter({ hasText: /^(?:\w{4}-){5}\w{4}$/ });
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await logIn(page);
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(setUpWith);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(alertOn(page)).toContainText("That code is wrong or used up");
  await site.startClockAt(new Date(Date.now() + 30_000).toISOString());
  await page.getByLabel("Code", { exact: true }).fill(appCode(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByRole("tab").first()).toBeVisible();

  const other = await otherBrowser(browser, site);
  await other.goto("/admin-login");
  await logIn(other);
  await other.getByRole("button", { name: /recovery code/ }).click();
  await other.getByLabel("Recovery code").fill(codes[0]!.toLowerCase());
  await other.getByRole("button", { name: "Login" }).click();
  await expect(other.getByRole("tab").first()).toBeVisible();

  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Switch off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /recovery code/ }).click();
  await dialog.getByLabel("Recovery code").fill(codes[1]!);
  await page.keyboard.press("Enter");
  await expect(page.getByText("It is off.")).toBeVisible();
});

test("a session that has ended leads to the login; while somebody types, they sign in again and keep every word", async ({
  page,
  context,
  site,
}) => {
  await site.addQuote();
  const text = "Rang, she sounded upset";
  await signIn(page);
  await page.getByRole("article").getByRole("link").first().click();
  await note(page).fill(text);
  await site.change("delete from sessions");
  // A click would wait if the desk has asked to sign in by itself.
  await page.getByRole("button", { name: "Refresh" }).dispatchEvent("click");
  await signInAgain(page);
  await expect(note(page)).toHaveValue(text);
  await note(page).press("Control+Enter");
  await expect(page.getByRole("list", { name: "History" })).toContainText(text);

  await context.clearCookies();
  const logged = page.waitForEvent("console", (message) => message.text().includes("was not renewed"));
  const leaving = page.waitForURL(/\/admin-login/);
  // Not awaited: a click would wait for the page that the desk leaves, maybe by itself.
  void page
    .getByRole("button", { name: "Refresh" })
    .dispatchEvent("click")
    .catch(() => {});
  await Promise.all([logged, leaving]);
});
