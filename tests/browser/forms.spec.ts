import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import {
  contactMessageExample,
  type Example,
  quoteRequestExample,
  vehicleExample,
} from "#tests/submission-examples.ts";

import {
  expectOnce,
  fillIn,
  formOf,
  openFilled,
  person,
  quickQuote,
  scriptsStarted,
  send,
  staffMails,
  typedIn,
} from "./forms.ts";
import { expect, expectAccessible, pagesTest, test } from "./site.ts";

test("home, quick quote, form with two parts, thanks with the ways on; nothing typed stays in the browser; a second request is another lead", async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await quickQuote(page, "08", "CV axle");
  await expect(page.getByLabel("Year")).toHaveValue("2008");
  const side = page.getByRole("button", { name: "left" });
  await side.click();
  await expect(side).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Part needed")).toHaveValue("CV axle left");
  await page.getByText("Another part (2 of 5)").click();
  await expect(page.getByLabel("Another part (2 of 5)")).toBeFocused();
  await page.keyboard.type("Seat");
  await page.reload();
  await expect(page.getByLabel("Another part (2 of 5)")).toHaveValue("Seat");
  await fillIn(page, person);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks/);
  const reference = new URL(page.url()).searchParams.get("ref") ?? "";
  expect(isReferenceNumber(reference)).toBe(true);
  await page.getByRole("button", { name: "Copy reference number" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).not.toContain("Aroha");
  expect(site.sql("select make, year, part_needed, consent, ref_number from quote_requests")).toEqual([
    { make: "Honda", year: 2008, part_needed: "CV axle left; Seat", consent: 1, ref_number: reference },
  ]);

  const main = page.getByRole("main");
  await expect(main).toContainText("same business day");
  await expect(main).toContainText("You asked for: 2008 Honda TRX420FM");
  await expect(main.getByRole("listitem")).toHaveCount(3);
  await main.getByRole("link", { name: "Fix it" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue("");
  await fillIn(page, quoteRequestExample);
  await send(page, quoteRequest);
  await expect(page).toHaveURL(/\/thanks/);
  expect(await staffMails(site, quoteRequest)).toHaveLength(2);
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
    await openFilled(page, quoteRequestExample);
    const form = formOf(page, quoteRequest);
    await form.getByLabel("Model").fill("");
    await form.getByLabel("Email").fill("graham@taitfarm");
    await form.getByLabel("Part needed").fill("Front diff, rear axle, ".repeat(6).trim());
    const budget = form.getByLabel("Budget");
    await budget.fill("-5");
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
    await expect(budget).toBeFocused();
    await expect(budget).toHaveAttribute("aria-invalid", "true");
    await expect(budget).toHaveAccessibleDescription(/Budget must be at least 0/);
    await budget.fill("50");
    await expect(budget).not.toHaveAttribute("aria-invalid");
    await expect(budget).toBeFocused();

    await fillIn(page, quoteRequestExample);
    await form.getByLabel("Email").fill("\u200bgraham@taitfarm.co.nz\ufeff");
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
    await openFilled(page, quoteRequestExample);
    const form = formOf(page, quoteRequest);
    const models = page.locator("datalist#quote-models option:not([disabled])");
    await form.getByLabel("Make").fill("Can-Am");
    await expect(models).toHaveCount(8);
    await form.getByLabel("Make").fill("Husqvarna");
    await expect(models).toHaveCount(0);
    const vin = form.getByLabel("VIN");
    await vin.fill("te35i41001234567");
    await expect(vin).toHaveCSS("text-transform", "uppercase");
    await expect(vin).toHaveAccessibleDescription(/16 of 17 characters/);
    await vin.fill("te35i410012345679");
    await vin.press("Tab");
    await expect(vin).toHaveAccessibleDescription(/A VIN never uses I: is it a 1\?/);
    await vin.fill("5y4aj38y46a000123");
    await vin.press("Tab");
    await expect(vin).toHaveAccessibleDescription(/This VIN is a Yamaha’s, you chose Husqvarna/);
    await form.getByLabel("Make").fill("Yamaha");
    await expect(vin).not.toHaveAccessibleDescription(/This VIN/);
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
    const year = page.getByLabel("Year");
    await expect(year).toBeFocused();
    await expect(year).toHaveValue("");
    await expect(year).toHaveAccessibleDescription("Year, four digits: you typed 99-02");
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await page.goto("/brands/honda");
    await page.getByRole("link", { name: "Diffs and axles" }).click();
    await expect(page.getByPlaceholder("Diffs and axles: which one?")).toBeFocused();
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
  "while sending, the form says so, after 3 s and 10 s again; nothing moves, and nothing can be changed or left unasked",
  async ({ page }) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      return dialog.dismiss();
    });
    await openFilled(page, quoteRequestExample);
    await page.clock.install();
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route("/send-mail.php", (route) => held.then(() => route.continue()));
    await send(page, quoteRequest);
    const button = page.getByRole("button", { name: "Submitting..." });
    await expect(button).toBeDisabled();
    const typed = await typedIn(page, quoteRequest);
    await page.getByText("I agree to the").click({ force: true, position: { x: 8, y: 8 } });
    expect(await typedIn(page, quoteRequest)).toEqual(typed);
    const before = await button.boundingBox();
    const status = formOf(page, quoteRequest).getByRole("status");
    await expect(status.filter({ hasText: "Still" })).toHaveCount(0);
    await page.clock.runFor(3100);
    await expect(status.filter({ hasText: "Still sending" })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(status.filter({ hasText: "Still no answer" })).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
    await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
    await expect.poll(() => questions.length).toBe(1);
    answer();
    await expect(page).toHaveURL(/\/thanks/);
    expect(questions).toHaveLength(1);
  },
);

const journeys: readonly {
  example: Example;
  cleared: Record<string, string>;
  words: readonly string[];
  busy: string;
}[] = [
  {
    example: contactMessageExample,
    cleared: { full_name: "", email: "", phone: "", subject: "", message: "" },
    words: ["Message sent successfully!", "We'll respond within one business day."],
    busy: "Sending...",
  },
  {
    example: vehicleExample,
    cleared: { vehicle_type: "ATV", make: "", description: "", price_expectation: "", email: "" },
    words: [
      "Submission received!",
      "We'll review your vehicle and email you a cash offer within 24 hours.",
      "We'll e-mail you to request photos.",
    ],
    busy: "Submitting...",
  },
];

for (const { example, cleared, words, busy } of journeys) {
  const { submission, values } = example;

  test(`${submission.name}: Enter five times and a double click send once; busy, success with the reference, form cleared`, async ({
    page,
    site,
  }) => {
    await openFilled(page, example);
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("/send-mail.php", (route) => held.then(() => route.continue()));
    const form = formOf(page, submission);
    await form.locator("[name=full_name]").focus();
    await Promise.all([
      ...Array.from({ length: 5 }, () => page.keyboard.press("Enter")),
      form.locator("button[type=submit]").first().dblclick({ force: true }),
    ]);
    await expect(form.getByRole("button", { name: busy })).toBeDisabled();
    goOn();
    const success = page.getByRole("status").filter({ hasText: words[0] ?? "" });
    for (const word of [...words, "That is by"]) await expect(success).toContainText(word);
    await expect(success).toBeFocused();
    expect(await typedIn(page, submission)).toMatchObject(cleared);
    await expectAccessible(page);
    // One press too many.
    await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    await expect(success).toBeVisible();
    const [reference = "none"] = /QK-\w{6}-\w{4}/.exec((await success.textContent()) ?? "") ?? [];
    expect(await expectOnce(site, submission)).toBe(reference);
    expect(site.sql(`select * from ${submission.table}`)).toMatchObject([{ ...values, status: "new" }]);
  });
}

pagesTest(
  "the sell form explains its conditions, has no bounds for the year, and a draft beats its default",
  async ({ page }) => {
    const { submission } = vehicleExample;
    await page.goto(submission.page);
    const form = formOf(page, submission);
    const conditions = form.getByRole("radiogroup", { name: "Condition" }).getByRole("radio");
    await expect(conditions).toHaveCount(5);
    for (const radio of await conditions.all()) await expect(radio).not.toBeChecked();
    for (const bound of ["min", "max"]) expect(await form.getByLabel("Year").getAttribute(bound)).toBeNull();
    await form.getByLabel("Vehicle type").selectOption("Motorcycle");
    const damaged = form.getByRole("radio", { name: "Damaged / Crashed" });
    await damaged.check();
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("damaged");
    await page.reload();
    await expect(damaged).toBeChecked();
    await expect(form.getByLabel("Vehicle type")).toHaveValue("Motorcycle");
  },
);
