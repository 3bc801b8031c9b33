import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { contactMessageExample as contact, vehicleExample as vehicle } from "#tests/submission-examples.ts";

import { record } from "./desk-page.ts";
import { formOf, openFilled, openFilledWithoutScripts, send } from "./forms.ts";
import { add, quote } from "./kiri.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, signIn, test } from "./site.ts";

const anniversary = "by 5:00 pm Tuesday 2 February: Monday is Northland Anniversary Day";

/** Page and server at one moment. */
async function bothAt(page: Page, site: { startClockAt(instant: string): Promise<void> }, instant: string) {
  await site.startClockAt(instant);
  await page.clock.install({ time: new Date(instant) });
}

test.describe("over closing time", () => {
  // The clock jumps: the desk gives up what it had just asked for, and asks again. At the end it is left in mid-asking.
  test.use({ expectedConsole: ["signal timed out", "could not be loaded"] });

  test("form, thanks page, mails and desk name one moment; the form follows the clock over closing time", async ({
    page,
    site,
  }) => {
    await bothAt(page, site, "2027-01-29T15:50:00+13:00");
    await openFilledForm(page);
    await expect(page.getByText("Send it now and that is by 5:00 pm today.")).toBeVisible();
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByRole("main")).toContainText("That is by 5:00 pm today.");
    await expect.poll(async () => (await site.mails()).length).toBe(2);
    const [staff, receipt] = await site.mails();
    expect(staff?.text).toContain("Answer by 5:00 pm Friday 29 January.");
    expect(receipt?.text).toContain("That is by 5:00 pm Friday 29 January.");
    expect(receipt?.html).toContain("That is by 5:00 pm Friday 29 January.");

    await signIn(page);
    const card = page.getByRole("article").first();
    await expect(card).toContainText("Due by 5:00 pm today");
    await page.clock.fastForward("01:11:00");
    await expect(card).toContainText("Overdue since 5:00 pm today");
    await card.getByRole("combobox").selectOption("in_progress");
    await expect(card).toContainText("Overdue since 5:00 pm today");
    await card.getByRole("combobox").selectOption("completed");
    await expect(card).not.toContainText("Overdue");

    await page.goto("/request-quote");
    await expect(page.getByText(`Send it now and that is ${anniversary}.`)).toBeVisible();
  });
});

test("a form left open says the new moment when it is too late for the same day, and when one comes back to it", async ({
  page,
}) => {
  await page.clock.install({ time: new Date("2027-01-29T15:59:40+13:00") });
  await page.goto("/request-quote");
  await expect(page.getByText("Send it now and that is by 5:00 pm today.")).toBeVisible();
  await page.clock.fastForward(21_000);
  await expect(page.getByText(`Send it now and that is ${anniversary}.`)).toBeVisible();
  await page.clock.setFixedTime(new Date("2027-02-02T15:00:00+13:00"));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByText("Send it now and that is by 5:00 pm today.")).toBeVisible();
});

test("without scripts the server writes the moment into the thanks page; with scripts its words stay", async ({
  browser,
  page: withScripts,
  site,
}) => {
  await site.startClockAt("2026-11-21T10:12:00+13:00");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await context.newPage();
  await openFilledWithoutScripts(page, contact);
  await expect(formOf(page, contact.submission)).toContainText("We'll respond within one business day.");
  await send(page, contact.submission);
  await expect(page).toHaveURL(/\/thanks\?ref=/);
  const sentence = "That is by 5:00 pm Monday 23 November.";
  await expect(page.getByText(sentence)).toBeVisible();
  await withScripts.goto(page.url(), { waitUntil: "networkidle" });
  await expect(withScripts.getByText(sentence)).toBeVisible();
  await context.close();
});

test("a weekend's sell offer keeps its 24 hours; staff see when they are at work too", async ({
  page,
  site,
}) => {
  await bothAt(page, site, "2026-11-21T10:12:00+13:00");
  await openFilled(page, vehicle);
  const words = /within 24 hours\.\s*Send it now and that is by 10:1\d am Sunday 22 November\./;
  await expect(formOf(page, vehicle.submission)).toContainText(words);
  await send(page, vehicle.submission);
  await expect(page.getByRole("status").filter({ hasText: vehicle.submission.successTitle })).toContainText(
    /That is by 10:1\d am Sunday 22 November\./,
  );
  await signIn(page);
  await page.getByRole("tab", { name: /Vehicle Submissions/ }).click();
  const card = page.getByRole("article").first();
  await expect(card).toContainText(
    /Due by 10:1\d am Sunday 22 November; we open at 9:00 am Monday 23 November/,
  );
});

test("a closed record that is opened again shows when its reply is due, and asks before a snooze past that, even if the server is slow", async ({
  page,
  site,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route("**/functions/v1/desk-record", async (route) => {
    await asked.promise;
    await route.continue();
  });
  const [reference = ""] = await add(site, quoteRequest, quote);
  await site.change(
    "update quote_requests set status = 'completed', answered_at = created_at, answered_by = 'closed'",
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText("Kiri");
  await expect(record(page)).not.toContainText("Due by");
  await page.keyboard.press("2");
  await expect(record(page)).toContainText("Due by");
  await page.keyboard.press("s");
  await page.getByRole("button", { name: /^In two weeks/ }).click();
  await expect(page.getByRole("dialog")).toContainText("Nobody has answered yet");
  asked.resolve();
  await expect.poll(() => site.sql("select status from quote_requests")).toEqual([{ status: "in_progress" }]);
  await expect(record(page)).toContainText("Due by");
  expect(site.sql("select snoozed_until from quote_requests")).toEqual([{ snoozed_until: null }]);
});

for (const width of [360, 1440]) {
  test(`nothing moves when the moment is filled in, ${width} px wide`, async ({ page }) => {
    await page.clock.install({ time: new Date("2027-01-30T10:00:00+13:00") });
    await page.setViewportSize({ width, height: 740 });
    let start = () => {};
    const scrolled = new Promise<void>((resolve) => (start = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await scrolled;
      await route.continue();
    });
    await page.goto("/contact", { waitUntil: "commit" });
    const promise = page.getByText("We'll respond within one business day.");
    await promise.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.fonts.ready);
    const before = await layoutShift(page);
    start();
    await expect(page.getByText(`Send it now and that is ${anniversary}.`)).toBeInViewport();
    expect(await layoutShift(page)).toBe(before);
  });
}

/** The sum of the page's layout shifts so far. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => ("value" in entry ? Number(entry.value) : 0));
          resolve(shifts.reduce((sum, shift) => sum + shift, 0));
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(0), 300);
      }),
  );
}
