import type { Browser, Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { admin, type SiteProcess } from "./site-process.ts";
import { expect, signIn, signInAt, startSession } from "./site.ts";

/** The records of the list. */
export const cards = (page: Page) => page.getByRole("tabpanel").getByRole("listitem").getByRole("article");
/** The open record, and what is in it. */
export const record = (page: Page) => page.getByRole("article").filter({ hasText: "Notes and history" });
export const title = (page: Page) => record(page).getByRole("heading", { level: 2 });
export const note = (page: Page) => record(page).getByRole("textbox", { name: "Note for staff" });
export const status = (page: Page) => record(page).getByRole("combobox", { name: /^Status of/ });
export const history = (page: Page) => record(page).getByRole("list", { name: "History" });
export const quotes = (page: Page) => record(page).getByRole("list", { name: "Quotes" });
export const order = (page: Page) => record(page).getByRole("region", { name: "Order", exact: true });
/** A form that is open in it. */
export const form = (page: Page, name: string) => record(page).getByRole("form", { name, exact: true });
export const composer = (page: Page) => form(page, "Quote");
export const shorthand = (page: Page) =>
  composer(page).getByRole("textbox", { name: "Price, grade, freight, days" });
export const replyText = (page: Page) => record(page).getByRole("textbox", { name: /^To/ });

/** What can be done about the deal, also what is behind "Other steps". */
export const stepButton = (page: Page, name: string) =>
  record(page).getByRole("group", { name: "What to do" }).locator("button", { hasText: name });

/** Presses the next step of the deal, or one of the others, which are behind a button. */
export async function takeStep(page: Page, name: string): Promise<void> {
  const button = stepButton(page, name);
  await button.waitFor({ state: "attached" });
  if (!(await button.isVisible())) await record(page).getByRole("button", { name: "Other steps" }).click();
  await button.click();
}

/** Takes every part of an order off the shelf, on the pack list; the page is where it was then. */
export async function pullParts(page: Page, reference: string): Promise<void> {
  const before = page.url();
  await page.goto("/admin/pack");
  const pull = page.getByRole("button", { name: new RegExp(`^Pull .* for ${reference}$`) });
  await expect(pull.first()).toBeVisible();
  for (let left = await pull.count(); left > 0; left -= 1) {
    await pull.first().click();
    await expect(pull).toHaveCount(left - 1);
  }
  await page.goto(before);
  await expect(record(page)).toContainText(reference);
}

/** Counts the keys besides those of the words. */
export function keyboardOf(page: Page) {
  const count = { keys: 0 };
  return {
    count,
    async press(...keys: string[]) {
      for (const key of keys) {
        count.keys += 1;
        await page.keyboard.press(key);
      }
    },
    type: (words: string) => page.keyboard.type(words),
  };
}

/** Wide enough for list and record. */
export const wide = { width: 1440, height: 900 };

/** On a phone, nothing is wider than the screen; the page is wide again afterwards. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize(wide);
}

/** Opens a record; its details and the list are there then. */
export async function openRecord(page: Page, reference: string): Promise<void> {
  await page.setViewportSize(wide);
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText(reference);
}

/** The request of `quoteExample`, open at the desk; returns its reference. */
export async function withRequest(page: Page, site: SiteProcess): Promise<string> {
  const reference = await site.addQuote();
  await openRecord(page, reference);
  return reference;
}

/** Two quote requests, the newer one of Kiri, which is open. */
export async function withTwoRequests(page: Page, site: SiteProcess): Promise<string[]> {
  const people = ["Liam Wihongi", "Kiri Tamati"];
  const fields = people.map((full_name) => ({ ...quoteExample, full_name, part_needed: "CV axle Boot" }));
  const references = await site.submit(quoteRequest, ...fields);
  await openRecord(page, references[1] ?? "");
  return references;
}

const person = { full_name: "Kiri Ōtaika", email: "kiri@farm.example", phone: "021 555 0100" };

/** What one customer asks for, and what she writes later. */
export const kiri = {
  quote: {
    ...person,
    make: "Honda",
    model: "TRX420FM",
    year: 2015,
    vin: "TE35-4100123",
    part_needed: "Front diff",
    delivery_address: "1 Kauri Road",
  },
  message: { ...person, phone: "+64 21 555 0100", subject: "Parcel", message: "Where is it?" },
};

export const mere = { email: "mere@quadkea.example", password: admin.password };

/** Adds Mere, who signs in with the first admin's password. */
export async function addMere(site: SiteProcess): Promise<void> {
  await site.change(`insert into users (id, email, full_name, role, password_hash, created_at)
    select '11111111-1111-4111-8111-111111111111', '${mere.email}', 'Mere', role, password_hash, created_at
    from users limit 1`);
}

/** Adds Mere and opens that page of the desk in a browser of hers. */
export async function colleague(browser: Browser, site: SiteProcess, path = "/admin"): Promise<Page> {
  await addMere(site);
  const page = await otherBrowser(browser, site);
  await startSession(page, mere);
  await page.goto(path);
  await expect(page.getByText("Signed in as Mere")).toBeVisible();
  return page;
}

/** Another browser at the same site; closing the page closes it. */
export const otherBrowser = (browser: Browser, { origin }: SiteProcess) =>
  browser.newPage({ baseURL: origin });

export async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible();
}

export async function openSettings(page: Page, section: string): Promise<void> {
  await signInAt(page, "/admin/settings");
  await openSection(page, section);
}

export const addName = (site: SiteProcess) => site.change("update users set full_name = 'Mia Rata'");
