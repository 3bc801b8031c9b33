import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { record } from "./desk-page.ts";
import { expect, signIn, type test } from "./site.ts";

type Site = Parameters<Parameters<typeof test>[2]>[0]["site"];

export const composer = (page: Page) => record(page).getByRole("form", { name: "Quote" });
export const shorthand = (page: Page) =>
  composer(page).getByRole("textbox", { name: "Price, grade, freight, days" });

/** Adds the request of `quoteExample`; returns its reference. */
export async function addRequest(site: Site): Promise<string> {
  const [reference = ""] = await site.add(
    { submission: quoteRequest, percent: 100, fill: () => quoteExample },
    1,
  );
  return reference;
}

/** One quote request, open at the desk. */
export async function withRequest(page: Page, site: Site): Promise<string> {
  const reference = await addRequest(site);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  return reference;
}
