import type { Page } from "@playwright/test";

import type { ShownRecords } from "./filled-site.ts";

/** A screen of the desk, whatever the width. */
export interface DeskState {
  readonly name: string;
  readonly path: string;
  /** Long things are in the picture as a whole, on wide screens as far as this height goes. */
  readonly tall?: number;
  readonly signedIn?: false;
  readonly prepare?: (page: Page) => Promise<void>;
}

const list = (rest = "", table = "quote_requests") => `/admin?tab=${table}${rest}`;
const recordAt = (reference: string) => `/admin?record=${reference}`;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Presses keys one by one, at the speed of a person. */
async function keys(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.press(name);
    await page.waitForTimeout(400);
  }
}

async function unfold(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /filters and order/ });
  if (await button.isVisible()) await button.click();
}

async function select(page: Page): Promise<void> {
  const boxes = page.getByRole("checkbox", { name: /^Select QK/ });
  for (const row of [0, 1, 3]) await boxes.nth(row).check();
}

async function replyToSeveral(page: Page): Promise<void> {
  await select(page);
  await page.getByRole("region", { name: "Selected records" }).getByRole("button", { name: "Reply" }).click();
  await page.getByRole("dialog").getByLabel("Saved reply").waitFor();
}

async function changeUnreached(page: Page): Promise<void> {
  await keys(page, "j");
  await page.context().setOffline(true);
  await keys(page, "3");
  await page.getByText("Failed to update status").waitFor();
}

async function correct(page: Page): Promise<void> {
  await press(page, "Correct name and contact");
  await page.getByRole("dialog").getByLabel("Full name").fill("Aroha Ngata");
}

async function sessionOver(page: Page): Promise<void> {
  await correct(page);
  await page.context().clearCookies();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
}

async function templates(page: Page): Promise<void> {
  // A phone has it in the bar at the bottom.
  await page
    .getByRole("button", { name: /^Reply/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("list", { name: "Saved replies" }).getByRole("button").nth(1).waitFor();
}

async function reply(page: Page): Promise<void> {
  await templates(page);
  await keys(page, "1");
}

async function price(page: Page): Promise<void> {
  await keys(page, "q");
  await page.getByRole("form", { name: "Quote" }).waitFor();
  await page.keyboard.type("185 b");
  await page.getByText("Draft saved").waitFor();
}

async function preview(page: Page): Promise<void> {
  await price(page);
  await keys(page, "Control+Enter");
  await page.frameLocator("iframe[title='The mail']").getByText("$185.00").first().waitFor();
}

async function twiceAsLarge(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
}

const tool = (key: string) => (page: Page) => keys(page, key);
const search = (words: string) => async (page: Page) => {
  await page.getByRole("searchbox", { name: "Search" }).fill(words);
  await page.waitForTimeout(800);
};

export const listStates: readonly DeskState[] = [
  { name: "all", path: list() },
  { name: "to answer", path: list("&show=to-answer") },
  { name: "due first", path: list("&sort=due") },
  { name: "filters", path: list("&show=waiting"), prepare: unfold },
  { name: "messages", path: list("", "contact_messages") },
  { name: "vehicles", path: list("", "vehicle_submissions") },
  { name: "empty", path: list("&show=snoozed", "vehicle_submissions") },
  { name: "search", path: list(), prepare: search("carby honda") },
  { name: "no match", path: list(), prepare: search("unobtainium") },
  { name: "selected", path: list(), prepare: select },
  { name: "reply to several", path: list(), prepare: replyToSeveral },
  { name: "not reached", path: list(), prepare: changeUnreached },
  { name: "keys", path: list(), prepare: tool("?") },
  { name: "list, text at 200 %", path: list(), prepare: twiceAsLarge },
];

export function recordStates({ quote, message, vehicle }: ShownRecords): readonly DeskState[] {
  return [
    { name: "quote request", path: recordAt(quote), tall: 900 },
    { name: "message", path: recordAt(message), tall: 900 },
    { name: "vehicle", path: recordAt(vehicle), tall: 900 },
    { name: "missing", path: recordAt("QK-222222-2222") },
    { name: "saved replies", path: recordAt(quote), prepare: templates, tall: 900 },
    { name: "reply", path: recordAt(quote), prepare: reply, tall: 900 },
    { name: "reply to a message", path: recordAt(message), prepare: reply },
    { name: "snooze", path: recordAt(message), prepare: tool("s") },
    { name: "quote, priced", path: recordAt(quote), prepare: price, tall: 1200 },
    { name: "quote, preview", path: recordAt(quote), prepare: preview, tall: 1600 },
    { name: "correction", path: recordAt(message), prepare: correct },
    { name: "session over", path: recordAt(message), prepare: sessionOver },
    { name: "record, text at 200 %", path: recordAt(message), prepare: twiceAsLarge, tall: 1200 },
  ];
}

export function dealStates({ deals }: ShownRecords): readonly DeskState[] {
  const at = (title: string) => recordAt(deals.find((deal) => deal.title === title)?.reference ?? "");
  return [
    ...deals.map(({ title, reference }) => ({ name: title, path: recordAt(reference), tall: 900 })),
    { name: "an answer", path: at("a question about a quote"), prepare: tool("w"), tall: 900 },
    { name: "an approval", path: at("a quote that waits for an answer"), prepare: tool("y"), tall: 900 },
    { name: "a payment", path: at("an order that waits for its payment"), prepare: tool("p"), tall: 900 },
    { name: "a parcel", path: at("an order to pack"), prepare: tool("t"), tall: 900 },
  ];
}

export const pageStates: readonly DeskState[] = [
  { name: "money", path: "/admin/money", tall: 900 },
  { name: "figures", path: "/admin/figures", tall: 1400 },
  { name: "your account", path: "/admin/settings", tall: 1600 },
  { name: "alerts", path: "/admin/settings/alerts", tall: 900 },
  { name: "saved replies, settings", path: "/admin/settings/replies", tall: 900 },
  { name: "users", path: "/admin/settings/users", tall: 900 },
  { name: "quotes and freight", path: "/admin/settings/quotes", tall: 1400 },
  { name: "audit list", path: "/admin/settings/audit" },
  { name: "choose a password", path: "/admin-password", signedIn: false },
  { name: "figures, text at 200 %", path: "/admin/figures", prepare: twiceAsLarge, tall: 1400 },
];
