import type { Page } from "@playwright/test";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addName, cards, history, kiri, openRecord, record, replyText, wide, title } from "./desk.ts";
import { photo } from "./photo.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, signIn, test } from "./site.ts";

const soon = { timeout: 20_000 };
const mails = (page: Page) => page.getByRole("list", { name: "Mails to file" }).locator("> li");
/** The mail that is open in the inbox. */
const mail = (page: Page) => page.getByRole("article");
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

const places = (site: SiteProcess) =>
  site.sql("select subject, state, ref_number from inbound_mails order by at, subject");

test("the inbox by keyboard: a mail is filed with one press, by digit or by reference, made a contact message or ignored; others arrive meanwhile", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("404");
  const older = await site.addQuote();
  const newer = await site.addQuote({ make: "Suzuki", model: "LT-A400F" });
  const from = `Aroha Ngata <${quoteExample.email}>`;
  await page.setViewportSize(wide);
  await signIn(page);
  await site.receive({ from, subject: "Is it still there?", text: "I would take both." });
  await expect(page.getByRole("link", { name: "Inbox 1 to file" })).toBeVisible(soon);
  for (const key of "gi") await page.keyboard.press(key);
  await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  await expect(mail(page)).toBeFocused();
  await expect(mail(page)).toContainText("I would take both.");

  for (const one of [
    { from, subject: "The Honda", text: "How much is the post?" },
    { from: "Tama <tama@other.example>", subject: "Also by hand", text: "Sent from my wife’s phone." },
    { from: "Hēmi <hemi@other.example>", subject: "Tyres?", text: "Do you have 25x8-12?" },
    { from: "Deals <best@offers.example>", subject: "Cheap links", text: "Buy now" },
  ]) {
    await site.receive(one);
    await expect(mails(page).filter({ hasText: one.subject })).toBeVisible(soon);
  }
  await expect(mail(page), "what arrives takes no focus").toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "5 mails to file, oldest first" })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  for (const size of [360, 768]) {
    await page.setViewportSize({ width: size, height: 740 });
    expect(await width(page)).toBe(size);
    await expectAccessible(page);
  }
  await page.setViewportSize(wide);

  const suggestions = mail(page).getByRole("list", { name: "Where it may belong" }).getByRole("button");
  await expect(suggestions).toHaveText([new RegExp(`${newer}.*Same address`), new RegExp(older)]);
  await page.keyboard.press("j");
  await expect(mail(page)).toContainText("How much is the post?");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${newer}: the mail from Aroha Ngata is filed`)).toBeVisible();
  await expect(mail(page)).toContainText("How much is the post?");
  await expect(mail(page)).toBeFocused();
  await page.keyboard.press("2");
  await expect(page.getByText(`${older}: the mail from Aroha Ngata is filed`)).toBeVisible();

  await expect(mail(page)).toContainText("Also by hand");
  const reference = mail(page).getByRole("textbox", { name: "Reference of its record" });
  await reference.fill("QK-222222-2222");
  await page.keyboard.press("Enter");
  await expect(mail(page).getByText("There is no record with this reference")).toBeVisible();
  await reference.fill(older.toLowerCase().replaceAll("-", " "));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${older}: the mail from Tama is filed`)).toBeVisible();
  await expect(mail(page)).toContainText("Tyres?");
  await page.keyboard.press("c");
  await expect(page.getByText(/^QK-.*: made a contact message/)).toBeVisible();
  await expect(mail(page)).toContainText("Cheap links");
  await page.keyboard.press("i");
  await expect(page.getByText("No mail waits to be filed")).toBeVisible();
  await expectAccessible(page);
  const [contact] = site.sql("select ref_number from contact_messages where full_name = 'Hēmi'");
  expect(places(site)).toEqual([
    { subject: "Is it still there?", state: "filed", ref_number: newer },
    { subject: "The Honda", state: "filed", ref_number: older },
    { subject: "Also by hand", state: "filed", ref_number: older },
    { subject: "Tyres?", state: "filed", ref_number: contact?.["ref_number"] },
    { subject: "Cheap links", state: "ignored", ref_number: null },
  ]);
});

test.describe("a mail about a record", () => {
  test.use({ settings: { UNDO_SECONDS: "0" }, viewport: wide });

  test("shows live in its conversation with its files, waits for an answer in the lists, and is answered in one thread", async ({
    page,
    site,
    mailServer,
  }) => {
    await addName(site);
    const [reference = ""] = await site.submit(contactMessage, kiri.message);
    await site.change("update contact_messages set status = 'completed', answered_at = created_at");
    await openRecord(page, reference);
    const from = `Kiri <${kiri.message.email}>`;
    const subject = `Re: Parcel ${reference}`;
    const quoted =
      "\n\nOn Fri, 27 Nov 2026 at 2:02 pm, QuadKea <sales@quadkea.example> wrote:\n> We have your message.";
    await site.receive({
      from,
      subject,
      text: `It came broken, see the photo.${quoted}`,
      messageId: "<kiri-1@mail.example>",
      attachments: [
        { filename: "crack.jpg", content: await photo() },
        { filename: "receipt.pdf", content: "%PDF-1.4\n%%EOF" },
        { filename: "setup.exe", content: "MZ" },
      ],
    });
    const entry = history(page).getByRole("listitem").filter({ hasText: "Kiri wrote by e-mail" });
    await expect(entry).toContainText("It came broken, see the photo.", soon);
    const picture = entry.getByRole("img", { name: "crack.jpg" });
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
    await expect(entry.getByRole("link", { name: /receipt\.pdf/ })).toHaveAttribute("download");
    await expect(entry).toContainText("setup.exe (1 kB, not kept)");
    await expect(entry.getByText("We have your message.")).toBeHidden();
    await entry.getByText("Whole mail").click();
    await expect(entry.getByText("We have your message.")).toBeVisible();
    await entry.getByRole("button", { name: "Take receipt.pdf out" }).click();
    const dialog = page.getByRole("dialog", { name: "Take this file out?" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Take it out" }).click();
    await expect(entry).toContainText("receipt.pdf (1 kB, taken out)");
    await expect(history(page)).toContainText("Took a file out of an e-mail from the customer");
    await expect(cards(page).first()).toContainText("To answer");
    await page.getByRole("link", { name: "To answer" }).click();
    await expect(cards(page), "though it is closed").toHaveCount(1);
    await expectAccessible(page);

    const [receipt] = mailServer.messages.filter(({ name }) => name.startsWith("receipt"));
    const inReplyTo = receipt?.messageId ?? "";
    await site.receive({ from: "Tama <tama@other.example>", inReplyTo, subject, text: "And from me." });
    await site.receive({
      from,
      subject: `Auto: ${subject}`,
      text: "I am away.",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    await expect(history(page)).toContainText(`Automatic answer: Auto: ${subject}`, soon);
    await history(page).getByText(`Automatic answer: Auto: ${subject}`).click();
    await expect(history(page).getByText("I am away.")).toBeVisible();
    await title(page).focus();

    await page.keyboard.press("r");
    await page.keyboard.press("1");
    await expect(record(page).getByText(`in answer to their mail “${subject}”`)).toBeVisible();
    await replyText(page).fill("Sorry! We send another one.");
    await page.keyboard.press("Control+Enter");
    const sent = () => mailServer.messages.find(({ text }) => text?.includes("Sorry!"));
    await expect.poll(sent, soon).toMatchObject({ inReplyTo: "<kiri-1@mail.example>", subject });
    await expect(entry.getByRole("button", { name: "No answer needed" })).toBeHidden();

    const other = history(page).getByRole("listitem").filter({ hasText: "And from me." });
    await expect(other).toContainText("From another address: tama@other.example");
    await other.getByRole("button", { name: "It is theirs" }).click();
    await expect(page.getByText(`${reference}: the mail is the customer’s`)).toBeVisible();
    await expect(other).not.toContainText("From another address");
    await expect(cards(page)).toHaveCount(1);
    await other.getByRole("button", { name: "No answer needed" }).click();
    await expect(cards(page)).toHaveCount(0);
    await expect(history(page)).toContainText("Accepted by our mail server", soon);
  });

  test("names who else reads it, and is answered to all by keyboard", async ({ page, site, mailServer }) => {
    await addName(site);
    const [reference = ""] = await site.submit(contactMessage, kiri.message);
    await site.receive({
      from: `Kiri <${kiri.message.email}>`,
      replyTo: "Farm <farm@kiri.example>",
      cc: "Robin Hill <robin@kiri.example>, Büro <büro@kiri.example>",
      subject: `Re: ${reference}`,
      text: "Please answer all of us.",
    });
    await openRecord(page, reference);
    const entry = history(page).getByRole("listitem").filter({ hasText: "Please answer all of us." });
    await expect(entry).toContainText("Answers go to Farm farm@kiri.example", soon);
    await expect(entry).toContainText("Also to: Robin Hill robin@kiri.example, Büro büro@kiri.example");
    await page.keyboard.press("r");
    await page.keyboard.press("1");
    const goesTo = record(page).getByRole("group", { name: "Goes to" });
    await expect(goesTo.getByRole("checkbox", { checked: true })).toHaveAccessibleName("farm@kiri.example");
    await expect(goesTo.getByRole("checkbox"), "without what is no address").toHaveCount(3);
    await replyText(page).fill("We send it tomorrow.");
    await page.keyboard.press("Shift+Tab");
    await expect(goesTo.getByRole("button", { name: "Answer all" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await expect(goesTo.getByRole("checkbox", { name: "robin@kiri.example" })).toBeFocused();
    await page.keyboard.press("Space");
    await page.reload();
    await expect(goesTo.getByRole("checkbox", { checked: true })).toHaveCount(2);
    await goesTo.getByRole("button", { name: "Answer all" }).click();
    await expectAccessible(page);
    for (const size of [360, 768]) {
      await page.setViewportSize({ width: size, height: 740 });
      expect(await width(page)).toBe(size);
    }
    await page.setViewportSize(wide);
    await replyText(page).press("Control+Enter");
    const sent = () => mailServer.messages.find(({ name }) => name.startsWith("reply-"))?.envelope.to;
    const all = [kiri.message.email, "farm@kiri.example", "robin@kiri.example"];
    await expect.poll(sent, soon).toEqual(all);
  });

  test("that came back says why next to the number to ring, live, and is sent again", async ({
    page,
    site,
    mailServer,
  }) => {
    await addName(site);
    const [reference = ""] = await site.submit(contactMessage, kiri.message);
    await openRecord(page, reference);
    await page.keyboard.press("r");
    await record(page).getByRole("button", { name: "Short reply" }).click();
    await replyText(page).fill("It is here.");
    await page.keyboard.press("Control+Enter");
    const sent = () => mailServer.messages.filter(({ name }) => name.startsWith("reply-"));
    await expect.poll(sent, soon).toHaveLength(1);
    await openRecord(page, reference);
    await expect(history(page)).toContainText("Accepted by our mail server", soon);
    await site.receive({
      from: "MAILER-DAEMON@mx.example",
      subject: "failure notice",
      text: `Remote host said: 552 5.2.2 Mailbox full\n\nMessage-ID: ${sent()[0]?.messageId}`,
    });
    const notice = record(page).getByText(/^Our mail to the customer: Came back/);
    await expect(notice).toContainText("Their mailbox is full (5.2.2)", soon);
    await expect(notice.getByRole("link", { name: kiri.message.phone })).toHaveAttribute("href", /^tel:/);
    await expect(cards(page).first()).toContainText("Mail came back: ring");
    await expectAccessible(page);
    await history(page).getByRole("button", { name: "Send again" }).click();
    await expect.poll(sent, soon).toHaveLength(2);
    await expect(notice).toBeHidden();
  });
});
