import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addMere, logInAsMere } from "./colleague.ts";
import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { record } from "./desk-page.ts";
import { withRequest } from "./quote-composer.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, signIn, signInAgain, test } from "./site.ts";

test.use({ expectedConsole: ["401 (Unauthorized)", "The session was not renewed", "net::ERR"] });

const words = "Kauri Road";
const draft = "Rang, she sounded upset";

function addQuote(site: SiteProcess): Promise<string[]> {
  const fields = { ...quoteExample, delivery_address: "1 Kauri Road" };
  return site.add({ submission: quoteRequest, percent: 100, fill: () => fields }, 1);
}

const note = (page: Page) => page.getByRole("textbox", { name: "Note for staff" });
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

/** All that the browser keeps for this site, as one text. */
const storage = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), history.state]),
  );

test("what somebody has begun ends with their session: a colleague at the same screen finds none of it", async ({
  page,
  context,
  site,
}) => {
  const [reference = ""] = await addQuote(site);
  await addMere(site);
  const consent = JSON.stringify({ essential: true, analytics: false });
  await signIn(page);
  await page.evaluate((text) => localStorage.setItem("quadkea-cookie-consent", text), consent);
  await page.evaluate(() => localStorage.setItem("quadkea-desk-keys", "off"));
  await search(page).fill(words);
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  await note(page).fill(draft);
  const other = await context.newPage();
  await other.goto(`/admin?record=${reference}`);
  await note(other).fill(draft);

  const loggedOut = page.waitForResponse("**/auth-logout");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("button", { name: "Logout" }).click();
  expect(await (await loggedOut).headerValue("clear-site-data")).toBe('"storage"');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/admin-login$/);
    await expect(tab.getByRole("button", { name: "Login" })).toBeVisible();
    expect(await storage(tab)).not.toContain(draft);
    expect(await storage(tab)).not.toContain(words);
  }
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem("quadkea-cookie-consent"))).toBe(consent);
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

test("a draft survives a reload; if the session ended by itself, the next person to sign in does not find it", async ({
  page,
  context,
  site,
}) => {
  const [reference = ""] = await addQuote(site);
  await addMere(site);
  await signIn(page, `/admin?record=${reference}`);
  await note(page).fill(draft);
  await page.reload();
  await expect(note(page)).toHaveValue(draft);
  await page.goto("about:blank");
  await context.clearCookies();
  await logInAsMere(page);
  await page.goto(`/admin?record=${reference}`);
  await expect(page.getByText("Notes and history")).toBeVisible();
  await expect(note(page)).toHaveValue("");
  expect(await storage(page)).not.toContain(draft);
});

test("if the session ends while a form of a deal is filled in, signing in again keeps every word", async ({
  page,
  site,
}) => {
  await site.start(dealSettings);
  const reference = await withRequest(page, site);
  await sendQuote(site, await staffAt(site), reference);
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  const theirWords = record(page).getByRole("textbox", { name: "In their words" });
  const why = record(page).getByRole("combobox", { name: "Why" });
  await why.selectOption({ index: 1 });
  await theirWords.fill("Found one in Kaitaia.");
  await site.change("delete from sessions");
  // A click would wait if the desk has asked to sign in by itself.
  await page.getByRole("button", { name: "Refresh" }).dispatchEvent("click");
  await signInAgain(page);
  await expect(theirWords).toHaveValue("Found one in Kaitaia.");
  await theirWords.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "History" })).toContainText("no thanks");
});

test("words typed into the search reach no address: neither of the page nor of a request", async ({
  page,
  site,
}) => {
  await addQuote(site);
  await signIn(page);
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(decodeURIComponent(request.url())));
  page.on("framenavigated", (frame) => addresses.push(decodeURIComponent(frame.url())));
  await search(page).pressSequentially("kauri 0215550100");
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("link", { name: "Completed" }).click();
  await expect(page.getByText("No match for “kauri 0215550100”")).toBeVisible();
  await page.getByRole("link", { name: "All 1" }).click();
  await expect(page.getByText("1 match")).toBeVisible();
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText(/^Saved quote-requests/)).toBeVisible();
  await page.getByRole("article").getByRole("link").first().click();
  await page.reload();
  await expect(search(page)).toHaveValue("kauri 0215550100");
  addresses.push(page.url(), await page.title());
  expect(addresses.filter((one) => /kauri|0215550100/i.test(one.replaceAll("+", " ")))).toEqual([]);
});
