import type { Locator, Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";

import { formOf, scriptsStarted } from "./forms.ts";
import { fillQuoteForm } from "./quote-form.ts";
import { expect, pagesTest } from "./site.ts";

const screen = { width: 360, height: 740 };

pagesTest.use({
  viewport: screen,
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: "no-preference" },
});

/** Types and taps as a thumb does, and counts both. */
class Thumb {
  readonly #page: Page;
  taps = 0;
  characters = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.tap();
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.tap(target);
    this.characters += text.length;
    await this.#page.keyboard.type(text);
  }
}

pagesTest(
  "from the home page to thanks, a returning visitor needs at most 60 characters and 9 taps",
  async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Essential Only" }).tap();
    await page.goto("/request-quote");
    await fillQuoteForm(page);
    await scriptsStarted(page, quoteRequest);
    await page.getByRole("checkbox", { name: /Remember my details/ }).check();
    await page.getByRole("button", { name: "Send Request" }).tap();
    await expect(page).toHaveURL(/\/thanks/);

    await page.goto("/");
    const thumb = new Thumb(page);
    await thumb.type(page.getByLabel("Make"), "Honda");
    await thumb.type(page.getByLabel("Model"), "TRX420FM");
    await thumb.type(page.getByLabel("Year"), "2015");
    await thumb.type(page.getByLabel("Part", { exact: true }), "CV axle rear left");
    await thumb.tap(page.getByRole("button", { name: "Start My Quote" }));
    await thumb.tap(page.getByRole("button", { name: "Fill them in" }));
    const form = formOf(page, quoteRequest);
    await expect(form.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await expect(form.getByLabel("Part needed")).toHaveValue("CV axle rear left");
    // All that is left to do.
    await expect(form.getByRole("checkbox", { name: /privacy/ })).toBeFocused();
    await thumb.tap(form.getByRole("checkbox", { name: /privacy/ }));
    await thumb.tap(form.getByRole("button", { name: "Send Request" }));
    await expect(page).toHaveURL(/\/thanks/);
    expect(thumb.characters).toBeLessThanOrEqual(60);
    expect(thumb.taps).toBeLessThanOrEqual(9);
  },
);

pagesTest("the needed fields and the consent of a new visitor fit on two screens", async ({ page }) => {
  await page.goto("/request-quote");
  const boxes = await formOf(page, quoteRequest)
    .locator("[required]")
    .evaluateAll((all) => all.map((control) => control.getBoundingClientRect().toJSON()));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  expect(bottom - top).toBeLessThanOrEqual(2 * screen.height);
});
