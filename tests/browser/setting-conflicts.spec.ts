import type { Page } from "@playwright/test";

import { openSection, openSettings } from "./settings-pages.ts";
import { expect, expectAccessible, test } from "./site.ts";

// What browsers and our own code log if a call is refused or fails (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "could not be reached"] });

const service = (page: Page) => page.getByRole("textbox", { name: "Service, as customers read it" }).last();
const save = (page: Page) => page.getByRole("button", { name: "Save" }).first();
const status = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^(Saved|Not saved yet)$/ })
    .first();
const theirs = (page: Page) => page.getByRole("group", { name: "What someone else has saved" });

async function openFreight(page: Page): Promise<void> {
  await openSettings(page, "Quotes and freight");
  await expect(service(page)).toHaveValue("Courier");
}

test("a save keeps the focus and what is typed before its response, which the next save stores", async ({
  page,
  site,
}) => {
  await openFreight(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/desk-settings/freight", async (route) => {
    await released;
    await route.continue();
  });
  await service(page).fill("Tractor ");
  const region = await status(page).elementHandle();
  await save(page).click();
  await service(page).fill("Tractor and trailer");
  release();
  const stored = () => JSON.stringify(site.sql("select value from desk_settings"));
  await expect.poll(stored).toContain('Tractor\\"');
  await expect(service(page)).toHaveValue("Tractor and trailer");
  await expect(service(page)).toBeFocused();
  await expect(status(page)).toHaveText("Not saved yet");
  await save(page).press("Enter");
  await expect(status(page)).toHaveText("Saved");
  await expect(save(page)).toBeFocused();
  // Screen readers announce what changes in a region, not a region that comes with its text.
  expect(await region.textContent()).toBe("Saved");
  expect(stored()).toContain("Tractor and trailer");
});

test("a save whose response is lost is no conflict: pressed again, it says that it is saved", async ({
  page,
  site,
}) => {
  await openFreight(page);
  const lose = async (route: Parameters<Parameters<Page["route"]>[1]>[0]) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/desk-settings/freight", lose, { times: 1 });
  await service(page).fill("Tractor");
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("Can't reach the server");
  await save(page).click();
  await expect(status(page)).toHaveText("Saved");
  await expect(page.getByRole("alert")).toBeHidden();
  expect(site.sql("select version from desk_settings")).toEqual([{ version: 1 }]);
});

test("if a colleague has saved a setting first, both are shown and the user chooses", async ({
  page,
  site,
}) => {
  await openFreight(page);
  await service(page).fill("Tractor");
  await save(page).click();
  await expect(status(page)).toHaveText("Saved");
  const changeTo = (name: string, from: string) =>
    site.change(
      `update desk_settings set version = version + 1, value = replace(value, '"${from}"', '"${name}"')`,
    );
  await changeTo("Ute", "Tractor");
  await service(page).fill("Horse");
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("Nothing was overwritten");
  await expect(theirs(page).getByRole("textbox", { name: "Service" })).toHaveValue("Ute");
  await expect(service(page)).toHaveValue("Horse");
  await expectAccessible(page);
  await theirs(page).getByRole("button", { name: "Keep mine" }).click();
  await expect(status(page)).toHaveText("Saved");
  await expect(theirs(page)).toBeHidden();
  await expect(save(page)).toBeFocused();
  expect(JSON.stringify(site.sql("select value from desk_settings"))).toContain("Horse");

  await changeTo("Train", "Horse");
  await service(page).fill("Mule");
  await save(page).click();
  await theirs(page).getByRole("button", { name: "Take theirs" }).click();
  await expect(service(page)).toHaveValue("Train");
  await expect(save(page)).toBeFocused();
  await expect(page.getByRole("alert")).toBeHidden();
  await service(page).fill("Train and ute");
  await save(page).click();
  await expect(status(page)).toHaveText("Saved");
});

test("if a colleague has saved a reply first, both are shown and the user chooses", async ({
  page,
  site,
}) => {
  await openSettings(page, "Saved replies");
  const title = "Quote: we have it";
  const editor = page
    .getByRole("group")
    .filter({ has: page.getByText(title, { exact: true }) })
    .first();
  const text = editor.getByRole("textbox", { name: "Text" });
  await page.getByText(title, { exact: true }).click();
  const changeTo = (body: string, year: number) =>
    site.change(
      `update saved_replies set body = '${body}', updated_at = '${year}-01-01T00:00:00.000Z' where title = '${title}'`,
    );
  const saveReply = editor.getByRole("button", { name: "Save" });
  const stored = () => site.sql(`select body from saved_replies where title = '${title}'`);
  await changeTo("Tom was here", 2098);
  await text.fill("Mia was here");
  await saveReply.click();
  await expect(editor.getByRole("alert")).toContainText("Nothing was overwritten");
  await expect(theirs(page)).toContainText("Tom was here");
  await expectAccessible(page);
  await theirs(page).getByRole("button", { name: "Keep mine" }).click();
  await expect(editor.getByText("Saved.")).toBeVisible();
  await expect(saveReply).toBeFocused();
  expect(stored()).toEqual([{ body: "Mia was here" }]);

  await changeTo("Tom again", 2099);
  await text.fill("Mia again");
  await saveReply.click();
  await theirs(page).getByRole("button", { name: "Take theirs" }).click();
  await expect(text).toHaveValue("Tom again");
  await expect(editor.getByRole("alert")).toBeHidden();
  await openSection(page, "Sessions");
});
