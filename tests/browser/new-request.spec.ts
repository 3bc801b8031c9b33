import type { Page } from "@playwright/test";

import { dealSettings } from "./deal.ts";
import {
  addName,
  cards,
  composer,
  form,
  history,
  order,
  record,
  shorthand,
  title,
  wide,
  withRequest,
} from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ settings: dealSettings, viewport: wide });

const dialog = (page: Page, name = "New request") => page.getByRole("dialog", { name });
const field = (page: Page, label: string) => page.getByRole("dialog").getByRole("textbox", { name: label });
const soon = { timeout: 20_000 };

/** Counts the keys besides those of the words. */
function keyboardOf(page: Page) {
  const count = { keys: 0 };
  return {
    count,
    async press(...keys: string[]) {
      for (const key of keys) {
        count.keys += 1;
        await page.keyboard.press(key);
      }
    },
    type: (words: string) => page.keyboard.type(words),
  };
}

test("by keyboard alone, a call becomes a request in eight keys, is quoted, read out and approved by phone", async ({
  page,
  site,
}) => {
  await addName(site);
  await signIn(page);
  await page.mouse.move(10, 10);
  const { count, press, type } = keyboardOf(page);
  await press("Shift+N");
  await expect(dialog(page).getByRole("combobox", { name: "Make" })).toBeFocused();
  for (const words of ["Honda", "TRX420FM", "2015", "Rear rack", "Wiremu Tait"]) {
    await type(words);
    await press("Tab");
  }
  await type("021 555 0199");
  await press("Control+Enter");
  expect(count.keys).toBeLessThanOrEqual(12);
  await expect(title(page)).toHaveText("2015 Honda TRX420FM", soon);
  await expect(dialog(page)).toBeHidden();
  await expect(record(page)).toContainText("Came by phone, entered by Mia Rata");
  await expect(record(page)).toContainText("Consent: not asked, it came by phone");
  await expectAccessible(page);

  await press("q");
  await expect(shorthand(page)).toBeFocused();
  await type("120 b +15");
  await press("Control+Enter");
  await expect(composer(page).getByRole("button", { name: /^Send/ })).toBeVisible();
  await press("Control+Enter");
  const told = record(page).getByRole("button", { name: "We have told them" });
  await expect(told).toBeVisible(soon);
  await expect(record(page).getByRole("link", { name: "Text it to 021 555 0199" })).toHaveAttribute(
    "href",
    /^sms:0215550199\?body=Hi%20Wiremu%2C.*%2Fmy%2FQK-/,
  );
  await expect(history(page)).toContainText("No e-mail address: tell them. Their quote");
  await expect(cards(page)).toContainText("Tell them");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize(wide);
  await press("w");
  await expect(told).toBeHidden();

  await press("y");
  await expect(form(page, "Approve for the customer")).toBeVisible();
  await form(page, "Approve for the customer")
    .getByRole("textbox")
    .last()
    .fill("Wiremu said yes on the phone");
  await press("Control+Enter");
  await expect(order(page)).toContainText("$135.00", soon);
  await expect(told).toBeVisible();
  expect(site.sql("select count(*) as mails from outbox where kind <> 'staff'")).toEqual([{ mails: 0 }]);
});

test("the form tells who has the number already, keeps what was typed, and names what is missing", async ({
  page,
  site,
}) => {
  const reference = await withRequest(page, site);
  await page.keyboard.press("Shift+N");
  await field(page, "Full name").fill("Somebody Else");
  await field(page, "Phone, or an e-mail address").fill("021 555 0100");
  await expect(dialog(page).getByRole("link", { name: /Front diff/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press("Shift+N");
  await expect(field(page, "Full name")).toHaveValue("Somebody Else");
  await page.keyboard.press("Control+Enter");
  await expect(dialog(page).getByText("Part needed is required")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize(wide);
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await record(page).getByRole("button", { name: "New request for them" }).click();
  const copy = dialog(page, `New request after ${reference}`);
  await copy.getByRole("combobox", { name: "Part needed" }).fill("CV axle, 26 splines");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("link", { name: reference }).first()).toBeVisible(soon);
  await expect(record(page)).toContainText(`Follows ${reference}`);
});

test("an unfiled mail becomes a request with one key, prefilled from its words", async ({ page, site }) => {
  await addName(site);
  await site.receive({
    from: "Sue King <sue@farm.example>",
    subject: "Rack",
    text: "Have you got a rear rack for a 2012 Grizzly 700? Ring me on 021 555 0144",
  });
  await signIn(page);
  await expect(page.getByRole("link", { name: "Inbox 1 to file" })).toBeVisible(soon);
  for (const key of "gi") await page.keyboard.press(key);
  await expect(page.getByRole("article")).toBeFocused();
  await page.keyboard.press("q");
  const entry = dialog(page, "New request of this mail");
  await expect(entry.getByRole("combobox", { name: "Model" })).toHaveValue("Grizzly 700");
  await page.keyboard.press("Control+Enter");
  await expect(title(page)).toHaveText("2012 Yamaha Grizzly 700", soon);
  await expect(history(page)).toContainText("Have you got a rear rack");
  await expect(record(page)).toContainText("021 555 0144");
  expect(site.sql("select state from inbound_mails")).toEqual([{ state: "filed" }]);
});
