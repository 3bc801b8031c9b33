import type { Page } from "@playwright/test";

import { expect } from "./site.ts";

/** A row of the page on which a machine is taken apart. */
export const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Presses on rows, by their names. */
export interface Hand {
  readonly presses: Map<string, number>;
  readonly keep: (name: string, more: { grade?: string; photo?: Buffer }) => Promise<void>;
}

/** Counts each press on a row of the page. */
export function hand(page: Page): Hand {
  const presses = new Map<string, number>();
  const count = (name: string) => presses.set(name, (presses.get(name) ?? 0) + 1);
  return {
    presses,
    async keep(name, more) {
      if (more.grade === undefined && more.photo === undefined) {
        await row(page, name).getByRole("button", { name: "Keep" }).click();
        count(name);
      }
      if (more.grade !== undefined) {
        await page.getByRole("button", { name: `${name}: grade ${more.grade}` }).click();
        count(name);
      }
      if (more.photo !== undefined) {
        const file = { name: "photo.jpg", mimeType: "image/jpeg", buffer: more.photo };
        await page.getByLabel(`Photo of ${name}`, { exact: true }).setInputFiles(file);
        count(name);
      }
    },
  };
}

/** Enters a machine in the list of the yard, and opens its page. */
export async function enterMachine(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enter a machine" }).click();
  await page.getByLabel("Make", { exact: true }).fill("Honda");
  await page.getByLabel("Model", { exact: true }).fill("TRX420FM");
  await page.getByLabel("Year, if it is known").fill("2015");
  await page.getByRole("button", { name: "Enter it" }).click();
  await expect(page.getByRole("heading", { name: "2015 Honda TRX420FM" })).toBeVisible();
}
