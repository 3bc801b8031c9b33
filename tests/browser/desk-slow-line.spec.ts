import type { Page, Route } from "@playwright/test";

import { cards, history, note, record, status, title, wide } from "./desk.ts";
import { expect, expectAccessible, signIn, startSession, test } from "./site.ts";

/** Whether the page could be closed without a warning. */
const leavesSilently = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test.describe("without a connection", () => {
  test.use({ expectedConsole: ["net::ERR", "Failed to fetch", "could not be reached"] });

  test("a change whose call is lost stays shown, waits on other pages too, and is made once the server is back", async ({
    page,
    site,
  }) => {
    const [reference = ""] = await site.addQuotes(1);
    await page.clock.install();
    const live = page.waitForResponse("**/live-stream?*");
    await signIn(page);
    await live;
    await page.route("**/desk-record", (route) => route.abort());
    await page.keyboard.press("j");
    await page.keyboard.press("3");
    const alert = page.getByRole("alert").filter({ hasText: /\S/ });
    await expect(alert).toHaveText("Failed to update status");
    await expect(page.getByText("It is tried again as soon as the server is back")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Statistics" }).click();
    await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
    expect(await page.evaluate(leavesSilently)).toBe(false);
    await page.goBack();
    await expect(alert).toHaveText("Failed to update status");
    await page.unroute("**/desk-record");
    await expect(async () => {
      await page.clock.runFor(10_000);
      await expect(page.getByText(`${reference}: Completed`)).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(alert).toHaveCount(0);
    expect(await page.evaluate(leavesSilently)).toBe(true);
  });
});

/** Holds the next call to such a path back. */
async function holdNext(page: Page, path: string | RegExp) {
  let arrive = (_route: Route) => {};
  const arrived = new Promise<Route>((resolve) => (arrive = resolve));
  await page.route(path, async (route) => arrive(route), { times: 1 });
  return {
    /** It is under way. */
    arrived,
    release: async () => (await arrived).continue(),
  };
}

/** As a colleague would, in another window. */
async function setStatus({ request }: Page, reference: string, next: string): Promise<void> {
  const stored = await (await request.get(`/functions/v1/desk-record?reference=${reference}`)).json();
  const changes = [{ reference, version: stored.record.version, status: next }];
  await request.patch("/functions/v1/desk-record", { data: { changes } });
}

test.describe("on a slow line", () => {
  test.use({
    viewport: wide,
    expectedConsole: ["404", "503", "A desk call failed"],
  });

  test("nobody collides with themselves, loses what they type, or reads of a failure that is over", async ({
    page,
    site,
  }) => {
    await site.addQuote();
    await signIn(page, "/admin?tab=quote_requests&record=QK-222222-2222");
    const alert = page.getByRole("alert");
    await expect(alert.filter({ hasText: "QK-222222-2222" })).toBeVisible();
    const opening = await holdNext(page, /desk-record\?/);
    await cards(page).getByRole("heading").getByRole("link").click();
    await opening.arrived;
    await expect(alert.filter({ hasText: "QK" })).toHaveCount(0);
    await opening.release();

    const sending = await holdNext(page, /desk-note/);
    await note(page).fill("Rang.");
    await record(page).getByRole("button", { name: "Add note" }).click();
    await sending.arrived;
    await note(page).press("End");
    await note(page).pressSequentially(" Call again");
    await expect(note(page)).toHaveValue("Rang.");
    await note(page).press("Escape");
    await page.keyboard.press("Escape");
    await expect(record(page)).toBeHidden();
    await cards(page).getByRole("heading").getByRole("link").click();
    await expect(note(page)).toHaveValue("Rang.");
    await expect(note(page)).toHaveAttribute("readonly");
    await sending.release();
    await expect(note(page)).toHaveValue("");
    await expect(note(page)).toBeEditable();
    expect(site.sql("select note from record_events where note is not null")).toHaveLength(1);

    await title(page).focus();
    const changing = await holdNext(page, /desk-record$/);
    for (const key of ["2", "3", "1", "4"]) await page.keyboard.press(key);
    await changing.arrived;
    await changing.release();
    const events = history(page).getByRole("listitem");
    await expect(events.filter({ hasText: "→" })).toHaveText([
      /New → Cancelled/,
      /Completed → New/,
      /In progress → Completed/,
      /New → In progress/,
    ]);
    await expect(page.getByText("Nothing was overwritten")).toBeHidden();
    await page.keyboard.press("z");
    await expect(status(page)).toHaveValue("new");

    // All of them: the undo may load the list again.
    await page.route(/rpc\/search_/, (route) => route.fulfill({ status: 503, json: {} }));
    const search = page.getByRole("searchbox", { name: "Search" });
    await search.fill("zzzz");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.unroute(/rpc\/search_/);
    await search.fill("zzzzz");
    await expect(page.getByText("No match for “zzzzz”")).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
  });

  test("the first list is asked for while the scripts load, once; a change in a record that a search found costs two requests", async ({
    page,
    site,
  }) => {
    const [reference = ""] = await site.addQuotes(2);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const calls = () => asked.filter((call) => /functions|rest/.test(call));
    const scripts = await holdNext(page, /entry\.client/);
    await startSession(page);
    const list = page.waitForResponse(/rest\/v1\/quote_requests/);
    await page.goto("/admin", { waitUntil: "commit" });
    const first = ["GET /functions/v1/auth-me", "GET /rest/v1/quote_requests"];
    await expect.poll(calls).toEqual(first);
    expect((await list).headers()["content-encoding"]).toMatch(/br|gzip/);
    await scripts.release();
    await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
    await expect.poll(() => calls().length).toBe(8);
    expect(calls().filter((call) => first.includes(call))).toEqual(first);

    await page.getByRole("searchbox", { name: "Search" }).fill(reference);
    await expect(page.getByText("1 match")).toBeVisible();
    await cards(page).getByRole("heading").getByRole("link").click();
    await expect(history(page)).toContainText("Stored");
    await page.waitForLoadState("networkidle");
    asked.length = 0;
    await page.keyboard.press("2");
    await expect(history(page)).toContainText("New → In progress");
    await expect(page.getByRole("link", { name: "In progress 1" })).toBeVisible();
    expect(calls().toSorted()).toEqual([
      "PATCH /functions/v1/desk-record",
      "POST /rest/v1/rpc/search_quote_requests",
    ]);
  });

  test("no record is missing from a list that grows at both ends, and nothing is asked for beyond its end", async ({
    page,
    site,
  }) => {
    const [first = "", second = "", ...others] = (await site.addQuotes(54)).toReversed();
    const shown = (...references: string[]) =>
      expect
        .poll(() => cards(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-reference"))))
        .toEqual(references);
    await site.change(
      `update quote_requests set status = 'completed' where ref_number not in ('${first}', '${second}')`,
    );
    await signIn(page, "/admin?tab=quote_requests&show=completed");
    await shown(...others.slice(0, 50));
    const loadMore = page.getByRole("button", { name: "Load more" });
    const nextPage = await holdNext(page, /quote_requests\?.*created_at\.lt/);
    await loadMore.click();
    await nextPage.arrived;
    await setStatus(page, second, "completed");
    await shown(second, ...others.slice(0, 49));
    await nextPage.release();
    await shown(second, ...others);

    await page.reload();
    await shown(second, ...others.slice(0, 49));
    const list = await holdNext(page, /quote_requests\?(?!.*created_at\.lt).*completed/);
    await setStatus(page, first, "completed");
    await list.arrived;
    await loadMore.click();
    await shown(first, second, ...others.slice(0, 51));
    await list.release();
    await shown(first, second, ...others.slice(0, 51));
    await loadMore.click();
    await shown(first, second, ...others);

    await cards(page).last().getByRole("heading").getByRole("link").focus();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (let press = 0; press < 5; press += 1) await page.keyboard.down("j");
    await page.keyboard.press("k");
    await expect(cards(page).nth(52).getByRole("heading").getByRole("link")).toBeFocused();
    expect(asked.filter((url) => url.includes("quote_requests"))).toEqual([]);
  });
});
