import type { Browser, BrowserContext, Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { minuteMs } from "#domain/durations.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addMere, signInAsMere } from "./colleague.ts";
import { cards, record } from "./desk-page.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, startSession, test } from "./site.ts";

const message = { full_name: "Hēmi", email: "hemi@farm.example", subject: "Parcel", message: "Where is it?" };

const addQuote = (site: SiteProcess, make: string) =>
  site.add({ submission: quoteRequest, percent: 100, fill: () => ({ ...quoteExample, make }) }, 1);
const status = (page: Page) => record(page).getByRole("combobox", { name: /^Status of/ });

/** Mere, in a browser of her own. */
async function colleague(
  site: SiteProcess,
  browser: Browser,
): Promise<{ context: BrowserContext; mere: Page }> {
  await addMere(site);
  const context = await browser.newContext({ baseURL: site.origin });
  const mere = await context.newPage();
  await signInAsMere(mere);
  return { context, mere };
}

test("a change of one record costs every open desk at most two requests", async ({ page, browser, site }) => {
  await addQuote(site, "Honda");
  await addQuote(site, "Yamaha");
  await signIn(page);
  const { context, mere } = await colleague(site, browser);
  await cards(page).first().getByRole("link").first().click();
  await expect(status(page)).toHaveValue("new");
  await page.waitForTimeout(2000); // Opening it asks for more than the record.
  await awayFromFullMinute(page);
  const [mine, hers] = [requestsOf(page), requestsOf(mere)];
  await status(page).selectOption("completed");
  await expect(cards(mere).filter({ hasText: "Yamaha" })).toContainText("Completed");
  await page.waitForTimeout(2000); // For whatever else may follow.
  expect(mine.length, mine.join()).toBeLessThanOrEqual(2);
  expect(hers.length, hers.join()).toBeLessThanOrEqual(2);
  expect(mine.join()).toContain("desk-record");
  await context.close();
});

/** Every desk looks for notices at the full minute, whatever has changed: on a busy machine, a little later. */
async function awayFromFullMinute(page: Page): Promise<void> {
  const [beforeMs, afterMs] = [10_000, 3000];
  const intoNearMs = (Date.now() + beforeMs) % minuteMs;
  if (intoNearMs < beforeMs + afterMs) await page.waitForTimeout(beforeMs + afterMs - intoNearMs);
}

/** Grows with what this page asks the server for from now on. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()}`));
  return requests;
}

test("a desk that opens loads each list once; what arrives meanwhile is in them", async ({ page, site }) => {
  await addQuote(site, "Honda");
  const requests = requestsOf(page);
  const listed = () => requests.filter((one) => one.includes("/rest/v1/quote_requests"));
  await signIn(page);
  await expect(cards(page)).toHaveText([/Honda/]);
  await page.waitForTimeout(1000); // For whatever else may follow.
  expect(listed()).toHaveLength(1);

  await page.route("**/live-stream?*", async (route) => {
    await addQuote(site, "Yamaha");
    await route.continue();
  });
  await page.reload();
  await expect(cards(page)).toHaveText([/Yamaha/, /Honda/]);
  await page.unrouteAll({ behavior: "wait" });
});

test("a snoozed record comes back when its time has come", async ({ page, site }) => {
  await page.clock.install();
  await addQuote(site, "Honda");
  await startSession(page);
  const until = Date.now() + 4000;
  await site.change(`update quote_requests set snoozed_until = '${new Date(until).toISOString()}'`);
  await page.goto("/admin?tab=quote_requests&sort=due");
  await expect(page.getByText("Nothing is due")).toBeVisible();
  await expect(page.getByRole("link", { name: "Snoozed 1" })).toBeVisible();
  await expect.poll(() => Date.now()).toBeGreaterThan(until);
  await page.clock.runFor(await page.evaluate(() => 60_000 - (Date.now() % 60_000)));
  await expect(cards(page)).toHaveText([/Honda/]);
  await expect(page.getByRole("link", { name: "Snoozed 0" })).toBeVisible();
});

test("a desktop notification leads to its record in its own tab, also with a record of another kind open", async ({
  page,
  site,
}) => {
  const [quote = ""] = await addQuote(site, "Honda");
  await page.addInitScript(() => {
    const shown: EventTarget[] = [];
    class FakeNotification extends EventTarget {
      static readonly permission = "granted";
      constructor() {
        super();
        shown.push(this);
      }
      close() {}
    }
    Object.assign(window, { Notification: FakeNotification, shown });
    document.hasFocus = () => false;
    localStorage.setItem("quadkea-desk-alerts", JSON.stringify({ notifications: true, sound: false }));
  });
  const connected = page.waitForResponse("**/live-stream?*");
  await Promise.all([connected, signIn(page, `/admin?record=${quote}`)]);
  await expect(record(page)).toBeVisible();
  const [sent = ""] = await site.add({ submission: contactMessage, percent: 100, fill: () => message }, 1);
  const press = () =>
    page.evaluate(() => {
      const [notification] = Reflect.get(window, "shown") as EventTarget[];
      return notification?.dispatchEvent(new Event("click")) ?? false;
    });
  await expect.poll(press).toBe(true);
  await expect(record(page)).toContainText(sent);
  await expect(page).toHaveURL(new RegExp(`tab=contact_messages&record=${sent}$`));
});

test.describe("two people at the desk", () => {
  // A stream that breaks off, and what is refused as stale, is in the browser's own log.
  test.use({
    expectedConsole: ["Failed to load resource", "net::ERR", "412", "could not be", "A desk call failed"],
  });

  test("see what comes in and what the other does, overwrite nothing, and go on after a restart", async ({
    page,
    browser,
    site,
  }) => {
    await addQuote(site, "Honda");
    await signIn(page);
    await expect(page).toHaveTitle(`(1) Desk | ${business.name}`);
    await page.getByRole("link", { name: "Statistics" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Statistics" })).toBeVisible();
    await expect(page).toHaveTitle(`Statistics | ${business.name}`);
    await page.goBack();
    await expect(page).toHaveTitle(`(1) Desk | ${business.name}`);
    const { context, mere } = await colleague(site, browser);
    await addQuote(site, "Suzuki");
    await expect(cards(page)).toHaveText([/Suzuki/, /Honda/]);
    await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
    await expect(page).toHaveTitle(`(2) Desk | ${business.name}`);

    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("honda");
    await expect(cards(page)).toHaveText([/Honda/]);
    await addQuote(site, "Yamaha");
    await site.add({ submission: contactMessage, percent: 100, fill: () => message }, 1);
    await expect(page.getByRole("button", { name: "1 new in Contact Messages" })).toBeVisible();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("honda");
    await expectAccessible(page);
    await page.getByRole("button", { name: "1 new", exact: true }).click();
    await expect(cards(page)).toHaveText([/Yamaha/, /Suzuki/, /Honda/]);
    await expect(cards(page).first().getByRole("heading").getByRole("link")).toBeFocused();

    await page.getByRole("link", { name: "2015 Yamaha TRX420FM" }).click();
    const note = record(page).getByRole("textbox", { name: "Note for staff" });
    await note.fill("I am still typ");
    await mere.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(record(page).getByText("Mere has this record open too")).toBeVisible();
    await expect(record(mere).getByText("Administrator has this record open too")).toBeVisible();
    await record(mere).getByRole("textbox", { name: "Note for staff" }).fill("I have one on the shelf");
    await record(mere).getByRole("button", { name: "Add note" }).click();
    const announced = page.getByRole("status").filter({ hasText: "Mere added a note." });
    await expect(announced).toHaveCount(1);
    const former = await announced.locator("span").elementHandle();
    await expect(record(mere).getByRole("heading", { level: 2 })).toBeFocused();
    await record(mere).getByRole("textbox", { name: "Note for staff" }).fill("and another");
    await record(mere).getByRole("button", { name: "Add note" }).click();
    // New words in the page, though they are the same, are read aloud.
    await expect.poll(() => former.evaluate(({ isConnected }) => isConnected)).toBe(false);
    await expect(announced).toHaveCount(1);
    await status(mere).selectOption("in_progress");
    const history = record(page).getByRole("list", { name: "History" });
    await expect(history).toContainText("I have one on the shelf");
    await expect(status(page)).toHaveValue("in_progress");
    await expect(page).toHaveTitle(`(3) Desk | ${business.name}`);
    await expect(note).toBeFocused();
    await expect(note).toHaveValue("I am still typ");
    await expectAccessible(page);

    await status(page).dispatchEvent("pointerdown");
    await status(mere).selectOption("completed");
    await expect(status(page)).toHaveValue("completed");
    await status(page).selectOption("cancelled");
    await expect(page.getByText("Nothing was overwritten")).toBeVisible();
    await page.getByRole("button", { name: "Show it as it is now" }).click();
    await expect(page.getByText("Nothing was overwritten")).toBeHidden();
    await expect(status(page)).toHaveValue("completed");
    await expect(note).toHaveValue("I am still typ");
    expect(site.sql("select status from quote_requests where make = 'Yamaha'")).toEqual([
      { status: "completed" },
    ]);
    await context.close();
    await expect(record(page).getByText("Mere has this record open too")).toBeHidden();

    await site.stop();
    await expect(page.getByText("Connection lost, trying again…")).toBeVisible();
    await expectAccessible(page);
    await site.start();
    await expect(page.getByText("Connection lost, trying again…")).toBeHidden();
    await addQuote(site, "Kawasaki");
    await expect(cards(page).first()).toContainText("Kawasaki");
    await expect(note).toHaveValue("I am still typ");
  });
});
