import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { record } from "./desk-page.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, signIn } from "./site.ts";

export const textOf = (page: Page) => record(page).getByRole("textbox", { name: /^To/ });

/** Two quote requests; the newer one is open. */
export async function withTwoRequests(page: Page, site: SiteProcess) {
  const people = ["Liam Wihongi", "Kiri Tamati"].values();
  const fill = () => ({ ...quoteExample, full_name: people.next().value ?? "", part_needed: "CV axle Boot" });
  const references = await site.add({ submission: quoteRequest, percent: 100, fill }, 2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?record=${references[1]}`);
  await expect(record(page)).toContainText("Kiri Tamati");
  return references;
}
