import type { Page, Route } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { admin } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const record = (page: Page) => page.getByRole("article").filter({ hasText: "Notes and history" });
const textOf = (page: Page) => record(page).getByRole("textbox", { name: /^To/ });

/** Two quote requests; the newer one is open. */
async function withTwoRequests(page: Page, site: Parameters<Parameters<typeof test>[2]>[0]["site"]) {
  const people = ["Liam Wihongi", "Kiri Tamati"].values();
  const fill = () => ({ ...quoteExample, full_name: people.next().value ?? "", part_needed: "CV axle Boot" });
  const references = await site.add({ submission: quoteRequest, percent: 100, fill }, 2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto(`/admin?record=${references[1]}`);
  await expect(record(page)).toContainText("Kiri Tamati");
  return references;
}

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
  const rows = page.getByRole("tabpanel").getByRole("listitem").getByRole("article");
  await rows.filter({ hasText: second }).getByRole("link").first().click();
  await record(page).getByRole("button", { name: "Log a call" }).click();
  // Ten seconds to take it back.
  await expect(record(page)).toContainText("Accepted by the mail server at", { timeout: 20_000 });
  answer.resolve();
  await expect(record(page).getByText("Busy. Your note is still here.")).toBeVisible();
  await expect(page.getByText("is about to leave")).toBeHidden({ timeout: 2000 });
  await expect(record(page)).not.toContainText("Due by");
  const mails = (await site.mails()).filter(({ text }) => text?.startsWith("Hi Kiri,") === true);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(second);
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
  const rows = page.getByRole("tabpanel").getByRole("listitem").getByRole("article");
  await expect(rows).toHaveCount(2);
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
  const rows = page.getByRole("tabpanel").getByRole("listitem").getByRole("article");
  for (const leave of [
    () => rows.filter({ hasText: newest }).getByRole("link").first().click(),
    () => page.getByRole("tab", { name: /Contact Messages/ }).click(),
  ]) {
    const answer = Promise.withResolvers<void>();
    await page.route("**/desk-reply?*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto(`/admin?record=${second}`);
    await expect(rows).toHaveCount(3);
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await record(page).getByRole("button", { name: "Short reply" }).click();
    await textOf(page).fill("Hi Kiri, it is here.");
    await textOf(page).press("Control+Enter");
    await leave();
    await expect(textOf(page)).toHaveCount(0);
    const place = page.url();
    answer.resolve();
    await expect(page.getByText(`Reply to ${second} is about to leave`)).toBeVisible();
    await expect(page).toHaveURL(place);
    await page.unroute("**/desk-reply?*");
  }

  const [refused, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/desk-reply?*", async (route) => {
    await refused.promise;
    await route.fulfill({ status: 503, json: { error: "Busy" } });
  });
  const open = (reference: string) => rows.filter({ hasText: reference }).getByRole("link").first().click();
  await page.goto(`/admin?record=${newest}`);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill("Hi, it is here.");
  await textOf(page).press("Control+Enter");
  await open(second);
  refused.resolve();
  await expect(page.getByText(`The reply was not sent: ${newest}`)).toBeVisible();
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
  await expect(page.getByText(`Reply to ${newest} is about to leave`)).toBeVisible();
  await expect(textOf(page)).toHaveCount(0);
  await open(second);
  await page.keyboard.press("z");
  await open(newest);
  await expect(textOf(page)).toHaveValue("Hi, it is here.");
});

test("a reply that failed at an address that has been corrected since is opened and goes to the new one", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  const [, second = ""] = await withTwoRequests(page, site);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
  await expect(page.getByText(`Reply to ${second} is about to leave`)).toBeVisible();
  await site.change("update outbox set state = 'failed', error_class = 'smtp 550' where kind = 'reply'");
  await page.goto(`/admin?record=${second}`);
  await expect(record(page)).toContainText(`To ${quoteExample.email}`);
  await expect(record(page).getByRole("button", { name: "Send again" })).toBeVisible();
  await site.change("update quote_requests set email = 'kiri@new.example', version = version + 1000");
  await page.reload();
  await expect(record(page)).toContainText("an address that has been corrected since");
  await expectAccessible(page);
  await record(page).getByRole("button", { name: "Reply with this text" }).click();
  await expect(textOf(page)).toBeFocused();
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
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
  await site.change("update users set full_name = 'Mia Rata'");
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
  });
  await withTwoRequests(page, site);
  const pasted = "It turns freely. ".repeat(1000);
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await note.fill(pasted);
  await expect(record(page).getByText("7,000 characters too many")).toBeVisible();
  await note.press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "Your note is still here" })).toBeVisible();
  await expect(note).toHaveValue(pasted);
  await note.fill("");
  await note.press("Escape");

  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill(pasted);
  await expect(record(page).getByText("12,000 characters too many")).toBeVisible();
  await textOf(page).press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "at most 5,000" })).toBeVisible();
  await expect(textOf(page)).toHaveValue(pasted);
  await page.route("**/desk-reply?*", (route) => route.fulfill({ status: 400, json: { error: "Refused" } }));
  await textOf(page).fill("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
  await expect(record(page).getByText("Refused. Your reply is still here.")).toBeVisible();
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  await record(page).getByRole("button", { name: "Discard" }).click();
  expect(site.sql("select count(*) as replies from outbox where kind = 'reply'")).toEqual([{ replies: 0 }]);
});

test.describe("without the saved replies", () => {
  test.use({ expectedConsole: ["503"] });

  test("that is said, with Try again; a short reply that only greets and signs is not sent, which is in sight on a phone", async ({
    page,
    site,
  }) => {
    await site.change("update users set full_name = 'Mia Rata'");
    const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
    await page.route("**/saved-replies", busy);
    await withTwoRequests(page, site);
    const problem = record(page).getByRole("alert").filter({ hasText: "could not be loaded" });
    await page.keyboard.press("r");
    await expect(problem).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("1");
    await expect(textOf(page)).toHaveValue(/^Hi Kiri,/);
    await page.setViewportSize({ width: 360, height: 740 });
    const send = record(page).getByRole("button", { name: "Send reply" });
    await send.click();
    const refusal = record(page).getByRole("alert").filter({ hasText: "Write something" });
    const bottomOf = async () => {
      const box = await refusal.boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await expect.poll(bottomOf).toBeLessThan((await send.boundingBox())?.y ?? 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(site.sql("select key from outbox where kind = 'reply'")).toEqual([]);
    await record(page).getByRole("button", { name: "Discard" }).click();
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await expect(problem).toBeVisible();
    await page.unroute("**/saved-replies", busy);
    await record(page).getByRole("button", { name: "Try again" }).click();
    await expect(record(page).getByRole("button", { name: "Quote: we have it" })).toBeVisible();
    await expect(problem).toBeHidden();
  });
});

test.describe("without the list of staff", () => {
  test.use({ expectedConsole: ["503"] });

  test("that is said until they are loaded, and a reply is signed with the user's own name, given just now or long ago", async ({
    page,
    site,
  }) => {
    await page.route("**/desk-summary", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
    await withTwoRequests(page, site);
    await page.keyboard.press("r");
    await page.keyboard.type("Mia Rata");
    await page.keyboard.press("Enter");
    await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
    for (const _ of ["given just now", "long ago"]) {
      await page.keyboard.press("1");
      await expect(textOf(page)).toHaveValue(/^Hi Kiri,[^]*Kind regards,\nMia Rata\n/);
      await record(page).getByRole("button", { name: "Discard" }).click();
      await page.reload();
      await record(page).getByRole("button", { name: "Reply" }).first().click();
      await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
    }
    const old = page.getByRole("alert").filter({ hasText: "Counts and names may be out of date" });
    await expect(old).toBeVisible();
    await page.unroute("**/desk-summary");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(old).toHaveCount(0);
  });
});

test.describe("when the session ends", () => {
  test.use({ expectedConsole: ["401", "The session was not renewed"] });

  test("in the middle of a reply, signing in again keeps every word", async ({ page, site }) => {
    await site.change("update users set full_name = 'Mia Rata'");
    const [first = ""] = await withTwoRequests(page, site);
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await record(page).getByRole("button", { name: "Short reply" }).click();
    await textOf(page).fill("Hi Kiri, it is here.");
    await site.change("delete from sessions");
    await page.getByRole("button", { name: "Refresh" }).click();
    const signInAgain = page.getByRole("dialog", { name: "Sign in again" });
    await signInAgain.getByLabel("Password").fill(admin.password);
    await signInAgain.getByRole("button", { name: "Login" }).click();
    await expect(signInAgain).toBeHidden();
    await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
    await textOf(page).press("Control+Enter");
    await expect(page).toHaveURL(new RegExp(first));
  });
});
