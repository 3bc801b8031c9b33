import type { Locator, Page } from "@playwright/test";

import { openSettings } from "./settings-pages.ts";
import { expect, expectAccessible, test } from "./site.ts";

/** The form of the setting with that title. */
const box = (page: Page, title: string) => page.locator(`:has(> h3:text-is("${title}")) > form`);
const save = (form: Locator) => form.getByRole("button", { name: "Save" });
const status = (form: Locator) => form.getByRole("status").last();

test("a freight price that is cleared is marked instead of becoming 0, and the next one is what is typed", async ({
  page,
  site,
}) => {
  await openSettings(page, "Quotes and freight");
  const form = box(page, "Freight to the gate");
  const price = form.getByRole("textbox", { name: "North Island, up to 5 kg" });
  await form.getByRole("textbox", { name: "Service" }).fill("Tractor");
  await price.clear();
  await expect(price).toHaveValue("");
  await expect(form.getByText("A price such as 15 or 15.50; 0 if it is free")).toBeVisible();
  await expectAccessible(page);
  await save(form).click();
  await expect(price).toBeFocused();
  expect(site.sql("select value from desk_settings")).toEqual([]);
  await price.pressSequentially("17");
  await expect(price).toHaveValue("17");
  await save(form).click();
  await expect(status(form)).toHaveText("Saved");
  expect(JSON.stringify(site.sql("select value from desk_settings"))).toContain('\\"S\\":1700,');
});

test("a setting that cannot be saved says at its field what to do; blank lines at the end are dropped", async ({
  page,
  site,
}) => {
  await openSettings(page, "Quotes and freight");
  const carriers = box(page, "Carriers");
  const link = carriers.getByRole("textbox", { name: "Tracking link" }).nth(1);
  await link.fill("www.nzpost.co.nz/track");
  await expect(
    carriers.getByText("Start the link with https://, put {n} where the number goes"),
  ).toBeVisible();
  await save(carriers).click();
  await expect(link).toBeFocused();
  await link.fill("https://www.nzpost.co.nz/track/{n} ");
  await carriers.getByRole("textbox", { name: "Name" }).nth(1).fill("  ");
  await save(carriers).click();
  await expect(carriers.getByRole("alert")).toHaveText("Row 2: Name is missing");
  await carriers.getByRole("textbox", { name: "Name" }).nth(1).fill("Post");
  await save(carriers).click();
  await expect(status(carriers)).toHaveText("Saved");
  await expect(link).toHaveValue("https://www.nzpost.co.nz/track/{n}");

  const templates = box(page, "Line templates");
  const evidence = templates.getByRole("textbox", { name: "Evidence" }).first();
  await evidence.fill(`Turned by hand\n${"x".repeat(301)}`);
  await expect(templates.getByText("Line 2 has 1 character too many: shorten it")).toBeVisible();
  await evidence.fill("Turned by hand\n\n");
  await save(templates).click();
  await expect(status(templates)).toHaveText("Saved");
  await expect(evidence).toHaveValue("Turned by hand");

  const reasons = box(page, "Reasons to decline");
  const field = reasons.getByRole("textbox");
  await field.fill(Array.from({ length: 14 }, (_, index) => `Reason ${index}`).join("\n"));
  await expect(reasons.getByText("At most 12 lines: take out 2")).toBeVisible();
  await expectAccessible(page);
  await field.fill("Too dear\nOther\n");
  await save(reasons).click();
  await expect(status(reasons)).toHaveText("Saved");
  const stored = site.sql("select value from desk_settings where name = 'decline-reasons'");
  expect(stored).toEqual([{ value: '["Too dear","Other"]' }]);
});
