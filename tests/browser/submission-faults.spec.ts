import type { BrowserContext, Page } from "@playwright/test";

import { draftKey } from "#app/submission/draft.ts";
import type { Submission } from "#domain/submission.ts";
import { startMailServer } from "#tests/mail-server.ts";
import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import { fillIn, formOf, openFilled, send, typedIn } from "./forms.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

// What browsers and our own code write where a call is cut off.
const cutOffConsole = ["Failed to load resource", "net::ERR", "The submission failed"];

test.use({ expectedConsole: cutOffConsole });

const staffMails = async (site: SiteProcess, { title }: Submission) =>
  (await site.mails()).filter((mail) => mail.subject?.startsWith(title));

async function hasArrived(page: Page, { name, successTitle }: Submission): Promise<void> {
  if (name === "quote") await expect(page).toHaveURL(/\/thanks/);
  else await expect(page.getByText(successTitle)).toBeVisible();
}

/** One staff mail, and one record in the panel that carries its reference. */
async function expectOnce(
  context: BrowserContext,
  site: SiteProcess,
  submission: Submission,
  words = "",
): Promise<void> {
  const mails = await staffMails(site, submission);
  expect(mails).toHaveLength(1);
  const reference = /QK-\w{6}-\w{4}/.exec(mails[0]?.subject ?? "")?.[0] ?? "none";
  const panel = await context.newPage();
  await signIn(panel);
  await panel.getByRole("tab", { name: `${submission.tab.title} (1)` }).click();
  await expect(panel.getByRole("article")).toContainText(reference);
  await expect(panel.getByRole("article")).toContainText(words);
  await panel.close();
}

/** The server gets the call; its answer does not reach the page. */
async function loseAnswers(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => void (await route.fetch().catch(() => null)));
}

const leaveAnyway = (page: Page) => page.on("dialog", (dialog) => dialog.accept());

test("where nothing comes back before the mail, the visitor hears so, and pressing again goes through", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  await page.route("/config.json", () => new Promise(() => {}));
  await openFilled(page, contactMessageExample);
  await send(page, submission);
  await expect(page.getByText("An unexpected error occurred")).toBeVisible({ timeout: 15_000 });
  await page.unroute("/config.json");
  await send(page, submission);
  await hasArrived(page, submission);
  await expectOnce(context, site, submission);
});

test("who has gone back while a request is sent is left where they are; it arrives once all the same", async ({
  page,
  site,
  context,
}) => {
  const { submission } = quoteRequestExample;
  await page.goto("/");
  // From here on pages change within React: the browser's Back asks nobody.
  await page.getByRole("button", { name: "Essential Only" }).click();
  await page.getByRole("link", { name: "Get Your Quote Now" }).click();
  await expect(page).toHaveURL(/request-quote/);
  await fillIn(page, quoteRequestExample);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("/send-mail.php", async (route) => {
    await held;
    await route.continue();
  });
  await send(page, submission);
  await expect(formOf(page, submission).getByRole("button", { name: submission.button.busy })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Used parts that fit");
  const stored = page.waitForResponse(/rest\/v1\/quote_requests/);
  letGo();
  await stored;
  await page.waitForFunction(() => sessionStorage.getItem("quadkea-quote-draft") === null);
  await expect(page).toHaveURL(/\/$/);
  await expectOnce(context, site, submission);
});

test("a double click and Enter five times send once", async ({ page, site, context }) => {
  const { submission } = vehicleExample;
  await openFilled(page, vehicleExample);
  const field = formOf(page, submission).getByLabel("Make", { exact: true });
  await field.focus();
  const button = formOf(page, submission).getByRole("button", { name: submission.button.label });
  await Promise.all([
    ...Array.from({ length: 5 }, () => page.keyboard.press("Enter")),
    button.dblclick().catch(() => null),
  ]);
  await hasArrived(page, submission);
  await expectOnce(context, site, submission);
});

test("pressed before React starts and again when it runs, a form is sent once", async ({ page, site }) => {
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
  await formOf(page, submission).evaluate((form: HTMLFormElement, key) => {
    form.requestSubmit();
    // In the page: the driver would wait for the post to end, which a visitor does not.
    const again = setInterval(() => {
      if (sessionStorage.getItem(key) === null) return;
      clearInterval(again);
      form.requestSubmit();
    }, 20);
  }, draftKey(submission.name));
  await expect(page).toHaveURL(/\/thanks\?ref=QK-/);
  expect(await staffMails(site, submission)).toHaveLength(1);
});

test("two tabs: equal forms are one submission, different ones are two, and neither disturbs the other", async ({
  page,
  site,
  context,
}) => {
  const { submission, values } = contactMessageExample;
  const other = await context.newPage();
  await Promise.all([openFilled(page, contactMessageExample), openFilled(other, contactMessageExample)]);
  await Promise.all([send(page, submission), send(other, submission)]);
  await Promise.all([hasArrived(page, submission), hasArrived(other, submission)]);
  await expectOnce(context, site, submission);

  const different: Example = { ...contactMessageExample, values: { ...values, subject: "Something else" } };
  await openFilled(page, contactMessageExample);
  await openFilled(other, different);
  await page.reload();
  await expect(formOf(page, submission).getByLabel("Subject")).toHaveValue(String(values["subject"]));
  await send(other, submission);
  await hasArrived(other, submission);
  expect(await staffMails(site, submission)).toHaveLength(2);
});

const interruptions: [what: string, example: Example, leave: (page: Page) => Promise<unknown>][] = [
  ["a reload in mid-send", quoteRequestExample, (page) => page.reload()],
  ["the back button in mid-send", vehicleExample, (page) => page.goBack().then(() => page.goForward())],
];

for (const [what, example, leave] of interruptions) {
  const { submission } = example;

  test(`${what}: the words are still there, and pressing again sends nothing twice`, async ({
    page,
    site,
    context,
  }) => {
    leaveAnyway(page);
    await page.goto("/");
    await openFilled(page, example);
    const typed = await typedIn(page, submission);
    await loseAnswers(page, "/send-mail.php");
    await send(page, submission);
    await expect.poll(async () => (await staffMails(site, submission)).length).toBe(1);
    await leave(page);
    await page.unroute("/send-mail.php");
    await expect
      .poll(() => typedIn(page, submission))
      .toEqual(expect.objectContaining({ email: typed["email"] }));
    if (submission.asksConsent) await formOf(page, submission).getByRole("checkbox").check();
    expect(await typedIn(page, submission)).toEqual(typed);
    await send(page, submission);
    await hasArrived(page, submission);
    await expectOnce(context, site, submission);
  });
}

test("the tab is closed between the calls: the record is there all the same, its consent unknown", async ({
  page,
  site,
  context,
}) => {
  const { submission } = quoteRequestExample;
  await openFilled(page, quoteRequestExample);
  await page.route("/rest/v1/**", (route) => route.abort());
  // Not only asked: a page that is closed lets go on what is held up in that moment.
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("/rest/v1/"));
  await send(page, submission);
  await refused;
  await page.close();
  await site.start({ ADOPT_AFTER_MINUTES: "0" });
  await expectOnce(context, site, submission, "unknown (adopted)");
});

test("a visitor who cannot send and leaves: staff read how many, when and why", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  const mail = await startMailServer({ mode: "defer-rcpt" });
  await site.start({ MAIL_URL: mail.url });
  await openFilled(page, contactMessageExample);
  await send(page, submission);
  await expect(page.getByRole("alert")).toContainText("Failed to send email");
  const panel = await context.newPage();
  await signIn(panel);
  const notice = panel.getByRole("list", { name: "Mail failures of the last 24 hours" });
  await expect(notice).toContainText(/1 visitor could not send at \d+:\d\d [ap]m/);
  await expect(notice).toContainText("1 contact message. Reason: the mail server answered 451.");
  await expectAccessible(panel);
  mail.setMode("accept");
  await send(page, submission);
  await hasArrived(page, submission);
  await panel.getByRole("button", { name: "Refresh" }).click();
  await expect(notice).toHaveCount(0);
  await mail.stop();
});

test("offline and back: between the calls the store call finds its way; before them, pressing again does", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  const typed = await typedIn(page, submission);
  await context.setOffline(true);
  await send(page, submission);
  await expect(page.getByRole("alert")).toContainText("An unexpected error occurred");
  expect(await typedIn(page, submission)).toEqual(typed);
  expect(await staffMails(site, submission)).toEqual([]);
  await context.setOffline(false);
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
  await expectOnce(context, site, submission);
});
