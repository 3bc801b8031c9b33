import { contactMessageExample, type Example, vehicleExample } from "#tests/submission-examples.ts";

import { cutOffConsole, expectOnce, hasArrived, staffMails } from "./arrived-once.ts";
import { fillIn, formOf, openFilled, send } from "./forms.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: cutOffConsole });

test("where nothing comes back before the mail, the visitor hears so, and Try again goes through", async ({
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
  await page.getByRole("button", { name: "Try again" }).click();
  await hasArrived(page, submission);
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

test("a visitor who cannot send and leaves: staff read how many, when and why", async ({
  page,
  context,
  mailServer,
}) => {
  const { submission } = contactMessageExample;
  mailServer.setMode("defer-rcpt");
  await openFilled(page, contactMessageExample);
  await send(page, submission);
  await expect(page.getByRole("alert")).toContainText("Failed to send email");
  const desk = await context.newPage();
  await signIn(desk);
  const notice = desk.getByRole("list", { name: "Mail failures of the last 24 hours" });
  await expect(notice).toContainText(/1 visitor could not send (?:at|between) \d+:\d\d [ap]m/);
  await expect(notice).toContainText("1 contact message. Reason: the mail server answered 451.");
  await expectAccessible(desk);
  mailServer.setMode("accept");
  await send(page, submission);
  await hasArrived(page, submission);
  await desk.getByRole("button", { name: "Refresh" }).click();
  await expect(notice).toHaveCount(0);
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
  await expectOnce(context, site, submission);
});
