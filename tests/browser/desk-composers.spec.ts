import type { Page } from "@playwright/test";

import { record } from "./desk-page.ts";
import { composer, shorthand, withRequest } from "./quote-composer.ts";
import { expect, expectAccessible, test } from "./site.ts";

const windows = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
] as const;

/** The buttons in the colour that says what to do next. */
function nextSteps(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "var(--color-action)";
    const { backgroundColor: colour } = getComputedStyle(probe);
    probe.remove();
    const buttons = [...document.querySelectorAll("a, button")].filter((one) => one.checkVisibility());
    return buttons
      .filter((one) => getComputedStyle(one).backgroundColor === colour)
      .map((one) => one.textContent);
  });
}

/** Looks at the page in the dark, on a phone and a large screen. */
async function expectCalm(page: Page, nextStep: RegExp): Promise<void> {
  await page.mouse.move(0, 0);
  for (const window of windows) {
    await page.setViewportSize(window);
    await expectAccessible(page);
    expect(await nextSteps(page), `${window.width}`).toEqual([expect.stringMatching(nextStep)]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(window.width);
  }
}

test.use({ colorScheme: "dark" });

test("an open request, a reply and a quote in the making are accessible and show one next step, on a phone and in the dark", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  await withRequest(page, site);
  await expectCalm(page, /^Quote/);

  await page.keyboard.press("r");
  await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
  await expectCalm(page, /^Quote/);
  await page.keyboard.press("1");
  await expect(record(page).getByRole("form", { name: "Reply" })).toBeVisible();
  await expectCalm(page, /^Send/);
  await record(page).getByRole("button", { name: "Discard" }).click();
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();

  await page.keyboard.press("q");
  await page.setViewportSize(windows[0]);
  await shorthand(page).fill("what?");
  await shorthand(page).press("Enter");
  const refusal = composer(page).getByRole("alert").filter({ hasText: "Not understood" });
  const bar = record(page).getByRole("link", { name: "List" });
  const bottom = async () => {
    const box = await refusal.boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  await expect.poll(bottom).toBeLessThan((await bar.boundingBox())?.y ?? 0);
  await shorthand(page).fill("185 b");
  await expect(composer(page).getByText("Draft saved")).toBeVisible();
  await expectCalm(page, /^Preview/);
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).frameLocator("iframe[title='The mail']").getByRole("heading")).toBeVisible();
  await expectCalm(page, /^Send the quote/);
});
