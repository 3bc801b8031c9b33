import { expect, pagesTest as test } from "./site.ts";

test("a printed FAQ has its answers", async ({ page }) => {
  await page.goto("/faq");
  const shown = () =>
    page
      .getByRole("main")
      .locator("details > :not(summary)")
      .evaluateAll((answers) => answers.filter((answer) => answer.checkVisibility()).length);
  expect(await shown()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await shown()).toBe(8);
  await page.emulateMedia({ media: null });
});

test("the FAQ has eight questions, one open at a time; a click on the open one closes it; also without scripts", async ({
  browser,
  site,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: site.origin });
    const page = await context.newPage();
    await page.goto("/faq");
    const questions = page.getByRole("main").locator("details");
    await expect(questions).toHaveCount(8);
    await questions.nth(1).locator("summary").click();
    await questions.nth(3).locator("summary").click();
    await expect(page.getByRole("main").locator("details[open]")).toHaveCount(1);
    await questions.nth(3).locator("summary").click();
    await expect(page.getByRole("main").locator("details[open]")).toHaveCount(0);
    await context.close();
  }
});
