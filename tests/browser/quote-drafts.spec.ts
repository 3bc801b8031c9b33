import type { Page } from "@playwright/test";

import { addMere, signInAsMere } from "./colleague.ts";
import { record } from "./desk-page.ts";
import { composer, withRequest } from "./quote-composer.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.describe(() => {
  test.use({
    expectedConsole: [
      "net::ERR_FAILED",
      "net::ERR_CONNECTION_REFUSED",
      "could not be reached",
      "401",
      "The session was not renewed",
    ],
  });

  test("a draft is still there after Esc, a reload and a new session, and Ctrl+Enter names what is missing", async ({
    page,
    site,
  }) => {
    const reference = await withRequest(page, site);
    await page.keyboard.press("q");
    await page.keyboard.press("Control+Enter");
    await expect(
      composer(page).getByRole("alert").filter({ hasText: "Front diff: the price is missing" }),
    ).toBeVisible();
    await page.keyboard.type("185 a +15 5d");
    await page.keyboard.press("Escape");
    await expect(composer(page)).toBeHidden();
    await expect.poll(() => site.sql("select version from quote_drafts")).toHaveLength(1);
    await page.keyboard.press("q");
    const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
    const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
    const expectDraft = async () => {
      await expect(lines.first().getByRole("textbox", { name: "Price" })).toHaveValue("185");
      await expect(lines.first().getByRole("combobox", { name: "Grade" })).toHaveValue("A");
      await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("15");
      await expect(composer(page).getByRole("spinbutton", { name: "Days valid" })).toHaveValue("5");
    };
    await expectDraft();

    // Not saved when the page goes away: the server is out of reach.
    await page.route("**/quote-draft", (route) => route.abort());
    await composer(page).getByRole("textbox", { name: "Your own words" }).fill("It turns freely.");
    // The button stays under the mouse when the press of it shows that the draft could not be saved.
    await composer(page).getByRole("button", { name: "Preview" }).hover();
    await page.mouse.down();
    await expect(composer(page).getByText("Can't reach the server")).toBeVisible();
    const pressed = page.waitForRequest("**/quote-draft");
    await page.mouse.up();
    await pressed;
    await page.reload();
    await page.unroute("**/quote-draft");
    await expect(record(page)).toContainText("Aroha Ngata");
    await page.keyboard.press("q");
    await expectDraft();
    await expect(composer(page).getByRole("textbox", { name: "Your own words" })).toHaveValue(
      "It turns freely.",
    );
    await composer(page).getByRole("textbox", { name: "Your own words" }).press("End");
    await page.keyboard.type("!");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await site.start();
    await signIn(page, `/admin?record=${reference}`);
    await expect(record(page)).toContainText("Aroha Ngata");
    await page.keyboard.press("q");
    await expectDraft();
    await expect(composer(page).getByRole("textbox", { name: "Your own words" })).toHaveValue(
      "It turns freely.!",
    );
  });
});

test("a paragraph pasted as evidence is marked with what to do, and takes nothing else with it in a reload", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185 a");
  const evidence = composer(page).getByRole("textbox", { name: "Evidence" });
  const more = composer(page).getByText("Kind, label and evidence");
  await more.click();
  const pasted = `Boots: whole\n${"x".repeat(310)}`;
  await evidence.fill(pasted);
  const problem = "Line 2 has 10 characters too many: shorten it, or start a new line";
  await expect(composer(page).getByText(problem, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await evidence.blur();
  await expect(composer(page).getByRole("alert")).toHaveText(`Evidence of Front diff: ${problem}`);

  await page.reload();
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  await expect(composer(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue("185");
  await expect(evidence).toBeHidden();
  await composer(page).getByRole("button", { name: "Preview" }).click();
  await expect(evidence).toBeFocused();
  await expect(evidence).toHaveValue(pasted);
  await evidence.fill(Array.from({ length: 22 }, (_, index) => `Measured ${index}`).join("\n"));
  await expect(composer(page).getByText("At most 20 lines: take out 2", { exact: true })).toBeVisible();
  await evidence.fill("Boots: whole");
  await expect(composer(page).getByText("Draft saved")).toBeVisible();
  await expect(composer(page).getByRole("alert")).toBeHidden();
});

test("a composer that is closed and opened again while its draft is being saved goes on with that draft", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/quote-draft", async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press("q");
  await page.keyboard.type("185");
  const saving = page.waitForRequest("**/quote-draft");
  await page.keyboard.press("Escape");
  await saving;
  await page.keyboard.press("q");
  await expect(composer(page)).toBeVisible();
  await page.keyboard.type("190");
  // Longer than the pause in typing after which a draft is saved.
  await page.waitForTimeout(1000);
  release();
  await expect(composer(page).getByText("Draft saved")).toBeVisible();
  expect(site.sql("select version, draft like '%19000%' as is_last from quote_drafts")).toEqual([
    { version: 2, is_last: 1 },
  ]);
});

/** Saves a draft for the request that is open. */
async function saveDraft(page: Page, typed: string): Promise<void> {
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  await page.keyboard.type(typed);
  await expect(composer(page).getByText("Draft saved")).toBeVisible();
}

test.describe(() => {
  test.use({ expectedConsole: ["412"] });

  test("if a second person saves first, the first person is told, and a reload shows the other draft", async ({
    page,
    site,
    browser,
  }) => {
    const reference = await withRequest(page, site);
    await page.keyboard.press("q");
    await page.keyboard.type("185");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();

    await addMere(site);
    const context = await browser.newContext({ baseURL: site.origin });
    const other = await context.newPage();
    await signInAsMere(other, `/admin?record=${reference}`);
    await saveDraft(other, "220 c");
    await context.close();

    await page.keyboard.type(" a");
    const conflict = composer(page).getByRole("alert");
    await expect(conflict).toHaveText("Somebody saved first. Copy your text, then reload.");
    await expectAccessible(page);
    expect(JSON.stringify(site.sql("select draft from quote_drafts"))).toContain("22000");
    await page.reload();
    await expect(record(page).getByRole("button", { name: "Reply" }).first()).toBeVisible();
    await page.keyboard.press("q");
    await expect(composer(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue("220");
  });
});
