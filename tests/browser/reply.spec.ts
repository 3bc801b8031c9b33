import { contactMessage } from "#domain/forms/contact-message.ts";

import { cards, record } from "./desk-page.ts";
import { textOf, withTwoRequests } from "./reply.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test("a routine reply: the name is asked for once, then four keys send it; it is delivered, stops the clock and the next record opens; once it has left, a failed call brings no undo back", async ({
  page,
  site,
  expectedConsole,
}) => {
  expectedConsole.push("503");
  const [first = "", second = ""] = await withTwoRequests(page, site);
  await page.keyboard.press("r");
  const name = record(page).getByRole("textbox", { name: "Your name" });
  await expect(name).toBeFocused();
  await page.keyboard.type("Mia Rata");
  await page.keyboard.press("Enter");
  const saved = record(page).getByRole("list", { name: "Saved replies" });
  await expect(saved.getByRole("button")).toHaveText([
    /Quote: not in stock/,
    /Quote: we have it/,
    /Quote: which one fits/,
    /Short reply/,
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  // The measured job: every key that is pressed.
  const began = Date.now();
  const keys = ["r", "1", "Control+Enter"];
  await page.keyboard.press("r");
  await expect(saved).toBeVisible();
  await page.keyboard.press("1");
  await expect(textOf(page)).toHaveValue(/^Hi Kiri,[^]*CV axle boot[^]*Mia Rata/);
  await expect(textOf(page)).not.toHaveValue(/[{}]/);
  await page.keyboard.press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(keys.join("+").split("+").length).toBeLessThanOrEqual(8);

  await expect(page).toHaveURL(new RegExp(first));
  const answer = Promise.withResolvers<void>();
  await page.route("**/desk-call?*", async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: { error: "Busy" } });
  });
  await cards(page).filter({ hasText: second }).getByRole("link").first().click();
  await record(page).getByRole("button", { name: "Log a call" }).click();
  // Ten seconds to take it back.
  await expect(record(page)).toContainText("Accepted by our mail server", { timeout: 20_000 });
  answer.resolve();
  await expect(record(page).getByText("Busy.", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Sending reply/)).toBeHidden({ timeout: 2000 });
  await expect(record(page)).not.toContainText("Due by");
  const mails = (await site.mails()).filter(({ text }) => text?.startsWith("Hi Kiri,") === true);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(second);

  // Nobody waits for an answer after it: the record stays open.
  await cards(page).filter({ hasText: "Liam Wihongi" }).getByRole("link").first().click();
  await expect(record(page)).toContainText("Liam Wihongi");
  await page.keyboard.press("r");
  await expect(saved).toBeVisible();
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Sending reply to ${first}`)).toBeVisible();
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
});

test("a saved reply with something left to fill in is asked about once before it leaves", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  const fill = () => ({
    full_name: "Ben Rata",
    email: "ben@farm.example",
    subject: "Open?",
    message: "Are you open?",
  });
  const [reference] = await site.add({ submission: contactMessage, percent: 100, fill }, 1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?tab=contact_messages&record=${reference}`);
  await expect(record(page)).toContainText("Ben Rata");
  await page.keyboard.press("r");
  await expect(record(page).getByRole("button", { name: "Contact: answer" })).toBeVisible();
  await page.keyboard.press("1");
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.press("Control+Enter");
  const alert = record(page).getByRole("alert");
  await expect(alert.filter({ hasText: "Fill in the empty lines, or send it as it is" })).toBeVisible();
  await expectAccessible(page);
  expect(site.sql("select key from outbox where kind = 'reply'")).toEqual([]);
  await textOf(page).fill("Hi Ben,\n\nYes.\n\nCome on [day].\n\nMia");
  await page.keyboard.press("Control+Enter");
  await expect(alert.filter({ hasText: "Fill in “[day]”, or send it as it is" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Sending reply to ${reference}`)).toBeVisible();
});

test("a reply is taken back with one key and its text is still there, and the reply begun to another record keeps the focus; a draft survives a reload; a brace is not sent", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  const [, second = ""] = await withTwoRequests(page, site);
  await page.keyboard.press("r");
  await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
  await page.keyboard.press("4");
  await textOf(page).fill("Hi Kiri, we have the {part}.");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "{part}" })).toBeVisible();
  await textOf(page).fill("Hi Kiri, it is here.");
  await page.reload();
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  // The list says which record is next.
  await expect(cards(page)).toHaveCount(2);
  await textOf(page).press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  const discard = record(page).getByRole("button", { name: "Discard" });
  await discard.focus();
  await page.keyboard.press("z");
  await expect(page.getByText(/^Undone. Reply to/)).toBeVisible();
  await expect(discard).toBeFocused();
  await page.goto(`/admin?record=${second}`);
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  await expect(record(page)).toContainText("Took the reply back before it left");
  await expect(record(page)).toContainText(/Due by|Overdue/);
});

test("a response that comes after the user has opened another record, or another tab, takes them nowhere; a reply on its way is shown as such and cannot be discarded, and one that failed is named", async ({
  page,
  site,
  expectedConsole,
}) => {
  expectedConsole.push("503");
  await site.change("update users set full_name = 'Mia Rata'");
  const [, second = ""] = await withTwoRequests(page, site);
  const [newest = ""] = await site.addQuotes(1);
  for (const leave of [
    () => cards(page).filter({ hasText: newest }).getByRole("link").first().click(),
    () => page.getByRole("tab", { name: /Contact Messages/ }).click(),
  ]) {
    const answer = Promise.withResolvers<void>();
    await page.route("**/desk-reply?*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`/admin?record=${second}`);
    await expect(cards(page)).toHaveCount(3);
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await record(page).getByRole("button", { name: "Short reply" }).click();
    await textOf(page).fill("Hi Kiri, it is here.");
    await textOf(page).press("Control+Enter");
    await leave();
    await expect(textOf(page)).toHaveCount(0);
    const place = page.url();
    answer.resolve();
    await expect(page.getByText(`Sending reply to ${second}`)).toBeVisible();
    await expect(page).toHaveURL(place);
    await page.unroute("**/desk-reply?*");
  }

  const [refused, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/desk-reply?*", async (route) => {
    await refused.promise;
    await route.fulfill({ status: 503, json: { error: "Busy" } });
  });
  const open = (reference: string) =>
    cards(page).filter({ hasText: reference }).getByRole("link").first().click();
  await page.goto(`/admin?record=${newest}`);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill("Hi, it is here.");
  await textOf(page).press("Control+Enter");
  // A slow device still shows the record that is being left when the response comes.
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await open(second);
  await expect(page).toHaveURL(new RegExp(second));
  refused.resolve();
  await expect(page.getByText(`The reply was not sent: ${newest}`)).toBeVisible();
  await device.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.unroute("**/desk-reply?*");
  await page.route("**/desk-reply?*", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open(newest);
  await expect(record(page).getByText("Busy. Your reply is still here.")).toBeVisible();
  await textOf(page).press("Control+Enter");
  await open(second);
  await expect(textOf(page)).toHaveCount(0);
  await open(newest);
  await expect(record(page).getByRole("button", { name: "Sending..." })).toBeVisible();
  await expect(textOf(page)).not.toBeEditable();
  await record(page).getByRole("button", { name: "Discard" }).click({ force: true });
  await expect(textOf(page)).toHaveValue("Hi, it is here.");
  await site.change("update quote_requests set status = 'completed', version = version + 1000");
  await page.getByRole("button", { name: "Refresh" }).click();
  answer.resolve();
  await expect(page.getByText(`Sending reply to ${newest}`)).toBeVisible();
  await expect(textOf(page)).toHaveCount(0);
  await open(second);
  await page.keyboard.press("z");
  await open(newest);
  await expect(textOf(page)).toHaveValue("Hi, it is here.");
});
