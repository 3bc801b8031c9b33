import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { BrowserContext, Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { freePort, ServerProcess } from "#tests/server-process.ts";
import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { cutOffConsole, staffMails } from "./arrived-once.ts";
import { fillIn, formOf, openFilled, scriptsStarted, send, typedIn } from "./forms.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "status of 4"] });

const saved = (page: Page) => page.getByText("Saved on this phone. We send it as soon as there is signal.");
const outbox = (page: Page) => page.locator("[data-outbox]");
const storedHere = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

/** One staff mail and one record; nothing that was typed is left on the device. */
async function expectSentOnce(page: Page, site: SiteProcess, { submission, values }: Example): Promise<void> {
  await expect(outbox(page)).toContainText(/QK-\w{6}-\w{4}/, { timeout: 30_000 });
  await expect(outbox(page)).toContainText("That is by");
  await expect(saved(page)).toHaveCount(0);
  expect(await storedHere(page)).not.toContain(String(values["email"]));
  const [record, ...others] = site.sql(`select ref_number from ${submission.table}`);
  expect(others).toEqual([]);
  await expect(outbox(page)).toContainText(String(record?.["ref_number"]));
  expect(await staffMails(site, submission)).toHaveLength(1);
}

interface Cut {
  readonly when: string;
  readonly example: Example;
  /** Loses the signal in the course of sending. */
  readonly lose: (page: Page, context: BrowserContext) => Promise<unknown>;
}

/** The server gets the next call to that path, and its response is lost with the signal. */
const loseResponse = async (page: Page, context: BrowserContext, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );

const cuts: readonly Cut[] = [
  {
    when: "before it is sent",
    example: quoteRequestExample,
    lose: (_, context) => context.setOffline(true),
  },
  {
    when: "before the mail call arrives",
    example: contactMessageExample,
    lose: (page, context) =>
      page.route("/send-mail.php", (route) => context.setOffline(true).then(() => route.abort()), {
        times: 1,
      }),
  },
  {
    when: "after the mail call has arrived",
    example: vehicleExample,
    lose: (page, context) => loseResponse(page, context, "/send-mail.php"),
  },
  {
    when: "between mail call and store call",
    example: quoteRequestExample,
    lose: (page, context) =>
      page.route(
        "/send-mail.php",
        async (route) => {
          const response = await route.fetch();
          await context.setOffline(true);
          await route.fulfill({ response });
        },
        { times: 1 },
      ),
  },
  {
    when: "after the store call has arrived",
    example: contactMessageExample,
    lose: (page, context) => loseResponse(page, context, "/rest/v1/*"),
  },
];

for (const { when, example, lose } of cuts) {
  test(`the signal is lost ${when}: it is kept on the phone, survives a reload, and one ${example.submission.name} arrives`, async ({
    page,
    site,
    context,
  }) => {
    const { submission } = example;
    await openFilled(page, example);
    await lose(page, context);
    await send(page, submission);
    await expect(page.getByRole("alert")).toContainText("An unexpected error occurred", { timeout: 20_000 });
    await expect(page.getByRole("alert")).toContainText("Nothing you typed is lost.");
    await expect(saved(page)).toBeVisible();
    await expect(outbox(page)).toContainText(business.phone);
    // A page cannot be loaded without a signal, so this one has to come back with its calls still cut.
    await page.route(/send-mail|rest\/v1/, (route) => route.abort());
    await context.setOffline(false);
    await page.reload();
    await expect(saved(page)).toBeVisible();
    await context.setOffline(true);
    await page.unroute(/send-mail|rest\/v1/);
    await context.setOffline(false);
    await expectSentOnce(page, site, example);
  });
}

test("two tabs, one after the other without signal: the same text waits once, and both tabs see it arrive once", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  const other = await context.newPage();
  await openFilled(page, contactMessageExample);
  await openFilled(other, contactMessageExample);
  await context.setOffline(true);
  await send(page, submission);
  await expect(saved(other)).toBeVisible();
  await send(other, submission);
  await expect(other.getByRole("alert")).toContainText("You seem to have no signal.");
  await expect(saved(page)).toHaveCount(1);

  const sending = await other.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void navigator.locks.request("quadkea-outbox", () => promise);
    return { end: resolve };
  });
  await outbox(page).getByRole("button", { name: "Cancel" }).click();
  await expect(
    outbox(page).getByText("This phone is already sending, perhaps in another tab."),
  ).toBeVisible();
  await expect(saved(page)).toHaveCount(1);
  await sending.evaluate(({ end }) => end());

  await context.setOffline(false);
  await expectSentOnce(page, site, contactMessageExample);
  await expectSentOnce(other, site, contactMessageExample);
  await page.getByRole("button", { name: "OK" }).click();
  await expect(outbox(other)).toBeEmpty();
});

test("Cancel brings every word back and sends nothing; unchanged words that may have arrived count once", async ({
  page,
  site,
  context,
}) => {
  const { submission } = quoteRequestExample;
  await openFilled(page, quoteRequestExample);
  const typed = await typedIn(page, submission);
  await loseResponse(page, context, "/send-mail.php");
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  expect(await typedIn(page, submission)).not.toEqual(typed);
  await expectAccessible(page);
  await page.getByLabel("Full name").fill("Somebody Else");
  await outbox(page).getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("dialog", { name: "Throw away what you typed?" });
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(page.getByText("It may have reached us already")).toBeFocused();
  await expect(saved(page)).toHaveCount(0);
  expect(await typedIn(page, submission)).toEqual(typed);
  await context.setOffline(false);
  await page.reload();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  expect(site.sql("select * from quote_requests")).toEqual([]);
  await send(page, submission);
  await expect(page).toHaveURL(/\/thanks/);
  expect(site.sql("select * from quote_requests")).toHaveLength(1);
  expect(await staffMails(site, submission)).toHaveLength(1);
});

test("what the server refuses by then comes back into the form with the reason, at its field", async ({
  page,
  site,
  context,
}) => {
  const { submission, values } = quoteRequestExample;
  const nextYear = new Date().getFullYear() + 1;
  const example = { ...quoteRequestExample, values: { ...values, year: nextYear } };
  await openFilled(page, example);
  const typed = await typedIn(page, submission);
  await context.setOffline(true);
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await site.startClockAt("2020-06-01T00:00:00Z");
  await context.setOffline(false);
  await expect(outbox(page)).toContainText("Year must be from 1980 to 2021");
  await outbox(page).getByRole("button", { name: "Change it" }).click();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  await expect(page.getByLabel("Year")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Year").fill("2015");
  await send(page, submission);
  await expect(page).toHaveURL(/\/thanks/);
  expect(site.sql("select year from quote_requests")).toEqual([{ year: 2015 }]);
});

test("a mail that fails is not tried again behind the visitor's back; Try again sends it once", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  const mail = await startMailServer({ mode: "refuse-rcpt" });
  await site.start({ MAIL_URL: mail.url });
  await openFilled(page, contactMessageExample);
  await context.setOffline(true);
  await send(page, submission);
  await context.setOffline(false);
  await expect(outbox(page)).toContainText("Failed to send email");
  await expect(outbox(page)).toContainText("It has not reached us yet.");
  mail.setMode("accept");
  let calls = 0;
  page.on("request", (request) => (calls += request.url().includes("send-mail") ? 1 : 0));
  await context.setOffline(true);
  await context.setOffline(false);
  await page.reload();
  await expect(outbox(page)).toContainText("Failed to send email");
  expect(calls).toBe(0);
  await outbox(page).getByRole("button", { name: "Try again" }).click();
  await expect(outbox(page)).toContainText(/QK-\w{6}-\w{4}/);
  const toStaff = mail.messages.filter(({ subject }) => subject?.startsWith(submission.title));
  expect(toStaff).toHaveLength(1);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
  await mail.stop();
});

test("every other page says in one line what waits, sends it when the signal is back, and says that it is sent", async ({
  page,
  site,
  context,
}) => {
  const { submission } = vehicleExample;
  await openFilled(page, vehicleExample);
  await page.route("/send-mail.php", (route) => route.abort());
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await page.goto("/faq");
  const line = page.locator("[data-outbox-line]");
  await expect(line).toContainText("Vehicle submission: Saved on this phone.");
  // The link would be covered if the cookie banner lay over the line.
  await line.getByRole("link", { name: "See it" }).click({ trial: true });
  await page.getByRole("button", { name: "Essential Only" }).click();
  await line.getByRole("link", { name: "See it" }).click({ trial: true });
  await expectAccessible(page);
  await context.setOffline(true);
  await page.unroute("/send-mail.php");
  await context.setOffline(false);
  await expect(line).toContainText(/Vehicle submission sent: reference QK-\w{6}-\w{4}/);
  await line.getByRole("link", { name: "See it" }).click();
  await expectSentOnce(page, site, vehicleExample);
});

test("details that a visitor wants kept are kept as soon as the phone has the form", async ({ page }) => {
  await openFilled(page, quoteRequestExample);
  await page.getByRole("checkbox", { name: /Remember my details/ }).check();
  await page.route("/send-mail.php", (route) => route.abort());
  await send(page, quoteRequestExample.submission);
  await expect(saved(page)).toBeVisible();
  const kept = await page.evaluate(() => localStorage.getItem("quadkea-remembered"));
  expect(JSON.parse(kept ?? "{}")).toMatchObject({ email: quoteRequestExample.values["email"] });
});

test("after seven days without signal the words leave the phone, and the visitor reads that they were not sent", async ({
  page,
  context,
  site,
}) => {
  const { submission, values } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  await context.setOffline(true);
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => {
    for (const [key, text] of Object.entries<string>(localStorage)) {
      if (!key.startsWith("quadkea-outbox-")) continue;
      const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60_000).toISOString();
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), at: eightDaysAgo }));
    }
  });
  await context.setOffline(false);
  await expect(outbox(page)).toContainText("It was not sent for 7 days");
  expect(await storedHere(page)).not.toContain(String(values["email"]));
  expect(site.sql("select * from contact_messages")).toEqual([]);
  await page.getByRole("button", { name: "OK" }).click();
  await page.reload();
  await scriptsStarted(page, submission);
  await expect(outbox(page)).toBeEmpty();
});

test("the server is killed between mail and store: started again, it has one mail and one record", async ({
  page,
}) => {
  const { submission } = vehicleExample;
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-outbox-"));
  const environment = { DATA_DIR: dataDir, PORT: await freePort() };
  const first = new ServerProcess(environment);
  const origin = await first.ready();
  await page.route(
    `${origin}/rest/v1/*`,
    async (route) => {
      await first.stop("SIGKILL");
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(origin + submission.page);
  await fillIn(page, vehicleExample);
  await scriptsStarted(page, submission);
  await send(page, submission);
  await expect(saved(page)).toBeVisible({ timeout: 20_000 });
  await expect(formOf(page, submission)).toContainText("The connection broke off before we got an answer.");
  const second = new ServerProcess(environment);
  await second.ready();
  // By itself, within some seconds.
  await expect(outbox(page)).toContainText(/QK-\w{6}-\w{4}/, { timeout: 40_000 });
  await second.stop("SIGTERM");
  const database = new DatabaseSync(join(dataDir, "quadkea.db"), { readOnly: true });
  expect(database.prepare("select state from attempts").all()).toEqual([{ state: "stored" }]);
  expect(database.prepare("select adopted from vehicle_submissions").all()).toEqual([{ adopted: 0 }]);
  database.close();
  const mails = await readdir(join(dataDir, "mail"));
  expect(mails.filter((name) => name.includes("staff"))).toHaveLength(1);
  await rm(dataDir, { recursive: true, force: true });
});
