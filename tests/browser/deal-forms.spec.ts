import type { Browser, Page } from "@playwright/test";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { record } from "./desk-page.ts";
import { withRequest } from "./quote-composer.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, signIn, test } from "./site.ts";

/** A sent quote, open at the desk. Returns the reference and the customer's link. */
async function withQuote(page: Page, site: SiteProcess) {
  await site.start(dealSettings);
  const reference = await withRequest(page, site);
  const link = await sendQuote(site, await staffAt(site), reference);
  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 1");
  return { reference, path: new URL(link).pathname };
}

async function ask(browser: Browser, url: string): Promise<void> {
  const customer = await browser.newPage();
  await customer.goto(url);
  await customer.getByRole("textbox", { name: /question/i }).fill("Does it turn freely?");
  await customer.getByRole("button", { name: "Ask" }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("We are answering your question");
  await customer.close();
}

test("a half-written answer outlives Esc, another tool and a reload; it is gone once it is sent or the session ends", async ({
  page,
  site,
  browser,
}) => {
  const { reference, path } = await withQuote(page, site);
  await ask(browser, site.origin + path);
  const answer = record(page).getByRole("form", { name: "Answer" });
  const words = answer.getByRole("textbox", { name: "Your answer" });
  await record(page).getByRole("button", { name: "Answer" }).click();
  await words.fill("It does, we have turned it");
  await words.press("Escape");
  await expect(answer).toBeHidden();
  await page.keyboard.press("w");
  await expect(words).toHaveValue("It does, we have turned it");
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await record(page).getByRole("textbox", { name: "In their words" }).fill("Too dear");
  await page.reload();
  await expect(record(page).getByRole("list", { name: "Messages" })).toBeVisible();
  await page.keyboard.press("w");
  await expect(words).toHaveValue("It does, we have turned it");
  await words.press("End");
  await page.keyboard.type(" by hand.");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "Messages" })).toContainText("turned it by hand.");
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).flat().join());
  await expect.poll(kept).not.toContain("by hand");

  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await expect(record(page).getByRole("textbox", { name: "In their words" })).toHaveValue("Too dear");
  expect(await kept()).toContain("Too dear");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  expect(await kept()).not.toContain("Too dear");
  await signIn(page, `/admin?record=${reference}`);
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await expect(record(page).getByRole("textbox", { name: "In their words" })).toHaveValue("");
});

test("the note of a payment outlives Esc, not Discard", async ({ page, site }) => {
  const { reference } = await withQuote(page, site);
  const selection = { choices: {}, options: [] };
  const staff = await staffAt(site);
  await staff.call("/functions/v1/quote-approve", { ref: reference, number: 1, how: "counter", selection });
  await expect(record(page).getByRole("region", { name: "Order", exact: true })).toBeVisible();
  const note = record(page).getByRole("form", { name: "Payment" }).getByRole("textbox", { name: "Note" });
  await page.keyboard.press("p");
  await note.fill("From his brother");
  await note.press("Escape");
  await page.keyboard.press("p");
  await expect(note).toHaveValue("From his brother");
  await record(page).getByRole("button", { name: "Discard" }).click();
  await page.keyboard.press("p");
  await expect(note).toHaveValue("");
  await expect(record(page).getByRole("button", { name: "Cancel", exact: true })).toBeVisible();
});
