import { expect, type Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";

import { scriptsStarted } from "./forms.ts";

/** Fills every required field of the quote form that is still empty. */
export async function fillQuoteForm(page: Page): Promise<void> {
  const values = {
    "Full name": "Aroha Ngata",
    Phone: "021 555 0100",
    Email: "aroha@example.co.nz",
    Make: "Honda",
    Model: "TRX420FM",
    Year: "2015",
    "Part needed": "Front diff",
    "Delivery address": "12 Ōtaika Road\nRD 4\nWhangārei 0174",
  };
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: false }).first();
    if ((await field.inputValue()) === "") await field.fill(value);
  }
  await page.getByRole("checkbox", { name: /privacy/i }).check();
}

/** From the home page through both forms to the thanks page; returns the reference shown there. */
export async function askForQuote(page: Page): Promise<string> {
  await page.goto("/");
  const quick = page.locator("form").filter({ has: page.getByLabel("Part") });
  for (const [label, value] of [
    ["Make", "Honda"],
    ["Model", "TRX420FM"],
    ["Year", "2015"],
    ["Part", "Front diff"],
  ] as const) {
    await quick.getByLabel(label).fill(value);
  }
  await quick.getByRole("button").click();
  await expect(page).toHaveURL(/\/request-quote/);
  await expect(page.getByLabel("Part needed")).toHaveValue("Front diff");
  await fillQuoteForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
  const text = await page
    .getByText(/QK-[2-9A-Z]{6}-[2-9A-Z]{4}/)
    .first()
    .textContent();
  return /QK-\w{6}-\w{4}/.exec(text ?? "")?.[0] ?? "";
}

export async function openFilledForm(page: Page) {
  await page.goto("/request-quote");
  await fillQuoteForm(page);
  await scriptsStarted(page, quoteRequest);
}
