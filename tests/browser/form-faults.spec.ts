import type { Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { proofHeader } from "#domain/proof-of-work.ts";
import { contactMessageExample, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

import {
  cutOffConsole,
  expectOnce,
  fillIn,
  formOf,
  hasArrived,
  openFilled,
  send,
  staffMails,
  typedIn,
} from "./forms.ts";
import { fillQuoteForm, openFilledForm } from "./quote-form.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "proof of work", "429"] });

/** What every failure says below the sentence of the catalogue. */
async function expectAdvice(page: Page, sentence: string, happened: string): Promise<void> {
  for (const text of [sentence, happened, "Nothing you typed is lost", business.phone]) {
    await expect(page.locator("form[method=post]").getByRole("alert")).toContainText(text);
  }
}

test("mail refused: the form keeps everything, staff read of it, and Try again sends the same once", async ({
  page,
  site,
  context,
  mailServer,
}) => {
  const { submission } = contactMessageExample;
  mailServer.setMode("defer-rcpt");
  await openFilled(page, contactMessageExample);
  const typed = await typedIn(page, submission);
  const keys = new Set<string | undefined>();
  page.on("request", (request) => {
    if (request.url().includes("send-mail")) keys.add(request.headers()["idempotency-key"]);
  });
  await send(page, submission);
  await expect(page.getByRole("alert")).toBeFocused();
  await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
  expect(await typedIn(page, submission)).toEqual(typed);
  await expectAccessible(page);
  const desk = await context.newPage();
  await signIn(desk);
  const notice = desk.getByRole("list", { name: "Mail failures of the last 24 hours" });
  await expect(notice).toContainText("1 contact message. Reason: the mail server answered 451.");
  await page.reload();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  mailServer.setMode("accept");
  await send(page, submission);
  await hasArrived(page, submission);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(keys.size).toBe(1);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
});

test("refused by the server, then too many: the form keeps everything, and Try again gets it through", async ({
  page,
  site,
}) => {
  const { submission, values } = quoteRequestExample;
  const nextYear = new Date().getFullYear() + 1;
  await openFilled(page, { ...quoteRequestExample, values: { ...values, year: nextYear } });
  const typed = await typedIn(page, submission);
  await site.startClockAt("2020-06-01T00:00:00Z");
  await send(page, submission);
  await expectAdvice(page, "Year must be from 1980 to 2021", "Our server did not accept it.");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(await typedIn(page, submission)).toEqual(typed);

  await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" });
  await site.addQuotes(1);
  // A browser that cannot make the proof.
  await page.route("**/challenge-worker*", (route) => route.abort());
  await send(page, submission);
  await expectAdvice(page, "Too many requests just now.", "yours was not sent");
  expect(await typedIn(page, submission)).toEqual(typed);
  await site.start({ LIMIT_MAILS_PER_HOUR: "1000" }, 2 * 60 * 60_000);
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  const years = site.sql("select year from quote_requests order by number desc");
  expect(years).toEqual([{ year: nextYear }, expect.anything()]);
});

test("without the headers of its calls a form is not sent; Try again goes through", async ({
  page,
  site,
}) => {
  const { submission } = contactMessageExample;
  await page.route("/config.json", (route) => route.fulfill({ status: 500 }));
  await openFilled(page, contactMessageExample);
  await send(page, submission);
  await expectAdvice(page, "An unexpected error occurred", "Something is wrong with our server.");
  expect(await staffMails(site, submission)).toEqual([]);
  await page.unroute("/config.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  await expectOnce(site, submission);
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
  expect(await button.boundingBox()).toEqual(before);
});

test("a double click and Enter five times send once", async ({ page, site }) => {
  const { submission } = vehicleExample;
  await openFilled(page, vehicleExample);
  await formOf(page, submission).getByLabel("Make", { exact: true }).focus();
  const button = formOf(page, submission).getByRole("button", { name: submission.button.label });
  await Promise.all([
    ...Array.from({ length: 5 }, () => page.keyboard.press("Enter")),
    button.dblclick().catch(() => null),
  ]);
  await hasArrived(page, submission);
  await expectOnce(site, submission);
});

test("offline between the calls for a moment: the store call finds its way", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  const failing = page.waitForEvent("requestfailed", (request) => request.url().includes("/rest/v1/"));
  await page.route("/send-mail.php", async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  await send(page, submission);
  await failing;
  await context.setOffline(false);
  await hasArrived(page, submission);
  await expectOnce(site, submission);
});

test("while the forms are flooded the page makes the proof by itself, explains the wait and shows how far it is", async ({
  page,
  site,
}) => {
  await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0", LIMIT_PROOF_SECONDS: "20" });
  await site.addQuotes(1);
  // On a fast machine the proof could be made before anybody has to read about it.
  await page.route("**/challenge-worker*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  const button = formOf(page, quoteRequest).locator("button[type=submit]").first();
  const progress = page.getByRole("progressbar", { name: "Calculation" });
  const thanks = page.getByRole("heading", { level: 1, name: /^Thanks/ });
  const proven = page.waitForRequest((request) => request.headers()[proofHeader] !== undefined, {
    timeout: 90_000,
  });
  let sent = 0;
  // Luck can end a proof before anybody has to read about it.
  for (;;) {
    await openFilledForm(page);
    sent += 1;
    await page.getByLabel("Part needed").fill(`Front diff ${sent}`); // The same words again would count once.
    await button.click();
    await expect(progress.or(thanks)).toBeVisible();
    if (await progress.isVisible()) break;
  }
  await expect(page.getByRole("status").filter({ hasText: "keep this page open" })).toBeVisible();
  await expect(page.getByText(/up to \d+ (seconds|minutes) left|almost done/)).toBeVisible();
  await expect(button).toHaveText("Submitting...");
  await expect(page).toHaveURL(/\/thanks/, { timeout: 80_000 });
  await proven;
  expect(await staffMails(site, quoteRequest)).toHaveLength(1 + sent);
});

test("pressed before its scripts run and again when they have, a form is sent once", async ({
  page,
  site,
}) => {
  const { submission } = contactMessageExample;
  const { promise: pressed, resolve: letScripts } = Promise.withResolvers<void>();
  const { promise: pressedAgain, resolve: letPost } = Promise.withResolvers<void>();
  await page.route("/assets/*.js", (route) => pressed.then(() => route.continue()));
  await page.route(`/forms/${submission.name}`, (route) => pressedAgain.then(() => route.continue()));
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") [letScripts, letPost][posts++]?.();
  });
  await page.goto(submission.page, { waitUntil: "commit" });
  await fillIn(page, contactMessageExample);
  await formOf(page, submission).evaluate((form: HTMLFormElement, script) => {
    form.requestSubmit();
    // In the page: the driver would wait for the post to end, which a visitor does not.
    const again = setInterval(() => {
      const hasRun = performance.getEntriesByType("resource").some(({ name }) => name.includes(script));
      if (!hasRun) return;
      clearInterval(again);
      setTimeout(() => form.requestSubmit(), 300);
    }, 20);
  }, `/assets/${submission.name}-`);
  await expect(page).toHaveURL(/\/thanks.*\?ref=QK-/);
  expect(await staffMails(site, submission)).toHaveLength(1);
});

test("after a deploy that took the scripts of an open form away, the browser sends the form", async ({
  page,
  site,
}) => {
  await page.route(/\/assets\/(?:forms|quote)-/, (route) => route.fulfill({ status: 404 }));
  await page.goto("/request-quote", { waitUntil: "networkidle" });
  await fillQuoteForm(page);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks.*\?ref=/);
  await expect(page.getByText(await expectOnce(site, quoteRequest)).first()).toBeVisible();
});
