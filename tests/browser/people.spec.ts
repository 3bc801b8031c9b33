import type { Page } from "@playwright/test";

import { openSection, openSettings, otherBrowser } from "./settings-pages.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, logIn, signIn, startSession, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed"] });

const hers = { email: "mere@farm.example", password: "kōwhai over the woolshed" };

async function logInAsHer(page: Page, password = hers.password): Promise<void> {
  await page.goto("/admin-login");
  await page.getByLabel("Email").fill(hers.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Chooses a password by the link that the owner's page shows. */
async function chooseBy(page: Page, owner: Page, password: string): Promise<void> {
  const shown = owner.getByRole("group", { name: "Password link for Mere" });
  await expect(shown).toBeFocused();
  await page.goto("about:blank");
  await page.goto(await shown.getByRole("code").innerText());
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Choose password" }).click();
}

test("an owner adds a user, who chooses a password by a link; a lost one is replaced; disabled, they are out at once", async ({
  page,
  site,
  browser,
}) => {
  await openSettings(page, "Users");
  await page.getByLabel("Full name").fill("Mere");
  await page.getByLabel("Email").fill(hers.email);
  await page.getByRole("button", { name: "Add user" }).click();
  const her = await otherBrowser(browser, site.origin);
  await chooseBy(her, page, "Password12345");
  await expect(her.getByRole("alert")).toContainText("first guesses");
  await expectAccessible(her);
  await chooseBy(her, page, hers.password);
  await expect(her.getByText("Your password is set.")).toBeVisible();
  await logInAsHer(her);
  await expect(her.getByRole("tab").first()).toBeVisible();

  await her.goto("/admin/settings/users");
  await expect(her.getByRole("heading", { name: "Only for owners" })).toBeVisible();
  const sections = her.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(sections).toHaveText(["Your account", "Alerts", "Saved replies"]);

  await page.getByRole("button", { name: "Password link: Mere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Password link" }).click();
  await chooseBy(her, page, "seven muddy gumboots");
  await expect(her.getByText("Your password is set.")).toBeVisible();
  await logInAsHer(her, "seven muddy gumboots");
  await expect(her.getByRole("tab").first()).toBeVisible();

  await page.getByRole("button", { name: "Disable: Mere" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Disable" }).click();
  await expect(dialog.getByLabel("Your password")).toHaveAccessibleDescription("That is not your password");
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Enable: Mere" })).toBeVisible();
  await her.goto("/admin");
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

test("an owner makes a colleague an owner, and leaves the permission to them", async ({ page, site }) => {
  await site.change(`insert into users (id, email, full_name, role, password_hash, created_at)
    select '00000000-0000-4000-8000-000000000001', 'mere@farm.example', 'Mere', role, password_hash, created_at
    from users`);
  await openSettings(page, "Users");
  await page.getByRole("button", { name: "Make owner: Mere" }).click();
  await page.getByRole("dialog", { name: "Make Mere an owner?" }).getByRole("button").first().click();
  await page.getByRole("button", { name: "Remove as owner: Administrator" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove as owner" }).click();
  await expect(page.getByRole("heading", { name: "Only for owners" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Users" })).toHaveCount(0);
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

  const other = await otherBrowser(browser, site.origin);
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

test("an export asks for the password; cancelled it stops, confirmed the file arrives", async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export this list?" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expectAccessible(page);
  await dialog.getByLabel("Your password").fill(admin.password);
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^quote-requests-/);
  await expect(page.getByText(/^Saved quote-requests/)).toBeVisible();
});
