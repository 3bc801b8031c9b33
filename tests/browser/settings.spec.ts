import { openSection, openSettings, otherBrowser } from "./settings-pages.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, logIn, startSession, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed"] });

test("another browser's session is ended from here, and it is out at once; a new password does so too", async ({
  page,
  site,
  browser,
}) => {
  const other = await otherBrowser(browser, site.origin);
  await startSession(other);
  await openSettings(page, "Sessions");
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.filter({ hasText: "This one" })).toContainText(/Chrome on \w+/);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^End session on/ }).click();
  await expect(page.getByRole("status").first()).toContainText("has ended");
  await expect(rows).toHaveCount(1);
  await other.goto("/admin");
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
  await other.reload();
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

  const reference = page.getByRole("searchbox", { name: "Reference" });
  await reference.pressSequentially("qk-222222-2222");
  await expect(page).toHaveURL(/reference=QK-222222-2222/);
  await expect(reference).toBeFocused();
  await page.goBack();
  await expect(page).not.toHaveURL(/reference/);
  await expect(reference).toHaveValue("");
  await expectAccessible(page);
});

test("every section is accessible on a phone in the dark, and fits 320 px and text of 200 %", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await openSettings(page, "Password");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  for (const section of await sections.allTextContents()) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await openSection(page, section);
    await expect(page.getByText("Loading data...")).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([section, await overflow()]).toEqual([section, 0]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect([section, await overflow()]).toEqual([section, 0]);
  }
});
