import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { quoteRequestExample } from "#tests/submission-examples.ts";

import { formOf, openFilled, openFolded, scriptsStarted, send, staffMails, typedIn } from "./forms.ts";
import { askForQuote, fillQuoteForm, openFilledForm } from "./quote-form.ts";
import { expect, expectAccessible, pagesTest, signIn, test } from "./site.ts";

test("home, quick quote, form with two parts, thanks; the mail and the desk; nothing typed stays in the browser", async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const calls: { path: string; body: Record<string, unknown> }[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST") return;
    calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
  });
  await page.goto("/");
  const quick = page.locator("form").filter({ has: page.getByLabel("Part") });
  for (const [label, value] of Object.entries({
    Make: "Honda",
    Model: "TRX420FM",
    Year: "08",
    Part: "CV axle",
  })) {
    await quick.getByLabel(label).fill(value);
  }
  await quick.getByRole("button").click();
  await expect(page.getByLabel("Year")).toHaveValue("2008");
  const part = page.getByLabel("Part needed");
  const side = page.getByRole("button", { name: "left" });
  await side.click();
  await expect(side).toHaveAttribute("aria-pressed", "true");
  await expect(part).toHaveValue("CV axle left");
  await page.getByText("Another part (2 of 5)").click();
  await expect(page.getByLabel("Another part (2 of 5)")).toBeFocused();
  await page.keyboard.type("Seat");
  await page.reload();
  await expect(page.getByLabel("Another part (2 of 5)")).toHaveValue("Seat");
  await fillQuoteForm(page);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks/);
  const reference = new URL(page.url()).searchParams.get("ref") ?? "";
  expect(isReferenceNumber(reference)).toBe(true);
  await page.getByRole("button", { name: "Copy reference number" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).not.toContain("Aroha");

  expect(calls.map(({ path }) => path)).toEqual(["/send-mail.php", "/rest/v1/quote_requests"]);
  const fields = { make: "Honda", year: 2008, part_needed: "CV axle left; Seat" };
  expect(calls[0]?.body).toMatchObject({ form_type: "QUOTE", ...fields });
  expect(calls[1]?.body).toMatchObject({ ...fields, consent: true, ref_number: reference, status: "new" });
  const [mail] = await staffMails(site, quoteRequest);
  expect(mail?.subject).toContain(reference);
  await signIn(page);
  await expect(page.getByRole("article").first()).toContainText(reference);
});

pagesTest(
  "by keyboard alone, with a field that scripts take over while the visitor types",
  async ({ page }) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
    await page.goto("/request-quote?make=Honda&model=TRX420FM");
    await page.getByLabel("Year").focus();
    await page.keyboard.type("20");
    letGo();
    await scriptsStarted(page, quoteRequest);
    await page.keyboard.type("15");
    await expect(page.getByLabel("Year")).toHaveValue("2015");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Front diff");
    for (let press = 0; press < 6; press += 1) await page.keyboard.press("Tab");
    await page.keyboard.type("Aroha Ngata");
    await page.keyboard.press("Enter");
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("Please check these 4 fields:");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Phone", { exact: true })).toBeFocused();
  },
);

pagesTest(
  "every refused field is a link in the summary and says why; what looks short is asked once",
  async ({ page }) => {
    await openFilledForm(page);
    const form = formOf(page, quoteRequest);
    await form.getByLabel("Model").fill("");
    await form.getByLabel("Email").fill("graham@taitfarm");
    await form.getByLabel("Part needed").fill("Front diff, rear axle, ".repeat(6).trim());
    await openFolded(form);
    await form.getByLabel("Budget").fill("-5");
    await form.getByText("Add what you know").click();
    await form.getByRole("checkbox", { name: /privacy/ }).uncheck();
    await send(page, quoteRequest);
    const summary = form.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      "Model is required",
      "Part needed must be at most 120 characters",
      "Email must be one plain e-mail address, such as name@example.co.nz",
      "Budget must be at least 0",
      "You must agree to the privacy policy",
    ]);
    await expectAccessible(page);
    await summary.getByRole("link", { name: "Budget" }).click();
    const budget = form.getByLabel("Budget");
    await expect(budget).toBeFocused();
    await expect(budget).toHaveAttribute("aria-invalid", "true");
    await expect(budget).toHaveAccessibleDescription(/Budget must be at least 0/);
    await budget.fill("50");
    await expect(budget).not.toHaveAttribute("aria-invalid");
    await expect(budget).toBeFocused();

    await fillQuoteForm(page);
    await form.getByLabel("Email").fill("\u200bgraham@taitfarm.co.nz\ufeff");
    await form.getByLabel("Part needed").fill("Front diff");
    await form.getByLabel("Phone", { exact: true }).fill("after 5");
    await send(page, quoteRequest);
    await expect(summary).toContainText("Is that the whole phone number?");
    await send(page, quoteRequest);
    await expect(page).toHaveURL(/\/thanks/);
  },
);

pagesTest(
  "suggestions and notes help: models follow the make, a frame number is read back",
  async ({ page }) => {
    await openFilledForm(page);
    const form = formOf(page, quoteRequest);
    const models = page.locator("datalist#quote-models option:not([disabled])");
    await form.getByLabel("Make").fill("Can-Am");
    await expect(models).toHaveCount(8);
    await form.getByLabel("Make").fill("Husqvarna");
    await expect(models).toHaveCount(0);
    await openFolded(form);
    const vin = form.getByLabel("VIN");
    await vin.fill("te35i41001234567");
    await expect(vin).toHaveCSS("text-transform", "uppercase");
    await expect(vin).toHaveAccessibleDescription(/16 of 17 characters/);
    await vin.fill("te35i410012345679");
    await vin.press("Tab");
    await expect(vin).toHaveAccessibleDescription(/A VIN never uses I: is it a 1\?/);
    await form.getByText("Where is it?").click();
    await expect(form.getByText("Stamped into the front frame rail")).toBeVisible();
  },
);

pagesTest(
  "a link beats the draft: another machine leaves nothing of the old one, a shelf asks which part",
  async ({ page }) => {
    await page.goto("/request-quote?make=Honda&model=TRX250TM&year=2015");
    await scriptsStarted(page, quoteRequest);
    await page.getByLabel("Full name").fill("Aroha Ngata");
    await page.goto("/request-quote?make=Honda&model=TRX450R&year=99-02");
    await expect(page.getByLabel("Model")).toHaveValue("TRX450R");
    await expect(page.getByLabel("Year")).toBeFocused();
    await expect(page.getByLabel("Year")).toHaveValue("");
    await expect(page.getByLabel("Year")).toHaveAccessibleDescription("Year, four digits: you typed 99-02");
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await page.goto("/brands/honda");
    await page.getByRole("link", { name: "Diffs and axles" }).click();
    const part = page.getByPlaceholder("Diffs and axles: which one?");
    await expect(part).toBeFocused();
  },
);

test("Cancel asks before it throws away what was typed, and asks nothing of an empty form", async ({
  page,
}) => {
  const { submission } = quoteRequestExample;
  const cancel = page.getByRole("button", { name: "Cancel" });
  const question = page.getByRole("dialog", { name: "Throw away what you typed?" }).first();
  await openFilled(page, quoteRequestExample);
  const typed = await typedIn(page, submission);
  await cancel.click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(cancel).toBeFocused();
  await page.reload();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  await cancel.click();
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await scriptsStarted(page, submission);
  await expect(page.getByLabel("Part needed")).toHaveValue("");
  await cancel.click();
  await expect(page).toHaveURL(/\/$/);
});

pagesTest(
  "while sending, the button says so, and nothing can be changed or left unasked",
  async ({ page }) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    await openFilledForm(page);
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route("/send-mail.php", (route) => held.then(() => route.continue()));
    await send(page, quoteRequest);
    await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    const typed = await typedIn(page, quoteRequest);
    await page.getByText("I agree to the").click({ force: true, position: { x: 8, y: 8 } });
    expect(await typedIn(page, quoteRequest)).toEqual(typed);
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect.poll(() => questions.length).toBe(1);
    answer();
    await expect(page).toHaveURL(/\/thanks/);
    expect(questions).toHaveLength(1);
  },
);

test("the thanks page has the promise and the ways on; a second request is another lead", async ({
  page,
  site,
}) => {
  await askForQuote(page);
  const main = page.getByRole("main");
  await expect(main).toContainText("same business day");
  await expect(main).toContainText("You asked for: 2015 Honda TRX420FM, front diff");
  await expect(main.getByRole("listitem")).toHaveCount(3);
  await main.getByRole("link", { name: "Fix it" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("");
  await fillQuoteForm(page);
  await page.getByLabel("Email").fill("aroha.ngata@example.co.nz");
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks/);
  expect(await staffMails(site, quoteRequest)).toHaveLength(2);
});
