import type { BrowserContext, Page } from "@playwright/test";

import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { contactMessageExample, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

import {
  cutOffConsole,
  type Example,
  expectOnce,
  hasArrived,
  ofNextYear,
  openFilled,
  send,
  staffMails,
  typedIn,
} from "./forms.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "status of 4", "The session was not renewed"] });

const saved = (page: Page) => page.getByText("Saved on this phone. We send it as soon as there is signal.");
const waiting = (page: Page) => page.locator("[data-waiting]");
const storedHere = (page: Page) => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));

/** The page says so; one mail and one record; nothing that was typed is left on the device. */
async function expectSentOnce(page: Page, site: SiteProcess, { submission, values }: Example): Promise<void> {
  await expect(waiting(page)).toContainText(/QK-\w{6}-\w{4}/, { timeout: 30_000 });
  await expect(saved(page)).toHaveCount(0);
  expect(await storedHere(page)).not.toContain(String(values["email"]));
  await expect(waiting(page)).toContainText(await expectOnce(site, submission));
}

/** The server gets the next call to that path, and its response is lost with the signal. */
const loseResponse = (path: string) => async (page: Page, context: BrowserContext) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );

type Lose = (page: Page, context: BrowserContext) => Promise<unknown>;
const cuts: readonly [when: string, example: Example, lose: Lose][] = [
  ["before it is sent", quoteRequestExample, (_, context) => context.setOffline(true)],
  ["after the store call has arrived", contactMessageExample, loseResponse("/rest/v1/*")],
];

for (const [when, example, lose] of cuts) {
  test(`the signal is lost ${when}: it waits on the phone, survives a reload, and one ${example.submission.name} arrives`, async ({
    page,
    site,
    context,
  }) => {
    const { submission } = example;
    await openFilled(page, example);
    const typed = await typedIn(page, submission);
    await lose(page, context);
    await send(page, submission);
    await expect(page.getByRole("alert")).toContainText("An unexpected error occurred", { timeout: 20_000 });
    await expect(page.getByRole("alert")).toContainText("Nothing you typed is lost");
    await expect(saved(page)).toBeVisible();
    await expect(waiting(page)).toContainText(firm.phone);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(saved(page)).toBeVisible({ timeout: 20_000 });
    expect(await typedIn(page, submission)).toEqual(typed);
    // A page cannot be loaded without a signal, so this one has to come back with its calls still cut.
    await page.route(/send-mail|rest\/v1/, (route) => route.abort());
    await context.setOffline(false);
    await page.reload();
    await expect(saved(page)).toBeVisible();
    expect(await typedIn(page, submission)).toMatchObject({ full_name: "", email: "" });
    await context.setOffline(true);
    await page.unroute(/send-mail|rest\/v1/);
    await context.setOffline(false);
    await expectSentOnce(page, site, example);
    await page.getByRole("button", { name: "OK" }).press("Enter");
    await expect(waiting(page)).toBeEmpty();
    await expect(waiting(page)).toBeFocused();
  });
}

test("a text whose call breaks stays in its form; one press brings it back after a reload, and it arrives as corrected, also by what a slip probably meant", async ({
  page,
  site,
}) => {
  const { submission } = vehicleExample;
  await page.route("/send-mail.php", (route) => route.abort());
  await openFilled(page, vehicleExample);
  const typed = await typedIn(page, submission);
  await send(page, submission);
  await expect(page.getByRole("alert")).toContainText("Nothing you typed is lost");
  await expect(saved(page)).toBeVisible();
  expect(await typedIn(page, submission)).toEqual(typed);
  await page.reload();
  await waiting(page).getByRole("button", { name: "Change it" }).click();
  await expect(saved(page)).toHaveCount(0);
  expect(await typedIn(page, submission)).toEqual(typed);
  await page.getByLabel("Email").fill("aroha@gmial.com");
  await page.getByLabel("Email").press("Tab");
  const meant = page.getByRole("status").getByRole("button", { name: "Did you mean aroha@gmail.com?" });
  await expect(meant).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(meant).toHaveCount(0);
  await expect(page.getByLabel("Email")).toBeFocused();
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await page.unroute("/send-mail.php");
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expectOnce(site, submission);
  expect(site.sql(`select email from ${submission.table}`)).toEqual([{ email: "aroha@gmail.com" }]);
});

test("changed in the form after its mail had arrived unanswered, it is not sent a second time unasked", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  await loseResponse("/send-mail.php")(page, context);
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await page.getByLabel("Subject").fill("Another matter");
  await expect(saved(page)).toHaveCount(0);
  await context.setOffline(false);
  await send(page, submission);
  await expect(page.getByRole("alert")).toContainText("may have reached us already. Send this one too?");
  expect(await staffMails(site, submission)).toHaveLength(1);
  await send(page, submission);
  await hasArrived(page, submission);
  expect(await staffMails(site, submission)).toHaveLength(2);
});

test("two tabs without signal: the same text waits once, another stays in its form, and each arrives once", async ({
  page,
  site,
  context,
}) => {
  const { submission, values } = contactMessageExample;
  const other = await context.newPage();
  const third = await context.newPage();
  await openFilled(page, contactMessageExample);
  await openFilled(other, contactMessageExample);
  await openFilled(third, { submission, values: { ...values, subject: "Another matter" } });
  await context.setOffline(true);
  for (const tab of [page, other, third]) {
    await expect(saved(tab)).toHaveCount(tab === page ? 0 : 1);
    await send(tab, submission);
    await expect(tab.getByRole("alert")).toContainText("You seem to have no signal.");
  }
  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(waiting(tab)).toContainText(/QK-\w{6}-\w{4}/);
    await expect(tab.getByRole("alert")).toHaveCount(0);
    expect(await typedIn(tab, submission)).toMatchObject({ full_name: "", email: "" });
  }
  await expectOnce(site, submission);
  expect(await typedIn(third, submission)).toMatchObject({ subject: "Another matter" });
  await third.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => site.sql("select subject from contact_messages")).toHaveLength(2);
});

test("what waits can be thrown away, after a question; what the server refuses later comes back into the form with the reason, at its field", async ({
  page,
  site,
  context,
}) => {
  await openFilled(page, quoteRequestExample);
  await context.setOffline(true);
  await send(page, quoteRequest);
  await waiting(page).getByRole("button", { name: "Throw it away" }).click();
  const question = waiting(page).getByRole("dialog", { name: "Throw away what you typed?" });
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(waiting(page)).toBeEmpty();
  expect(await storedHere(page)).not.toContain(String(quoteRequestExample.values["email"]));
  await context.setOffline(false);
  await page.reload();
  await expect(waiting(page)).toBeEmpty();
  expect(await staffMails(site, quoteRequest)).toEqual([]);

  await openFilled(page, ofNextYear);
  const typed = await typedIn(page, quoteRequest);
  await context.setOffline(true);
  await send(page, quoteRequest);
  await expect(saved(page)).toBeVisible();
  await site.startClockAt("2020-06-01T00:00:00Z");
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toContainText("Year must be from 1980 to 2021");
  await expect.poll(() => typedIn(page, quoteRequest)).toEqual(typed);
  await expect(page.getByLabel("Year")).toHaveAttribute("aria-invalid", "true");
  await expect(waiting(page)).toBeEmpty();
  await page.getByLabel("Year").fill("2015");
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks/);
  expect(site.sql("select year from quote_requests")).toEqual([{ year: 2015 }]);
});

test("every other page says in one line what waits, and sends it; it outlives a visit to the desk and a sign-out", async ({
  page,
  site,
  context,
}) => {
  const { submission, values } = vehicleExample;
  await openFilled(page, vehicleExample);
  await context.route("/send-mail.php", (route) => route.abort());
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await signIn(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  expect(await storedHere(page)).toContain(String(values["email"]));
  await page.goto("/contact");
  const line = page.locator("[data-waiting-line]");
  await expect(line).toContainText("Vehicle submission: Saved on this phone.");
  await page.getByRole("button", { name: "Essential Only" }).click();
  await line.getByRole("link", { name: "See it" }).click({ trial: true });
  await expectAccessible(page);
  await context.setOffline(true);
  await context.unroute("/send-mail.php");
  await context.setOffline(false);
  await expect(line).toContainText(/Vehicle submission sent: reference QK-\w{6}-\w{4}/, { timeout: 30_000 });
  await line.getByRole("link", { name: "See it" }).click();
  await expectSentOnce(page, site, vehicleExample);
});

const interruptions: [what: string, example: Example, leave: (page: Page) => Promise<unknown>][] = [
  ["a reload", quoteRequestExample, (page) => page.reload()],
  ["the back button", contactMessageExample, (page) => page.goBack().then(() => page.goForward())],
];

for (const [what, example, leave] of interruptions) {
  const { submission } = example;

  test(`${what} in mid-send: nothing is lost, it is sent again without a second mail, and the form is empty`, async ({
    page,
    site,
  }) => {
    page.on("dialog", (dialog) => dialog.accept());
    await page.goto("/");
    await openFilled(page, example);
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    let isLost = false;
    // Not `times: 1`: without a route, the call that is held would go on.
    await page.route("/send-mail.php", async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch().catch(() => null);
      lose();
    });
    await send(page, submission);
    await lost;
    await expect.poll(async () => (await staffMails(site, submission)).length).toBe(1);
    await leave(page);
    await expect(page.getByText(submission.successTitle)).toBeVisible();
    expect(await typedIn(page, submission)).toMatchObject({ full_name: "", email: "" });
    await expectOnce(site, submission);
  });
}
