import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import * as v from "valibot";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { allVisitors } from "#scripts/demo/visitors.ts";

import { cards, kiri, otherBrowser } from "./desk.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, logIn, signIn, test } from "./site.ts";

// What browsers and our own code write if a session is missing (specification section 8: logged).
test.use({ expectedConsole: ["401 (Unauthorized)", "The session was not renewed", "503"] });

test("an empty desk says so, in each of its three tabs; with records it is accessible too, on a phone and a computer, in the light and the dark", async ({
  page,
  site,
}) => {
  await signIn(page);
  await expect(page.getByText("No quote requests yet")).toBeVisible();
  for (const [tab, text] of [
    ["Contact Messages (0)", "No contact messages yet"],
    ["Vehicle Submissions (0)", "No vehicle submissions yet"],
  ] as const) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
  await expectAccessible(page);
  for (const visitors of allVisitors) await site.add(visitors, 3);
  await page.goto("/admin");
  await expect(cards(page)).toHaveCount(3);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessibleInBothSchemes(page);
  }
  for (const tab of ["Contact Messages (3)", "Vehicle Submissions (3)"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expectAccessibleInBothSchemes(page);
  }
});

test("the link of the staff mail leads to its record, through the login, which shows nothing of the desk, however old it is", async ({
  page,
  site,
}) => {
  const [oldest = ""] = await site.addQuotes(55);
  await page.goto(`/admin?record=${oldest}`);
  await expect(page).toHaveURL(/\/admin-login/);
  await expect(page.getByText("This is a secure area. Unauthorized access is prohibited.")).toBeVisible();
  await logIn(page);
  await expect(page.getByRole("article").filter({ hasText: oldest })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Quote Requests (55)" })).toBeVisible();
});

test("filters, order and the name of a search are in the address: a view survives reloads and Back", async ({
  page,
  site,
}) => {
  await site.submit(
    quoteRequest,
    kiri.quote,
    { ...kiri.quote, make: "Suzuki" },
    { ...kiri.quote, part_needed: "Stator" },
  );
  await site.submit(contactMessage, kiri.message);
  await site.change(
    `update quote_requests set status = 'completed', answered_at = created_at where make = 'Suzuki'`,
  );
  await signIn(page);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link")).toHaveText([
    "All3",
    "To answer2",
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
  await expect(cards(page)).toHaveText([/Where is it\?/]);
  await expect(page.getByRole("tab", { name: "Contact Messages", selected: true })).toBeVisible();
  await page.getByRole("tab", { name: "Quote Requests" }).click();
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
  const other = await otherBrowser(browser, site);
  await signIn(other);
  await expect(other).toHaveURL(/show=to-answer&sort=due/);
  await expect(cards(other)).toHaveCount(1);
  await other.close();
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
    `update quote_requests set created_at = '2026-11-23T00:00:00.000Z', promised_at = '2026-11-23T04:00:00.000Z' where ref_number = '${late}'`,
    `insert into record_keys select 'email kiri@farm.example', number from quote_requests where ref_number in ('${late}', '${today}')`,
    "update quote_requests set created_at = '2026-11-25T06:00:00.000Z', promised_at = '2026-11-26T04:00:00.000Z' where number = (select max(number) from quote_requests)",
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

test("the shown list is saved as a file for a password, as it is filtered and searched; what fails says so and can be tried again", async ({
  page,
  site,
}) => {
  const suzuki = { ...kiri.quote, make: "Suzuki" };
  const references = await site.submit(quoteRequest, kiri.quote, suzuki, { ...suzuki, year: 2001 });
  await site.change("update quote_requests set status = 'completed' where year = 2001");
  await signIn(page);
  await page.getByRole("link", { name: "New 2" }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("suzu");
  await expect(page.getByText("1 match", { exact: true })).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "Export this list?" });
  const password = dialog.getByLabel("Your password");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await password.fill(admin.password);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await page.route("**/records-export", (route) =>
    route.fulfill({ status: 503, json: { success: false, error: "The database is away" } }),
  );
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expectAccessible(page);
  await password.fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("The database is away")).toBeVisible();
  await page.unroute("**/records-export");
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^quote-requests-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toEqual([
    expect.stringMatching(/^\uFEFF"Reference","Status"/),
    expect.stringContaining(`"${references[1]}","New"`),
  ]);
  await expect(page.getByText(`Saved ${file.suggestedFilename()}`)).toBeVisible();
  await expectAccessible(page);
});

const client = join(import.meta.dirname, "../../build/client");
const firstViewBar = 160_000;
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

test("the scripts of the desk's first view fit into 160 kB", () => {
  const bytes = [...scriptsOf((route) => firstView.includes(route))].map(
    (path) => statSync(join(client, `${path}.br`)).size,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(firstViewBar);
});
