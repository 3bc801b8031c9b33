import { business } from "#domain/business.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { proofHeader } from "#domain/proof-of-work.ts";

import { formOf, openFolded } from "./forms.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, test } from "./site.ts";

// Chromium notes every refused call in the console.
test.use({ expectedConsole: ["429"] });

test("under pressure the page makes the proof of work by itself; the visitor sees only 'Submitting...'", async ({
  page,
  site,
}) => {
  await site.start({ LIMIT_MAILS_PER_HOUR: "10", LIMIT_MAIL_RESERVE_PERCENT: "80" });
  await site.addQuotes(2);
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  const solvers = () => asked.filter(({ pathname }) => pathname.includes("challenge"));
  await openFilledForm(page);
  expect(solvers()).toEqual([]);
  const button = page.locator("form[method=post] button[type=submit]").first();
  await page.route("/send-mail.php", async (route) => {
    if (route.request().headers()[proofHeader] !== undefined) {
      await expect(button).toHaveText("Submitting...");
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
    await route.continue();
  });
  await button.click();
  await expect(page).toHaveURL(/\/thanks/);
  expect(asked.filter(({ pathname }) => pathname === "/send-mail.php")).toHaveLength(2);
  expect(solvers()).not.toEqual([]);
  expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([site.origin]));
  expect((await site.mails()).filter((mail) => mail.subject?.startsWith("Quote request"))).toHaveLength(3);
});

test("while the forms are flooded the page explains the wait, shows how far the proof is, and the message goes out", async ({
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
  const button = page.locator("form[method=post] button[type=submit]").first();
  const progress = page.getByRole("progressbar", { name: "Calculation" });
  const thanks = page.getByRole("heading", { level: 1, name: /^Thanks/ });
  let sent = 0;
  // Luck can end a proof before anybody has to read about it.
  for (;;) {
    await openFilledForm(page);
    sent += 1;
    await page.getByLabel("Part needed").fill(`Front diff ${sent}`); // The same words again would count once.
    await button.click();
    await expect(progress.or(thanks)).toBeVisible();
    if (await progress.isVisible()) break;
    await expect(thanks).toBeVisible();
  }
  await expect(page.getByRole("status").filter({ hasText: "keep this page open" })).toBeVisible();
  await expect(page.getByText(/up to \d+ (seconds|minutes) left|almost done/)).toBeVisible();
  await expect(button).toHaveText("Submitting...");
  expect(await progress.evaluate((bar: HTMLProgressElement) => bar.value)).toBeLessThanOrEqual(1);
  await expect(page).toHaveURL(/\/thanks/, { timeout: 80_000 });
  expect((await site.mails()).filter((mail) => mail.subject?.startsWith("Quote request"))).toHaveLength(
    1 + sent,
  );
});

test.describe("in a browser that cannot make the proof", () => {
  test.use({ expectedConsole: ["429", "proof of work", "ERR_FAILED"] });

  test("the visitor reads to try again in a few minutes or to phone, and nothing typed is lost", async ({
    page,
    site,
  }) => {
    await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" });
    await site.addQuotes(1);
    await page.route("**/challenge-worker*", (route) => route.abort());
    await openFilledForm(page);
    await openFolded(formOf(page, quoteRequest));
    await page.getByLabel("Notes").fill("Please ring after milking.");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByRole("alert")).toContainText(business.phone);
    await expect(page.getByLabel("Notes")).toHaveValue("Please ring after milking.");
    await page.reload();
    await expect(page.getByLabel("Notes")).toHaveValue("Please ring after milking.");
    expect((await site.mails()).filter((mail) => mail.subject?.startsWith("Quote request"))).toHaveLength(1);
  });
});
