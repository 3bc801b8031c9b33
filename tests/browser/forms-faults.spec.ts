import type { Page } from "@playwright/test";

import { proofHeader } from "#domain/endpoints.ts";
import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

import {
  cutOffConsole,
  expectOnce,
  fillIn,
  formOf,
  hasArrived,
  nextYear,
  ofNextYear,
  openFilled,
  send,
  staffMails,
  typedIn,
} from "./forms.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "proof of work", "status of 4"] });

/** One mail in the hour, which another visitor has used up. */
const flooded = { LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" };

/** What every failure says below the sentence of the catalogue. */
async function expectAdvice(page: Page, sentence: string, happened: string): Promise<void> {
  for (const text of [sentence, happened, "Nothing you typed is lost", firm.phone]) {
    await expect(page.locator("form[method=post]").getByRole("alert")).toContainText(text);
  }
}

test("the server cannot be asked, then mail is refused: the form keeps everything, staff read of it, and Try again sends the same once", async ({
  page,
  site,
  context,
  mailServer,
}) => {
  const { submission } = contactMessageExample;
  mailServer.setMode("defer-rcpt");
  await page.route("/config.json", (route) => route.fulfill({ status: 500 }));
  await openFilled(page, contactMessageExample);
  const typed = await typedIn(page, submission);
  const keys = new Set<string | undefined>();
  page.on("request", (request) => {
    if (request.url().includes("send-mail")) keys.add(request.headers()["idempotency-key"]);
  });
  await send(page, submission);
  await expectAdvice(page, "An unexpected error occurred", "Something is wrong with our server.");
  expect(keys.size).toBe(0);
  await page.unroute("/config.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
  await expect(page.getByRole("alert")).toBeFocused();
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
  await openFilled(page, ofNextYear);
  const typed = await typedIn(page, quoteRequest);
  await site.startClockAt("2020-06-01T00:00:00Z");
  await send(page, quoteRequest);
  await expectAdvice(page, "Year must be from 1980 to 2021", "Our server did not accept it.");
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  expect(await typedIn(page, quoteRequest)).toEqual(typed);

  await site.start(flooded);
  await site.addQuotes(1);
  // A browser that cannot make the proof.
  await page.route("**/challenge-worker*", (route) => route.abort());
  await send(page, quoteRequest);
  await expectAdvice(page, "Too many requests just now.", "yours was not sent");
  expect(await typedIn(page, quoteRequest)).toEqual(typed);
  await site.start({ LIMIT_MAILS_PER_HOUR: "1000" }, 2 * 60 * 60_000);
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, quoteRequest);
  const years = site.sql("select year from quote_requests order by number desc");
  expect(years).toEqual([{ year: nextYear }, expect.anything()]);
});

test("while the forms are flooded the page makes the proof by itself, explains the wait and shows how far it is", async ({
  page,
  site,
}) => {
  await site.start({ ...flooded, LIMIT_PROOF_SECONDS: "20" });
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
  do {
    await openFilled(page, quoteRequestExample);
    sent += 1;
    await page.getByLabel("Part needed").fill(`Front diff ${sent}`); // The same words again would count once.
    await button.click();
    await expect(progress.or(thanks)).toBeVisible();
  } while (await thanks.isVisible());
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
  await fillIn(page, quoteRequestExample);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks.*\?ref=/);
  await expect(page.getByText(await expectOnce(site, quoteRequest)).first()).toBeVisible();
});
