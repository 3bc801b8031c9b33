import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { appCode } from "#tests/staff.ts";

import { addMere, logInAsMere } from "./colleague.ts";
import { openSettings, otherBrowser } from "./settings-pages.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, logIn, signIn, signInAgain, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed", "net::ERR"] });

const alertOn = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });
const note = (page: Page) => page.getByRole("textbox", { name: "Note for staff" });
const words = "Kauri Road";
const draft = "Rang, she sounded upset";

function addQuote(site: SiteProcess): Promise<string[]> {
  const fields = { ...quoteExample, delivery_address: "1 Kauri Road" };
  return site.add({ submission: quoteRequest, percent: 100, fill: () => fields }, 1);
}

/** All that the browser keeps for this site, as one text. */
const storage = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), history.state]),
  );

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

  const other = await otherBrowser(browser, site.origin);
  await other.goto("/admin-login");
  await logIn(other);
  await other.getByRole("button", { name: /recovery code/ }).click();
  await other.getByLabel("Recovery code").fill(codes[0]!.toLowerCase());
  await other.getByRole("button", { name: "Login" }).click();
  await expect(other.getByRole("tab").first()).toBeVisible();
});

test("what somebody has begun ends with their session: a colleague at the same screen finds none of it", async ({
  page,
  context,
  site,
}) => {
  const [reference = ""] = await addQuote(site);
  await addMere(site);
  await signIn(page);
  await page.evaluate(() => localStorage.setItem("quadkea-desk-keys", "off"));
  await page.getByRole("searchbox", { name: "Search" }).fill(words);
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  await note(page).fill(draft);
  const other = await context.newPage();
  await other.goto(`/admin?record=${reference}`);
  await note(other).fill(draft);

  await page.getByRole("button", { name: "Logout" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/admin-login$/);
    await expect(tab.getByRole("button", { name: "Login" })).toBeVisible();
    expect(await storage(tab)).not.toContain(draft);
    expect(await storage(tab)).not.toContain(words);
  }
  expect(await page.evaluate(() => localStorage.getItem("quadkea-desk-keys"))).toBe("off");
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["__Host-quadkea_device"]);

  await logInAsMere(page);
  await page.goto(`/admin?record=${reference}`);
  await expect(note(page)).toHaveValue("");
  // A page that Back revives loads itself again, which can cut Playwright's own wait short.
  for (const _ of [1, 2]) await page.goBack({ waitUntil: "commit" }).catch(() => null);
  await expect(async () => {
    await page.waitForLoadState();
    await expect(page.getByRole("heading").first()).toBeVisible();
    expect(await page.content()).not.toContain(draft);
  }).toPass();
});

test("a session that has ended leads to the login; while somebody types, they sign in again and keep every word", async ({
  page,
  context,
  site,
}) => {
  await addQuote(site);
  await signIn(page);
  await page.getByRole("article").getByRole("link").first().click();
  await note(page).fill(draft);
  await site.change("delete from sessions");
  // A click would wait if the desk has asked to sign in by itself.
  await page.getByRole("button", { name: "Refresh" }).dispatchEvent("click");
  await signInAgain(page);
  await expect(note(page)).toHaveValue(draft);
  await note(page).press("Control+Enter");
  await expect(page.getByRole("list", { name: "History" })).toContainText(draft);

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
