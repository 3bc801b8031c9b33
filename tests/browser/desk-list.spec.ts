import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { allVisitors } from "#scripts/demo/visitors.ts";

import { cards } from "./desk-page.ts";
import { add, message, quote } from "./kiri.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, logIn, signIn, test } from "./site.ts";

// What browsers and our own code write if a session is missing (specification section 8: logged).
test.use({ expectedConsole: ["401 (Unauthorized)", "The session was not renewed"] });

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
  await expect(cards(page)).toHaveCount(50);
  await expect(cards(page).first()).toContainText(references.at(-1) ?? "");
  await page.getByRole("button", { name: "Load more" }).click();
  await expect(cards(page)).toHaveCount(60);
  await expect(cards(page).last()).toContainText(references[0] ?? "");
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

test("filters, order and the name of a search are in the address: a view survives reloads and Back", async ({
  page,
  site,
}) => {
  await add(site, quoteRequest, quote, { ...quote, make: "Suzuki" }, { ...quote, part_needed: "Stator" });
  await add(site, contactMessage, message);
  await site.change(
    `update quote_requests set status = 'completed', answered_at = created_at where make = 'Suzuki'`,
  );
  await signIn(page);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link")).toHaveText([
    "All3",
    "To answer",
    "Waiting for customer",
    "New2",
    "In progress0",
    "Completed1",
    "Cancelled0",
    "Mine0",
    "Snoozed0",
  ]);
  await filters.getByRole("link", { name: "Completed" }).click();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  await page.getByRole("link", { name: "Due first" }).click();
  await expect(cards(page)).toHaveText([/Front diff/, /Stator/]);
  await expect(page.getByText(/^(Due by|Overdue since)/)).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("kiri otaika sta");
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page).toHaveURL(/\?tab=quote_requests&sort=due&search=[0-9a-f]{8}$/);
  await expectAccessible(page);
  await page.reload();
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("kiri otaika sta");
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await page.goBack();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  for (const typed of ["0215550100", "TE354100123", "420"]) {
    await page.goto("/admin?tab=quote_requests");
    await page.getByRole("searchbox", { name: "Search" }).fill(typed);
    await expect(page.getByText("3 matches, newest first")).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search" }).fill("parcel");
  await expect(page.getByText("No match for “parcel”")).toBeVisible();
  await page.getByRole("link", { name: "1 in Contact Messages" }).click();
  await expect(cards(page)).toHaveText([/Where is it\?/]);
});

test("the list that a user last chose is there at their next sign-in, on another device too", async ({
  page,
  browser,
  site,
}) => {
  await site.addQuotes(1);
  await signIn(page);
  await expect(page).not.toHaveURL(/sort=|show=/);
  await page.getByRole("link", { name: /^Due first/ }).click();
  await page.getByRole("link", { name: "To answer" }).click();
  const kept = () => site.sql("select last_list from users");
  await page.getByRole("link", { name: /^New \d/ }).click();
  await expect(page).toHaveURL(/show=new/);
  await page.keyboard.press("d");
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"newest"}' }]);
  await page.keyboard.press("d");
  await page.getByRole("link", { name: /^Completed/ }).click();
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"due"}' }]);
  await expect(page).toHaveURL(/show=completed$/);
  await page.getByRole("link", { name: /^All \d/ }).click();
  await expect(page).toHaveURL(/\?tab=quote_requests&sort=due$/);
  await page.getByRole("combobox", { name: "Next step" }).selectOption("To pack");
  await expect(page).toHaveURL(/show=to-pack$/);
  await page.getByRole("link", { name: "To answer" }).click();
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"due"}' }]);
  const context = await browser.newContext({ baseURL: site.origin });
  const other = await context.newPage();
  await signIn(other);
  await expect(other).toHaveURL(/show=to-answer&sort=due/);
  await expect(cards(other)).toHaveCount(1);
  await context.close();
});

test("due first is one key away and comes in groups; who wrote twice is marked; a click on either opens the record", async ({
  page,
  context,
  site,
}) => {
  await site.startClockAt("2026-11-25T10:20:00+13:00");
  await page.clock.install({ time: "2026-11-25T10:20:00+13:00" });
  const [late, today] = await site.addQuotes(3);
  await site.change(
    `update quote_requests set created_at = '2026-11-23T00:00:00.000Z', due_at = '2026-11-23T04:00:00.000Z' where ref_number = '${late}'`,
    `insert into record_keys select 'email kiri@farm.example', number from quote_requests where ref_number in ('${late}', '${today}')`,
    "update quote_requests set created_at = '2026-11-25T06:00:00.000Z', due_at = '2026-11-26T04:00:00.000Z' where number = (select max(number) from quote_requests)",
  );
  await signIn(page);
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByText("2 from the same person")).toHaveCount(2);
  await page.keyboard.press("d");
  for (const [group, short] of [
    ["Overdue", "Overdue Mon 5 pm"],
    ["Today", "Today 5 pm, 6 h"],
    ["Next day, Thursday 26 November", "Thu 5 pm, 14 h"],
  ] as const) {
    const region = page.getByRole("region", { name: group });
    await expect(region.getByRole("article")).toHaveCount(1);
    await expect(region).toContainText(short);
  }
  await expect(page.getByText(/^Due by 5:00 pm today \(6 h \d+ min left\)$/)).toHaveCount(1);

  const place = new RegExp(`record=${today}`);
  const row = page.getByRole("region", { name: "Today" });
  const opened = context.waitForEvent("page");
  await row.getByTitle("2 from the same person").click({ modifiers: ["ControlOrMeta"] });
  const other = await opened;
  await expect(other).toHaveURL(place);
  await other.close();
  await expect(page).not.toHaveURL(place);
  await row.getByTitle(/^Due by 5:00 pm today/).click();
  await expect(page).toHaveURL(place);
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

const client = join(import.meta.dirname, "../../build/client");
const firstViewBar = 165_000;
const firstView = ["desk/desk-layout", "desk/signed-in", "desk/home/page"];

const part = v.object({ module: v.string(), imports: v.optional(v.array(v.string()), []) });
const manifestSchema = v.object({ entry: part, routes: v.record(v.string(), part) });

/** The scripts that routes load: their own, and what these import. */
function scriptsOf(isWanted: (route: string) => boolean): Set<string> {
  const assets = join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const [, json = ""] = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, name), "utf8")) ?? [];
  const { entry, routes } = v.parse(manifestSchema, JSON.parse(json));
  const wanted = Object.entries(routes).filter(([route]) => route === "root" || isWanted(route));
  const parts = [entry, ...wanted.map(([, loaded]) => loaded)];
  return new Set([`/assets/${name}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])]);
}

test("the scripts of the desk's first view fit into 165 kB", () => {
  const bytes = [...scriptsOf((route) => firstView.includes(route))].map(
    (path) => statSync(join(client, `${path}.br`)).size,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(firstViewBar);
});
