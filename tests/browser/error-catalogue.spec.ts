import type { Page } from "@playwright/test";

import { examples, vehicleExample } from "#tests/submission-examples.ts";

import { formOf, openFilled, send } from "./forms.ts";
import { startGateway } from "./gateway.ts";
import { admin } from "./site-process.ts";
import { expect, logIn, signIn, test } from "./site.ts";

/**
 * The error catalogue (specification section 8), in its words. Every message is provoked by what goes
 * wrong in earnest: behind, in front of, or under the pages.
 */
const catalogue = {
  mail: { failed: "Failed to send email", ownWords: "Year must be from 1900 to" },
  store: { ownWords: "No mailed submission has this reference and these fields" },
  forms: {
    quote: "Failed to submit",
    contact: "Failed to submit message",
    "sell-vehicle": "Failed to submit vehicle",
  } as Readonly<Record<string, string>>,
  exception: "An unexpected error occurred",
  login: { failed: "Login failed", refused: "Invalid credentials or access denied" },
  desk: { load: "Failed to load data", update: "Failed to update status" },
  session: "The session was not renewed",
  routing: "Unexpected Application Error!",
} as const;

// What browsers note of refused and lost calls, and our code of what it could not do.
test.use({
  expectedConsole: [
    "Failed to load resource",
    "The submission failed",
    "A desk call failed",
    "The login call failed",
    "could not be read TypeError: Failed to fetch",
    "could not be reached TypeError: Failed to fetch",
    catalogue.session,
    "NotFoundError",
  ],
});

/** What a box says; regions that wait for something to say are empty. */
const alertOn = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });

test("the mail server refuses: every form says so, and nothing is stored", async ({
  page,
  site,
  mailServer,
}) => {
  mailServer.setMode("refuse-rcpt");
  for (const example of examples) {
    await openFilled(page, example);
    await send(page, example.submission);
    await expect(alertOn(page)).toContainText(catalogue.mail.failed);
    expect(site.sql(`select * from ${example.submission.table}`)).toEqual([]);
  }
});

test("the mail service has words of its own: they are shown, at the field", async ({ page, site }) => {
  const { submission, values } = vehicleExample;
  await openFilled(page, { ...vehicleExample, values: { ...values, year: 1899 } });
  await send(page, submission);
  await expect(alertOn(page)).toContainText(catalogue.mail.ownWords);
  await expect(formOf(page, submission).getByLabel("Year")).toHaveAttribute("aria-invalid", "true");
  expect(await site.mails()).toEqual([]);
});

test("the store refuses, as the ledger has lost the reference: its message is shown", async ({
  page,
  site,
}) => {
  await page.route("**/rest/v1/**", async (route) => {
    await site.change("delete from attempts");
    await route.continue();
  });
  for (const example of examples) {
    await openFilled(page, example);
    await send(page, example.submission);
    await expect(alertOn(page)).toContainText(catalogue.store.ownWords);
  }
});

test("a gateway refuses calls without words that we know: each form and the login have their own", async ({
  page,
  site,
}) => {
  const gateway = await startGateway(site.origin, /^\/rest\/v1\/|auth-login$/);
  for (const example of examples) {
    const { submission } = example;
    await openFilled(page, {
      ...example,
      submission: { ...submission, page: gateway.origin + submission.page },
    });
    await send(page, submission);
    await expect(
      alertOn(page).getByText(catalogue.forms[submission.name] ?? "", { exact: true }),
    ).toBeVisible();
  }
  await page.goto(`${gateway.origin}/admin-login`);
  await logIn(page);
  await expect(alertOn(page)).toHaveText(catalogue.login.failed);
  await gateway.stop();
});

test("the server is gone: an exception on every form and the login, the desk can neither load nor update", async ({
  page,
  context,
  site,
}) => {
  await site.addQuotes(1);
  await signIn(page);
  const forms = await Promise.all(
    examples.map(async (example) => {
      const tab = await context.newPage();
      await openFilled(tab, example);
      return { tab, submission: example.submission };
    }),
  );
  const login = await context.newPage();
  await login.goto("/admin-login");
  await login.getByLabel("Email").fill(admin.email);
  await site.stop();
  for (const { tab, submission } of forms) {
    await send(tab, submission);
    await expect(alertOn(tab)).toContainText(catalogue.exception);
  }
  await logIn(login);
  await expect(alertOn(login)).toHaveText(catalogue.exception);
  await page.getByRole("article").getByRole("combobox").selectOption("completed");
  await expect(alertOn(page)).toHaveText(catalogue.desk.update);
  await expect(page.getByRole("article").getByRole("combobox")).toHaveValue("new");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(alertOn(page)).toHaveText(catalogue.desk.load);
  await site.start();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(alertOn(page)).toHaveCount(0);
});

test("the desk shows what the server says when its table is out of reach", async ({ page, site }) => {
  // Otherwise live news would load the list again before the button is pressed.
  await page.route("**/functions/v1/live-*", (route) => route.abort());
  await site.addQuotes(1);
  await signIn(page);
  await site.change("alter table quote_requests rename to elsewhere");
  await page.getByRole("article").getByRole("combobox").selectOption("completed");
  await expect(alertOn(page)).toHaveText(catalogue.exception);
  await page.reload();
  await expect(alertOn(page)).toHaveText(catalogue.exception);
  await site.change("alter table elsewhere rename to quote_requests");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article").getByRole("combobox")).toHaveValue("new");
});

test("a wrong password, and an account that is no admin's: denied, in a box above the form", async ({
  page,
  site,
}) => {
  await page.goto("/admin-login");
  await logIn(page, "wrong");
  await expect(alertOn(page)).toHaveText(catalogue.login.refused);
  await expect(page.getByLabel("Email")).toHaveValue(admin.email);
  await site.change("pragma ignore_check_constraints = on", "update users set role = 'viewer'");
  await page.reload();
  await logIn(page);
  await expect(alertOn(page)).toHaveText(catalogue.login.refused);
  await expect(page).toHaveURL(/\/admin-login$/);
});

test("the session has ended on the server: logged, signed out, to the login", async ({ page, site }) => {
  await site.addQuotes(1);
  await signIn(page);
  const logged = page.waitForEvent("console", (message) => message.text().includes(catalogue.session));
  await site.change("delete from sessions");
  await page.getByRole("article").getByRole("combobox").selectOption("completed");
  await logged;
  await expect(page).toHaveURL(/\/admin-login$/);
});

test("a browser extension has taken parts out of the desk: the last resort, and a way home", async ({
  page,
  site,
}) => {
  await signIn(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page).toHaveURL(/settings/);
  // The address changes before the page does.
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await page.evaluate(() => document.querySelector("body > :has(main), body > main")?.remove());
  await page.goBack();
  await expect(page.getByRole("heading", { name: catalogue.routing })).toBeVisible();
  await page.getByRole("link", { name: "home page" }).click();
  await expect(page).toHaveURL(`${site.origin}/`);
});
