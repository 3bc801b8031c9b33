import { contactMessageExample, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

import { cutOffConsole } from "./arrived-once.ts";
import { openFilled, scriptsStarted, send, typedIn } from "./forms.ts";
import { expectSentOnce, outbox, saved, storedHere } from "./outbox.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ expectedConsole: [...cutOffConsole, "status of 4", "The session was not renewed"] });

test("what the server refuses later comes back into the form with the reason, at its field", async ({
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
  mailServer,
}) => {
  const { submission } = contactMessageExample;
  mailServer.setMode("refuse-rcpt");
  await openFilled(page, contactMessageExample);
  await context.setOffline(true);
  await send(page, submission);
  await context.setOffline(false);
  await expect(outbox(page)).toContainText("Failed to send email");
  await expect(outbox(page)).toContainText("It has not reached us yet.");
  mailServer.setMode("accept");
  let calls = 0;
  page.on("request", (request) => (calls += request.url().includes("send-mail") ? 1 : 0));
  await context.setOffline(true);
  await context.setOffline(false);
  await page.reload();
  await expect(outbox(page)).toContainText("Failed to send email");
  expect(calls).toBe(0);
  await outbox(page).getByRole("button", { name: "Try again" }).click();
  await expect(outbox(page)).toContainText(/QK-\w{6}-\w{4}/);
  // The button has gone.
  await expect(outbox(page)).toBeFocused();
  const toStaff = mailServer.messages.filter(({ subject }) => subject?.startsWith(submission.title));
  expect(toStaff).toHaveLength(1);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
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
  await expect(line).toContainText("Leave this page open, or come back when you have signal. See it");
  // The link would be covered if the cookie banner lay over the line.
  await line.getByRole("link", { name: "See it" }).click({ trial: true });
  await page.getByRole("button", { name: "Essential Only" }).click();
  await line.getByRole("link", { name: "See it" }).click({ trial: true });
  await expectAccessible(page);
  // A try that changes nothing leaves the line alone.
  await line.getByRole("link", { name: "See it" }).focus();
  const tried = page.waitForEvent("requestfailed");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await tried;
  await expect(line.getByRole("link", { name: "See it" })).toBeFocused();
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

test("what waits on a device that staff use too outlives the desk opened signed out, and a sign-out", async ({
  page,
  context,
  site,
}) => {
  const { submission, values } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  await context.route("/send-mail.php", (route) => route.abort());
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => localStorage.setItem("quadkea-remembered", "{}"));
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin-login/);
  expect(await storedHere(page)).toContain(String(values["email"]));
  await signIn(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin-login/);
  expect(await page.evaluate(() => localStorage.getItem("quadkea-remembered"))).toBe("{}");
  await context.unroute("/send-mail.php");
  await page.goto(submission.page);
  await expectSentOnce(page, site, contactMessageExample);
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
  await page.getByRole("button", { name: "OK" }).press("Enter");
  await expect(outbox(page)).toBeFocused();
  await page.reload();
  await scriptsStarted(page, submission);
  await expect(outbox(page)).toBeEmpty();
});
