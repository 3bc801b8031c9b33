import { quoteExample } from "#tests/quote-example.ts";

import { addName, cards, note, record, replyText, title, withTwoRequests } from "./desk.ts";
import { expect, expectAccessible, test } from "./site.ts";

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

  await page.keyboard.press("r");
  await expect(saved).toBeVisible();
  await page.keyboard.press("1");
  await expect(replyText(page)).toHaveValue(/^Hi Kiri,[^]*CV axle boot[^]*Mia Rata/);
  await expect(replyText(page)).not.toHaveValue(/[{}]/);
  await page.keyboard.press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");

  await expect(page).toHaveURL(new RegExp(first));
  const answer = Promise.withResolvers<void>();
  await page.route("**/desk-call?*", async (route) => {
    await answer.promise;
    await route.fulfill({ status: 503, json: { error: "Busy" } });
  });
  await cards(page).filter({ hasText: second }).getByRole("link").first().click();
  await record(page).getByRole("button", { name: "Log a call" }).click();
  // Ten seconds to take it back.
  await expect(record(page)).toContainText("Replied by e-mail", { timeout: 20_000 });
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
  await expect(title(page)).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(replyText(page)).toHaveValue(/^Hi Liam,/);
});

test("a reply is taken back with one key and its text is still there, and the reply begun to another record keeps the focus; a draft survives a reload; a brace is not sent", async ({
  page,
  site,
}) => {
  await addName(site);
  const [, second = ""] = await withTwoRequests(page, site);
  await page.keyboard.press("r");
  await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
  await page.keyboard.press("4");
  await replyText(page).fill("Hi Kiri, we have the {part}.");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "{part}" })).toBeVisible();
  await replyText(page).fill("Hi Kiri, it is here.");
  await page.reload();
  await expect(replyText(page)).toHaveValue("Hi Kiri, it is here.");
  // The list says which record is next.
  await expect(cards(page)).toHaveCount(2);
  await replyText(page).press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  const discard = record(page).getByRole("button", { name: "Discard" });
  await discard.focus();
  await page.keyboard.press("z");
  await expect(page.getByText(/^Undone. Reply to/)).toBeVisible();
  await expect(discard).toBeFocused();
  await page.goto(`/admin?record=${second}`);
  await expect(replyText(page)).toHaveValue("Hi Kiri, it is here.");
  await expect(record(page).getByText("Waiting to leave")).toHaveCount(0);
  await expect(record(page)).toContainText(/Due by|Overdue/);
});

test("a reply that failed at an address that has been corrected since is opened and goes to the new one", async ({
  page,
  site,
}) => {
  await addName(site);
  const [, second = ""] = await withTwoRequests(page, site);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await replyText(page).fill("Hi Kiri, it is here.");
  await replyText(page).press("Control+Enter");
  await expect(page.getByText(`Sending reply to ${second}`)).toBeVisible();
  await site.change("update outbox set state = 'failed', error_class = 'smtp 550' where kind = 'reply'");
  await page.goto(`/admin?record=${second}`);
  await expect(record(page)).toContainText(`To ${quoteExample.email}`);
  await expect(record(page).getByRole("button", { name: "Send again" })).toBeVisible();
  await site.change("update quote_requests set email = 'kiri@new.example', version = version + 1000");
  await page.reload();
  await expect(record(page)).toContainText("an address that has been corrected since");
  await expectAccessible(page);
  await record(page).getByRole("button", { name: "Reply with this text" }).click();
  await expect(replyText(page)).toBeFocused();
  await expect(replyText(page)).toHaveValue("Hi Kiri, it is here.");
  await replyText(page).press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");
  const waiting = "select envelope_to from outbox where kind = 'reply' and state = 'queued'";
  expect(site.sql(waiting)).toEqual([{ envelope_to: "kiri@new.example" }]);
});

test("text that is refused is kept, with session storage full too; one that is too long is counted: a note, a reply", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("400"); // The server refuses the note, and the reply.
  await addName(site);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
  });
  await withTwoRequests(page, site);
  const pasted = "It turns freely. ".repeat(1000);
  await note(page).fill(pasted);
  await expect(record(page).getByText("7,000 characters too many")).toBeVisible();
  await note(page).press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "Your note is still here" })).toBeVisible();
  await expect(note(page)).toHaveValue(pasted);
  await note(page).fill("");
  await note(page).press("Escape");

  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await replyText(page).fill(pasted);
  await expect(record(page).getByText("12,000 characters too many")).toBeVisible();
  await replyText(page).press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "at most 5,000" })).toBeVisible();
  await expect(replyText(page)).toHaveValue(pasted);
  await page.route("**/desk-reply?*", (route) => route.fulfill({ status: 400, json: { error: "Refused" } }));
  await replyText(page).fill("Hi Kiri, it is here.");
  await replyText(page).press("Control+Enter");
  await expect(record(page).getByText("Refused. Your reply is still here.")).toBeVisible();
  await expect(replyText(page)).toHaveValue("Hi Kiri, it is here.");
  await record(page).getByRole("button", { name: "Discard" }).click();
  expect(site.sql("select count(*) as replies from outbox where kind = 'reply'")).toEqual([{ replies: 0 }]);
});

test("one saved reply goes to all selected customers, each with their name", async ({ page, site }) => {
  await addName(site);
  const references = await withTwoRequests(page, site);
  await page.goto("/admin");
  for (const reference of references)
    await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  const dialog = page.getByRole("dialog");
  await page.getByRole("region", { name: "Selected records" }).getByRole("button", { name: "Reply" }).click();
  await expect(dialog).toContainText("Reply to 2 customers");
  // What is left to fill in is asked about first.
  await dialog.getByLabel("Saved reply").selectOption("Quote: we have it");
  await dialog.getByRole("button", { name: "Send 2" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Fill in “Price: $ NZD including GST”");
  await dialog.getByLabel("Saved reply").selectOption("Quote: not in stock");
  await expect(dialog).toContainText("Hi Kiri,");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send 2" }).click();
  await expect(page.getByText("Sending 2 replies")).toBeVisible();
  const queued = () =>
    site.sql("select words from outbox where kind = 'reply' and state = 'queued' order by words");
  expect(queued().map(({ words }) => String(words).split("\n")[0])).toEqual(["Hi Kiri,", "Hi Liam,"]);
});
