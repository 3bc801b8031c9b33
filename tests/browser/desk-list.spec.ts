import type { Page } from "@playwright/test";

import { allVisitors } from "#scripts/demo/visitors.ts";

import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  logIn,
  signIn,
  startSession,
  test,
} from "./site.ts";

// What browsers and our own code write if a session is missing (specification section 8: logged).
const signedOutConsole = ["401 (Unauthorized)", "The session was not renewed"];

test.use({ expectedConsole: signedOutConsole });

test("a visitor who is not signed in gets the login page and sees nothing of the desk", async ({ page }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin-login$/);
  await expect(page.getByText("This is a secure area. Unauthorized access is prohibited.")).toBeVisible();
  await page
    .getByRole("button", { name: "Cancel" })
    .or(page.getByRole("link", { name: "Cancel" }))
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test("an empty desk says so, in each of its three tabs", async ({ page }) => {
  await signIn(page);
  await expect(page.getByText("No quote requests yet")).toBeVisible();
  await page.getByRole("tab", { name: "Contact Messages (0)" }).click();
  await expect(page.getByText("No contact messages yet")).toBeVisible();
  await page.getByRole("tab", { name: "Vehicle Submissions (0)" }).click();
  await expect(page.getByText("No vehicle submissions yet")).toBeVisible();
  await expectAccessible(page);
});

test("50 newest first, the rest with Load more; the count is the total", async ({ page, site }) => {
  const references = await site.addQuotes(60);
  await signIn(page);
  await expect(page.getByRole("tab", { name: "Quote Requests (60)" })).toBeVisible();
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(50);
  await expect(cards.first()).toContainText(references.at(-1) ?? "");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(cards).toHaveCount(60);
  await expect(cards.last()).toContainText(references[0] ?? "");
});

test("a status can go from any of the four to any other; the badge follows", async ({ page, site }) => {
  await site.addQuotes(2);
  await signIn(page);
  const card = page.getByRole("article").first();
  const select = card.getByRole("combobox");
  expect(
    await select
      .getByRole("option")
      .evaluateAll((all) => all.map((one) => [one.getAttribute("value"), one.textContent])),
  ).toEqual([
    ["new", "New"],
    ["in_progress", "In progress"],
    ["completed", "Completed"],
    ["cancelled", "Cancelled"],
  ]);
  // Each of the twelve ways from one to another, in one walk.
  const walk =
    "completed new in_progress new cancelled in_progress completed cancelled completed in_progress cancelled new";
  for (const value of walk.split(" ")) {
    await select.selectOption(value);
    await expect(select).toBeEnabled();
    await expect(select).toHaveValue(value);
    await expect(card.locator("[data-status]")).toHaveAttribute("data-status", value);
  }
  await page.reload();
  await expect(page.getByRole("article").first().getByRole("combobox")).toHaveValue("new");
});

test("that an order was placed is noted on the record; staff see what is wrong with the installation", async ({
  page,
  site,
}) => {
  const [reference = ""] = await site.addQuotes(1);
  await signIn(page);
  await expect(page.getByRole("article")).toHaveCount(1);
  const notice = { id: "backups", severity: "danger", title: "Backups are not proven.", words: "Tell them." };
  await page.route("**/notices", (route) => route.fulfill({ json: { notices: [notice] } }));
  // As when they come back to the tab; otherwise it happens each minute.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Tell them.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/notices");
  await page.getByRole("article").getByRole("link").click();
  const noted = page.waitForResponse("**/desk-record");
  await page.getByRole("checkbox", { name: `Order placed: ${reference}` }).check();
  expect((await noted).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Order placed/ })).toBeChecked();
  await expect(page.getByText("Backups are not proven.")).toBeHidden();
});

async function authCalls(page: Page): Promise<string[]> {
  const calls: string[] = [];
  page.on("request", (request) => {
    const name = /auth-(\w+)$/.exec(request.url())?.[1];
    if (name !== undefined) calls.push(name);
  });
  return calls;
}

test.describe("when the session has ended", () => {
  test("a refused refresh: no second try, logout, the login page", async ({ page, context }) => {
    await startSession(page);
    await context.clearCookies();
    const calls = await authCalls(page);
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-login/);
    expect(calls).toEqual(["me", "refresh", "logout"]);
  });

  test("a user without the admin role is signed out", async ({ page }) => {
    await startSession(page);
    await page.route("**/auth-me", (route) =>
      route.fulfill({ json: { id: "1", email: "x@y.nz", full_name: "X", role: "viewer" } }),
    );
    const loggedOut = page.waitForResponse("**/auth-logout");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-login/);
    await (await loggedOut).finished();
    await page.unroute("**/auth-me");
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-login/);
  });
});

test.describe("leaving", () => {
  test("Logout ends the session, Back to Site does not", async ({ page }) => {
    await signIn(page);
    await page
      .getByRole("link", { name: "Back to Site" })
      .or(page.getByRole("button", { name: "Back to Site" }))
      .click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/admin");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/admin-login/);
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin-login/);
  });
});

test("the link of the staff mail leads to its record, through the login, however old it is", async ({
  page,
  site,
}) => {
  const [oldest = ""] = await site.addQuotes(55);
  await page.goto(`/admin?record=${oldest}`);
  await expect(page).toHaveURL(/\/admin-login/);
  await logIn(page);
  await expect(page.getByRole("article").filter({ hasText: oldest })).toBeVisible();
});

test("the desk with records has no accessibility violation, on a phone and a computer, in the light and the dark", async ({
  page,
  site,
}) => {
  for (const visitors of allVisitors) await site.add(visitors, 3);
  await signIn(page);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessibleInBothSchemes(page);
  }
  for (const tab of ["Contact Messages (3)", "Vehicle Submissions (3)"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expectAccessibleInBothSchemes(page);
  }
});

test("none of the desk's code is loaded on public pages", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  for (const path of ["/", "/request-quote", "/thanks"]) await page.goto(path, { waitUntil: "networkidle" });
  const onPublicPages = new Set(scripts.splice(0));
  await signIn(page);
  const deskOnly = scripts.filter((script) => /desk|login|staff/.test(script));
  expect(deskOnly.length).toBeGreaterThan(0);
  for (const script of deskOnly) expect([...onPublicPages]).not.toContain(script);
  const staffWords = /Signed in as|Sign in again|auth-two-step|Content-Range/i;
  for (const script of onPublicPages)
    expect(await (await page.request.get(script)).text()).not.toMatch(staffWords);
});
