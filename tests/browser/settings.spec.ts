import type { Page } from "@playwright/test";

import { openSection, openSettings } from "./settings-pages.ts";
import { expect, expectAccessible, signInAgain, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed", "NotFoundError"] });

const service = (page: Page) => page.getByRole("textbox", { name: "Service, as customers read it" });
const save = (page: Page) => page.getByRole("button", { name: "Save" }).first();
const status = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^(Saved|Not saved yet)$/ })
    .first();

test("a setting is changed; if a colleague saves first, the text stays and nothing is overwritten", async ({
  page,
  site,
}) => {
  await openSettings(page, "Quotes and freight");
  await service(page).fill("Tractor");
  await expect(status(page)).toHaveText("Not saved yet");
  await save(page).click();
  await expect(status(page)).toHaveText("Saved");
  await site.change(
    `update desk_settings set version = version + 1, value = replace(value, '"Tractor"', '"Ute"')`,
  );
  await service(page).fill("Horse");
  await save(page).click();
  await expect(page.getByRole("alert")).toHaveText("Somebody saved first. Copy your text, then reload.");
  await expect(service(page)).toHaveValue("Horse");
  await expectAccessible(page);
  expect(JSON.stringify(site.sql("select value from desk_settings"))).toContain("Ute");

  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "Back to desk" }).click();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(service(page)).toHaveValue("Horse");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await openSection(page, "Quotes and freight");
  await expect(service(page)).toHaveValue("Ute");
});

test("a saved reply is added, changed and deleted; a session that ends meanwhile and a colleague lose no word", async ({
  page,
  context,
  site,
}) => {
  await openSettings(page, "Saved replies");
  const attack = `<img src=x onerror="document.title='owned'"> {nmae} 🚜 مرحبا`;
  await page.getByText("Add a reply").click();
  const added = page
    .getByRole("group")
    .filter({ has: page.getByRole("button", { name: "Add", exact: true }) });
  await added.getByLabel("Title").fill("Pick-up");
  await added.getByLabel("Text").fill(attack);
  await expect(added.getByText("Not a placeholder: {nmae}")).toBeVisible();
  const text = attack.replace("nmae", "name");
  await added.getByLabel("Text").fill(text);
  await added.getByLabel("Text").press("End");
  await added.getByRole("button", { name: /Insert \{part\}/ }).click();
  await expect(added.getByText(/onerror.*Aroha.*front diff/)).toBeVisible();
  await context.clearCookies();
  await added.getByRole("button", { name: "Add", exact: true }).click();
  await signInAgain(page);
  await page.getByText("Pick-up", { exact: true }).click();
  const editor = page.getByRole("group").filter({ has: page.getByText("Pick-up", { exact: true }) });
  await expect(editor.getByLabel("Text")).toHaveValue(`${text}{part}`);

  await site.change(
    "update saved_replies set body = 'Tom was here', updated_at = '2098-01-01T00:00:00.000Z' where title = 'Pick-up'",
  );
  await editor.getByLabel("Text").fill("Mia was here");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toHaveText("Somebody saved first. Copy your text, then reload.");
  await expect(editor.getByLabel("Text")).toHaveValue("Mia was here");
  await expectAccessible(page);
  expect(site.sql("select body from saved_replies where title = 'Pick-up'")).toEqual([
    { body: "Tom was here" },
  ]);

  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText("Pick-up", { exact: true }).click();
  await editor.getByLabel("Text").fill("Mia was here");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByText("Saved.")).toBeVisible();
  await editor.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Pick-up", { exact: true })).toBeHidden();
  expect(await page.title()).not.toContain("owned");
});

test("every section is accessible on a phone in the dark, and fits 320 px and text of 200 %", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await openSettings(page, "Your account");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const sections = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  for (const section of await sections.allTextContents()) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await openSection(page, section);
    await expect(page.getByText("Loading data...")).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([section, await overflow()]).toEqual([section, 0]);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect([section, await overflow()]).toEqual([section, 0]);
  }
});

test("a browser extension has taken parts out of the desk: the last resort, and a way home", async ({
  page,
  site,
}) => {
  await openSettings(page, "Alerts");
  await page.getByRole("link", { name: "Back to desk" }).click();
  await expect(page.getByRole("tab").first()).toBeVisible();
  await page.evaluate(() => document.querySelector("body > :has(main), body > main")?.remove());
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await page.getByRole("link", { name: "home page" }).click();
  await expect(page).toHaveURL(`${site.origin}/`);
});
