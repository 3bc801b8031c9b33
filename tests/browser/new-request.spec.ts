import type { Page } from "@playwright/test";

import { contactMessage } from "#domain/forms/contact-message.ts";

import { dealSettings } from "./deal.ts";
import {
  addName,
  cards,
  composer,
  expectFitsPhone,
  form,
  history,
  keyboardOf,
  kiri,
  openRecord,
  order,
  quotes,
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

test("by keyboard alone, a call becomes a request in eight keys, is quoted, read out, approved by phone, paid, packed and collected", async ({
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
  await type("120 b pickup");
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
  await expectFitsPhone(page);
  const tell = async () => {
    await expect(told).toBeVisible(soon);
    await press("w");
    await expect(told).toBeHidden();
  };
  await tell();
  await press("y");
  await expect(form(page, "Approve for the customer")).toBeVisible();
  await form(page, "Approve for the customer")
    .getByRole("textbox")
    .last()
    .fill("Wiremu said yes on the phone");
  await press("Control+Enter");
  await expect(order(page)).toContainText("$120.00", soon);
  await tell();
  await press("p");
  await expect(form(page, "Payment")).toBeVisible();
  await press("Control+Enter");
  await expect(order(page)).toContainText("paid in full", soon);
  await tell();
  await press("g", "p");
  await expect(page.getByRole("button", { name: /^Pull Rear rack for/ })).toBeFocused();
  await press("Enter");
  const packed = page.getByRole("button", { name: "Packed" });
  await expect(packed).toBeVisible();
  await expectFitsPhone(page);
  await packed.press("Enter");
  await page.getByRole("link", { name: /Collected$/ }).press("Enter");
  await tell();
  await expect(record(page)).toContainText("Customer’s page: Paid: ready to collect");
  await expectFitsPhone(page);
  await press("w");
  await expect(order(page)).toContainText("Delivered", soon);
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
  await expectFitsPhone(page);
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await record(page).getByRole("button", { name: "New request for them" }).click();
  const copy = dialog(page, `New request after ${reference}`);
  await copy.getByRole("combobox", { name: "Part needed" }).fill("CV axle, 26 splines");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("link", { name: reference }).first()).toBeVisible(soon);
  await expect(record(page)).toContainText(`Follows ${reference}`);
});

test("by keyboard alone, an unfiled mail becomes a request, prefilled from its words, and is quoted by mail, paid and delivered", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("409"); // It is sent although nobody pulled the part.
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

  await page.keyboard.press("q");
  await expect(shorthand(page)).toBeFocused();
  await page.keyboard.type("140 b +25");
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).getByRole("button", { name: /^Send/ })).toBeVisible();
  await expectFitsPhone(page);
  await page.keyboard.press("Control+Enter");
  await expect(quotes(page)).toContainText(/accepted by our mail server/i, soon);
  const [quote] = (await site.mails()).filter(({ subject = "" }) => subject.startsWith("Your quote"));
  expect(quote?.to).toMatchObject([{ address: "sue@farm.example" }]);
  const steps = [
    ["y", "Approve for the customer", "Sue wrote yes", "Awaiting payment"],
    ["p", "Payment", "", "paid in full"],
    ["t", "Parcel", "AB123456789NZ", "On its way"],
  ] as const;
  for (const [key, name, words, becomes] of steps) {
    await page.keyboard.press(key);
    await expect(form(page, name)).toBeVisible();
    if (key === "y") await page.keyboard.press("Tab");
    if (words !== "") await page.keyboard.type(words);
    await page.keyboard.press("Control+Enter");
    if (key === "t")
      await form(page, name)
        .getByRole("button", { name: /all the same$/ })
        .press("Enter");
    await expect(order(page)).toContainText(becomes, soon);
  }
  await page.keyboard.press("w");
  await expect(order(page)).toContainText("Delivered", soon);
  await expectFitsPhone(page);
});

test("q on a contact message opens the form with what it says; a machine for sale is entered by the same form", async ({
  page,
  site,
}) => {
  const message = "Have you got a CV axle for a 2015 Honda TRX420FM?";
  const [reference = ""] = await site.submit(contactMessage, { ...kiri.message, message });
  await openRecord(page, reference);
  await page.keyboard.press("q");
  const entry = dialog(page, "New request of this message");
  await expect(entry.getByRole("textbox", { name: "Full name" })).toHaveValue(kiri.message.full_name);
  await expect(entry.getByRole("combobox", { name: "Part needed" })).toHaveValue("CV axle");
  await page.keyboard.press("Control+Enter");
  await expect(title(page)).toHaveText("2015 Honda TRX420FM", soon);
  expect(site.sql("select status from contact_messages")).toEqual([{ status: "completed" }]);

  await page.keyboard.press("Shift+N");
  await dialog(page).getByRole("combobox", { name: "What for" }).selectOption("They sell us a machine");
  await field(page, "Full name").fill("Wiremu Tait");
  await field(page, "Phone, or an e-mail address").fill("021 555 0199");
  await dialog(page).getByRole("combobox", { name: "Make" }).fill("Honda");
  await dialog(page).getByRole("combobox", { name: "Model" }).fill("TRX500");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.keyboard.press("Control+Enter");
  await expect(title(page)).toContainText("Honda TRX500", soon);
  expect(site.sql("select channel from vehicle_submissions")).toEqual([{ channel: "phone" }]);
});
