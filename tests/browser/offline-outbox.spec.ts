import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import type { BrowserContext, Page } from "@playwright/test";

import { business } from "#domain/business.ts";
import { freePort, ServerProcess } from "#tests/server-process.ts";
import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { cutOffConsole, staffMails } from "./arrived-once.ts";
import { fillIn, formOf, openFilled, scriptsStarted, send, typedIn } from "./forms.ts";
import { expectSentOnce, loseResponse, outbox, saved } from "./outbox.ts";
import { expect, expectAccessible, test } from "./site.ts";
test.use({ expectedConsole: [...cutOffConsole, "status of 4"] });

interface Cut {
  readonly when: string;
  readonly example: Example;
  /** Loses the signal in the course of sending. */
  readonly lose: (page: Page, context: BrowserContext) => Promise<unknown>;
}

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
