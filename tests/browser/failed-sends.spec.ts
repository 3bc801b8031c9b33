import type { Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { contactMessageExample, quoteRequestExample } from "#tests/submission-examples.ts";

import { cutOffConsole, hasArrived, staffMails } from "./arrived-once.ts";
import { formOf, openFilled, openFilledWithoutScripts, send, typedIn } from "./forms.ts";
import { expect, expectAccessible, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "proof of work"] });

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
  mailServer,
}) => {
  const { submission } = contactMessageExample;
  mailServer.setMode("refuse-rcpt");
  await openFilled(page, contactMessageExample);
  const typed = await typedIn(page, submission);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => keys.push(request.headers()["idempotency-key"]));
  await send(page, submission);
  await expect(alertOn(page)).toBeFocused();
  await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
  expect(await typedIn(page, submission)).toEqual(typed);
  await expectAccessible(page);
  mailServer.setMode("accept");
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  const [first, second] = keys.filter((key) => key !== undefined);
  expect(second).toBe(first);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
});

test("every kind of failed send has its own text; Cancel and Try again lose nothing, and one request arrives", async ({
  page,
  site,
  context,
}) => {
  const { submission, values } = quoteRequestExample;
  const nextYear = new Date().getFullYear() + 1;
  // Real time-outs take 30 s. The second in which a press waits for its turn stays.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms > 1000 ? ms / 30 : ms);
  });
  await openFilled(page, { ...quoteRequestExample, values: { ...values, year: nextYear } });
  const typed = await typedIn(page, submission);
  const bringBack = async (text: string) => {
    await page.locator("[data-outbox]").getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText(text)).toBeFocused();
    expect(await typedIn(page, submission)).toEqual(typed);
  };

  await test.step("offline", async () => {
    await context.setOffline(true);
    await send(page, submission);
    await expectAdvice(page, "An unexpected error occurred", "You seem to have no signal.");
    await bringBack("Back in the form. Nothing was sent.");
    await context.setOffline(false);
  });

  await test.step("timed out", async () => {
    await page.route("/send-mail.php", () => {});
    await send(page, submission);
    await expectAdvice(page, "An unexpected error occurred", "We waited, but no answer came.");
    await bringBack("It may have reached us already");
    await page.unroute("/send-mail.php");
  });

  await test.step("broken off", async () => {
    await page.route("/send-mail.php", (route) => route.abort());
    await send(page, submission);
    await expectAdvice(page, "An unexpected error occurred", "The connection broke off");
    await bringBack("It may have reached us already");
    await page.unroute("/send-mail.php");
  });

  await test.step("refused", async () => {
    await site.startClockAt("2020-06-01T00:00:00Z");
    await send(page, submission);
    await expectAdvice(page, "Year must be from 1980 to 2021", "Our server did not accept it.");
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    expect(await typedIn(page, submission)).toEqual(typed);
  });

  await test.step("too many", async () => {
    await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" });
    await site.addQuotes(1);
    await page.route("**/challenge-worker*", (route) => route.abort());
    await send(page, submission);
    await expectAdvice(page, "Too many requests just now.", "yours was not sent");
    expect(await typedIn(page, submission)).toEqual(typed);
  });

  await site.start({ LIMIT_MAILS_PER_HOUR: "1000" }, 2 * 60 * 60_000);
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  expect(site.sql("select year from quote_requests order by number desc")).toEqual([
    { year: nextYear },
    expect.anything(),
  ]);
});

test("the connection breaks off before the request leaves the phone: nothing was sent, and the page says so", async ({
  page,
}) => {
  const { submission } = quoteRequestExample;
  await page.route("/config.json", (route) => route.abort());
  await openFilled(page, quoteRequestExample);
  await send(page, submission);
  await expectAdvice(page, "An unexpected error occurred", "The connection broke off");
  await page.locator("[data-outbox]").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Back in the form. Nothing was sent.")).toBeFocused();
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

test.describe("without scripts", () => {
  test.use({
    javaScriptEnabled: false,
    expectedConsole: ["status of", "net::ERR"],
  });

  test("a failed send says what happened, keeps everything, and Try again sends it once", async ({
    page,
    site,
    mailServer,
  }) => {
    const { submission } = contactMessageExample;
    mailServer.setMode("refuse-rcpt");
    await openFilledWithoutScripts(page, contactMessageExample);
    const typed = await typedIn(page, submission);
    await send(page, submission);
    await expectAdvice(page, "Failed to send email", "It has not reached us yet.");
    expect(await typedIn(page, submission)).toEqual(typed);
    mailServer.setMode("accept");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(/\/thanks\?ref=QK-/);
    expect(site.sql("select * from contact_messages")).toHaveLength(1);
  });

  test("limit and refusal say so with everything typed", async ({ page, site }) => {
    const { submission } = contactMessageExample;
    const words = async (sentence: string, happened: string) => {
      await expectAdvice(page, sentence, happened);
      const { message, ...others } = contactMessageExample.values;
      expect(await typedIn(page, submission)).toEqual(expect.objectContaining(others));
      await expect(page.getByLabel("Message")).toHaveValue(String(message));
    };
    await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" });
    for (const subject of ["One", "Two", "Three"]) {
      await page.request.post("/forms/contact", { form: { ...contactMessageExample.values, subject } });
    }
    await openFilledWithoutScripts(page, contactMessageExample);
    await send(page, submission);
    await words("Too many requests just now.", "yours was not sent");
    await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await page.getByLabel("Email").fill("two@@example.co.nz");
    await page.getByRole("button", { name: "Send again" }).click();
    await expectAdvice(page, "Email", "Our server did not accept it.");
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  });

  for (const [when, isLost] of [
    ["before it is sent", false],
    ["after it has arrived", true],
  ] as const) {
    test(`the signal is lost ${when}: Back has every word, and sent again it arrives once`, async ({
      page,
      site,
      context,
    }) => {
      const { submission } = quoteRequestExample;
      await openFilledWithoutScripts(page, quoteRequestExample);
      const typed = await typedIn(page, submission);
      if (isLost) {
        await page.route(
          "/forms/quote",
          async (route) => {
            await route.fetch({ maxRedirects: 0 });
            await route.abort("internetdisconnected");
          },
          { times: 1 },
        );
      } else {
        await context.setOffline(true);
      }
      await send(page, submission);
      await expect(page).toHaveURL(/chrome-error|forms\/quote/);
      // The browser keeps the fields once the form's page has made room for the other one.
      await page.waitForLoadState();
      await context.setOffline(false);
      await page.goBack();
      expect(await typedIn(page, submission)).toEqual(typed);
      await send(page, submission);
      await expect(page).toHaveURL(/\/thanks\?ref=QK-/);
      expect(site.sql("select * from quote_requests")).toHaveLength(1);
      expect(await staffMails(site, submission)).toHaveLength(1);
    });
  }
});
