import { buildHeader } from "#domain/desk-wire.ts";
import { hourMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";

import { cards, colleague, history, kiri, note, record, status, title } from "./desk.ts";
import { expect, expectAccessible, signIn, startSession, test } from "./site.ts";

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
    await site.addQuote({ make: "Honda" });
    await signIn(page);
    await expect(page).toHaveTitle(`(1) Desk | ${firm.trading_name}`);
    await page.getByRole("link", { name: "Statistics" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Statistics" })).toBeVisible();
    await expect(page).toHaveTitle(`Statistics | ${firm.trading_name}`);
    const promises = page.getByRole("region", { name: "What the website promises" });
    await expect(promises.getByRole("row", { name: "Up to 70% off" })).toContainText("Our records can’t say");
    await page.goBack();
    await expect(page).toHaveTitle(`(1) Desk | ${firm.trading_name}`);
    const mere = await colleague(browser, site);
    await site.addQuote({ make: "Suzuki" });
    await expect(cards(page)).toHaveText([/Suzuki/, /Honda/]);
    await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
    await expect(page).toHaveTitle(`(2) Desk | ${firm.trading_name}`);

    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("honda");
    await expect(cards(page)).toHaveText([/Honda/]);
    await site.addQuote({ make: "Yamaha" });
    await site.submit(contactMessage, kiri.message);
    await expect(page.getByRole("tab", { name: "Contact Messages (1)" })).toBeVisible();
    await expect(search).toBeFocused();
    await expect(search).toHaveValue("honda");
    await expectAccessible(page);
    await search.fill("");
    await expect(cards(page)).toHaveText([/Yamaha/, /Suzuki/, /Honda/]);

    await page.getByRole("link", { name: "2015 Yamaha TRX420FM" }).click();
    await note(page).fill("I am still typ");
    await mere.goto(new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(record(page).getByText("Mere has this record open too")).toBeVisible();
    await expect(record(mere).getByText("Administrator has this record open too")).toBeVisible();
    await note(mere).fill("I have one on the shelf");
    await record(mere).getByRole("button", { name: "Add note" }).click();
    const announced = page.getByRole("status").filter({ hasText: "Mere added a note." });
    await expect(announced).toHaveCount(1);
    const former = await announced.locator("span").elementHandle();
    await expect(title(mere)).toBeFocused();
    await note(mere).fill("and another");
    await record(mere).getByRole("button", { name: "Add note" }).click();
    // New words in the page, though they are the same, are read aloud.
    await expect.poll(() => former.evaluate(({ isConnected }) => isConnected)).toBe(false);
    await expect(announced).toHaveCount(1);
    await status(mere).selectOption("in_progress");
    await expect(history(page)).toContainText("I have one on the shelf");
    await expect(status(page)).toHaveValue("in_progress");
    await expect(page).toHaveTitle(`(3) Desk | ${firm.trading_name}`);
    await expect(note(page)).toBeFocused();
    await expect(note(page)).toHaveValue("I am still typ");
    await expectAccessible(page);

    await status(page).dispatchEvent("pointerdown");
    await status(mere).selectOption("completed");
    await expect(status(page)).toHaveValue("completed");
    await status(page).selectOption("cancelled");
    await expect(page.getByText("Nothing was overwritten")).toBeVisible();
    await page.getByRole("button", { name: "Show it as it is now" }).click();
    await expect(page.getByText("Nothing was overwritten")).toBeHidden();
    await expect(status(page)).toHaveValue("completed");
    await expect(note(page)).toHaveValue("I am still typ");
    expect(site.sql("select status from quote_requests where make = 'Yamaha'")).toEqual([
      { status: "completed" },
    ]);
    await mere.close();
    await expect(record(page).getByText("Mere has this record open too")).toBeHidden();

    await site.stop();
    await expect(page.getByText("Connection lost, trying again…")).toBeVisible();
    await expectAccessible(page);
    await site.start();
    await expect(page.getByText("Connection lost, trying again…")).toBeHidden();
    await site.addQuote({ make: "Kawasaki" });
    await expect(cards(page).first()).toContainText("Kawasaki");
    await expect(note(page)).toHaveValue("I am still typ");
  });
});

test.describe("by the clock alone", () => {
  test.use({ expectedConsole: ["net::ERR"] });

  test("a snoozed record comes back when its time has come", async ({ page, site }) => {
    const snooze = (ms: number) => {
      const until = new Date(Date.now() + ms).toISOString();
      return site.change(`update quote_requests set snoozed_until = '${until}'`);
    };
    // No live update tells of it: none comes when a snooze ends.
    await page.route("**/functions/v1/live-*", (route) => route.abort());
    await page.clock.install();
    await site.addQuote({ make: "Honda" });
    await startSession(page);
    await snooze(hourMs);
    await page.goto("/admin?tab=quote_requests&sort=due");
    await expect(page.getByText("Nothing is due")).toBeVisible();
    await expect(page.getByRole("link", { name: "Snoozed 1" })).toBeVisible();
    // A call on its way would be given up within the minute that passes at once.
    await page.waitForLoadState("networkidle");
    await snooze(-1);
    await page.clock.runFor(61_000);
    await expect(cards(page)).toHaveText([/Honda/]);
    await expect(page.getByRole("link", { name: "Snoozed 0" })).toBeVisible();
  });
});

test("a desktop notification leads to its record in its own tab, also with a record of another kind open", async ({
  page,
  site,
}) => {
  const quote = await site.addQuote();
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
  const [sent = ""] = await site.submit(contactMessage, kiri.message);
  const press = () =>
    page.evaluate(() => {
      const [notification] = Reflect.get(window, "shown") as EventTarget[];
      return notification?.dispatchEvent(new Event("click")) ?? false;
    });
  await expect.poll(press).toBe(true);
  await expect(record(page)).toContainText(sent);
  await expect(page).toHaveURL(new RegExp(`tab=contact_messages&record=${sent}$`));
});

test("a tab that meets a newer desk says so once, keeps what is typed, and has it after the reload", async ({
  page,
  site,
}) => {
  await site.addQuote({ make: "Honda" });
  await signIn(page);
  await page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
  await note(page).fill("Rang at ten");
  const outdated = page.getByRole("status").filter({ hasText: "The desk has been updated" });
  await expect(outdated).toHaveCount(0);
  await page.route("**/functions/v1/desk-summary", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [buildHeader]: "newer" } });
  });
  await site.addQuote({ make: "Suzuki" });
  await expect(outdated).toContainText("Finish what you are typing, then reload.");
  await expect(note(page)).toBeFocused();
  await expectAccessible(page);
  await page.unroute("**/functions/v1/desk-summary");
  await outdated.getByRole("button", { name: "Reload" }).click();
  await expect(note(page)).toHaveValue("Rang at ten");
  await expect(outdated).toHaveCount(0);
});
