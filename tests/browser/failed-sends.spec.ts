import type { Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

import { cutOffConsole, hasArrived } from "./arrived-once.ts";
import { formOf, openFilled, openFilledWithoutScripts, send, typedIn } from "./forms.ts";
import { expect, expectAccessible, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "429"] });

const alertOn = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });

/** What every failure says below the sentence of the catalogue. */
async function expectAdvice(page: Page, sentence: string, happened: string): Promise<void> {
  for (const text of [sentence, happened, "Nothing you typed is lost", business.phone]) {
    await expect(page.locator("form[method=post]")).toContainText(text);
  }
}

test("mail refused: the sentence, that it has not arrived, and Try again sends the same once", async ({
  page,
  site,
}) => {
  const { submission } = contactMessageExample;
  const mail = await startMailServer({ mode: "refuse-rcpt" });
  await site.start({ MAIL_URL: mail.url });
  await openFilled(page, contactMessageExample);
  const typed = await typedIn(page, submission);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => keys.push(request.headers()["idempotency-key"]));
  await send(page, submission);
  await expect(alertOn(page)).toBeFocused();
  await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
  expect(await typedIn(page, submission)).toEqual(typed);
  await expectAccessible(page);
  mail.setMode("accept");
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  const [first, second] = keys.filter((key) => key !== undefined);
  expect(second).toBe(first);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
  await mail.stop();
});

test("while the server is slow the visitor reads so after 3 s and again 10 s later, and nothing moves", async ({
  page,
}) => {
  const { submission } = quoteRequestExample;
  await openFilled(page, quoteRequestExample);
  await page.clock.install();
  await page.route("/send-mail.php", () => new Promise(() => {}));
  const button = formOf(page, submission).locator("button[type=submit]").first();
  await send(page, submission);
  await expect(button).toHaveText(submission.button.busy);
  const before = await button.boundingBox();
  const status = formOf(page, submission).getByRole("status");
  await expect(status.filter({ hasText: "Still" })).toHaveCount(0);
  await page.clock.runFor(3100);
  await expect(status.filter({ hasText: "Still sending" })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(status.filter({ hasText: "Still no answer" })).toBeVisible();
  await expect(button).toHaveText(submission.button.busy);
  expect(await button.boundingBox()).toEqual(before);
});

test("Cancel asks before it throws away what was typed, and asks nothing of an empty form", async ({
  page,
}) => {
  const { submission } = quoteRequestExample;
  const cancel = page.getByRole("button", { name: "Cancel" });
  const question = page.getByRole("dialog", { name: "Throw away what you typed?" });
  await openFilled(page, quoteRequestExample);
  const typed = await typedIn(page, submission);
  await cancel.click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  await cancel.click();
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(submission.page);
  await expect(page.getByLabel("Part needed")).toHaveValue("");
  await cancel.click();
  await expect(page).toHaveURL(/\/$/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false, expectedConsole: ["502", "429", "net::ERR"] });

  test("a failed send says what happened, keeps everything, and Try again sends it once", async ({
    page,
    site,
  }) => {
    const { submission } = contactMessageExample;
    const mail = await startMailServer({ mode: "refuse-rcpt" });
    await site.start({ MAIL_URL: mail.url });
    await openFilledWithoutScripts(page, contactMessageExample);
    const typed = await typedIn(page, submission);
    await send(page, submission);
    await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
    expect(await typedIn(page, submission)).toEqual(typed);
    mail.setMode("accept");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/\/thanks\?ref=QK-/);
    expect(site.sql("select * from contact_messages")).toHaveLength(1);
    await mail.stop();
  });
});
