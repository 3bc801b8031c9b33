import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { contactMessageExample, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

import { expectOnce, fillIn, openFilledWithoutScripts, person, quickQuote, send, typedIn } from "./forms.ts";
import { expect, test } from "./site.ts";

test.use({ javaScriptEnabled: false, expectedConsole: ["status of", "net::ERR"] });

const lines = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll("\r\n", "\n")]));

test("quick quote, form and thanks", async ({ page }) => {
  await quickQuote(page, "2015", "Front diff");
  await expect(page).toHaveURL(/\/request-quote\?make=Honda&model=TRX420FM&year=2015&part=Front\+diff$/);
  await expect(page.getByLabel("Model")).toHaveValue("TRX420FM");
  await fillIn(page, person);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks.*\?ref=QK-/);
  await expect(page.getByText(new URL(page.url()).searchParams.get("ref") ?? "").first()).toBeVisible();
  await expect(page.getByText("You asked for: 2015 Honda TRX420FM, Front diff")).toBeVisible();
});

for (const example of [quoteRequestExample, contactMessageExample, vehicleExample]) {
  const { submission } = example;

  test(`${submission.name}: what is wrong is said first and at its field, nothing is lost, and then it arrives once`, async ({
    page,
    site,
  }) => {
    const wrong = { ...example.values, email: "two@@example.co.nz" };
    await openFilledWithoutScripts(page, { submission, values: wrong });
    const typed = lines(await typedIn(page, submission));
    await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await send(page, submission);
    const summary = page.getByRole("alert");
    await expect(summary.getByRole("listitem")).toHaveText([/^Email must be one plain e-mail address/]);
    await expect(summary).toContainText("Our server did not accept it.");
    await expect(summary).toBeInViewport();
    await expect(summary).toHaveCSS("border-top-width", "2px");
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/must be one plain e-mail address/);
    await expect(page.getByRole("banner")).toBeVisible();
    expect(lines(await typedIn(page, submission))).toEqual(typed);
    await page.getByLabel("Email").fill(String(example.values["email"]));
    await send(page, submission);
    await expect(page).toHaveURL(/\/thanks.*\?ref=QK-/);
    await expect(page).toHaveTitle(`${submission.successTitle} | ${firm.trading_name}`);
    const main = page.getByRole("main");
    await expect(main).toContainText(submission.promise);
    await expect(main).toContainText(await expectOnce(site, submission));
  });
}

test("a failed send says what happened, keeps everything, and Try again sends it once; at the limit the page says how to get through", async ({
  page,
  site,
  mailServer,
}) => {
  const { submission, values } = contactMessageExample;
  mailServer.setMode("refuse-rcpt");
  await openFilledWithoutScripts(page, contactMessageExample);
  const typed = lines(await typedIn(page, submission));
  await send(page, submission);
  const summary = page.getByRole("alert");
  for (const text of ["Failed to send email", "It has not reached us yet.", firm.phone, "Error code"]) {
    await expect(summary).toContainText(text);
  }
  expect(lines(await typedIn(page, submission))).toEqual(typed);
  mailServer.setMode("accept");
  await summary.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/thanks.*\?ref=QK-/);
  expect(site.sql("select * from contact_messages")).toHaveLength(1);

  await site.start({ LIMIT_MAILS_PER_HOUR: "1", LIMIT_MAIL_RESERVE_PERCENT: "0" });
  for (const subject of ["One", "Two", "Three"]) {
    await page.request.post("/forms/contact", { form: { ...values, subject } });
  }
  await openFilledWithoutScripts(page, { submission, values: { ...values, subject: "Four" } });
  await send(page, submission);
  await expect(summary).toContainText("Too many requests just now.");
  await expect(summary).toContainText("With JavaScript on");
  await expect(page.getByLabel("Subject")).toHaveValue("Four");
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
    await expect(page).toHaveURL(/\/thanks.*\?ref=QK-/);
    await expectOnce(site, submission);
  });
}
