import { business } from "#domain/business.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

import { formOf, openFolded } from "./forms.ts";
import { askForQuote, fillQuoteForm, openFilledForm } from "./quote-form.ts";
import { expect, pagesTest, signIn, test } from "./site.ts";

test("home, quick quote, full form, thanks; the mail, the desk, a status that outlives a restart", async ({
  page,
  site,
}) => {
  const reference = await askForQuote(page);
  expect(isReferenceNumber(reference)).toBe(true);
  const [staffMail] = await site.mails();
  expect(staffMail?.subject).toContain(reference);
  await signIn(page);
  const card = page.getByRole("article").first();
  await expect(card).toContainText(reference);
  await expect(card.getByRole("combobox")).toHaveValue("new");
  await card.getByRole("combobox").selectOption("in_progress");
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  // An open desk would notice that its server goes, and say so.
  await page.goto("about:blank");
  await site.start();
  await page.goto("/admin");
  await expect(page.getByRole("article").first().getByRole("combobox")).toHaveValue("in_progress");
});

pagesTest("an address with characters that nobody sees is sent without them", async ({ page, site }) => {
  await page.goto("/request-quote", { waitUntil: "networkidle" });
  await fillQuoteForm(page);
  const email = page.getByLabel("Email").first();
  await email.fill("\u200b\u202ahemi@example.co.nz\u202c\ufeff");
  await expect(email).toHaveValue("hemi@example.co.nz");
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
  const staffMail = (await site.mails()).findLast((mail) => mail.subject?.startsWith("Quote request"));
  expect(staffMail?.replyTo?.[0]?.address).toBe("hemi@example.co.nz");
});

pagesTest.describe("after a deploy that took the scripts of an open form away", () => {
  pagesTest.use({ expectedConsole: ["Failed to load resource"] });

  pagesTest("the browser sends the form, and the thanks page has the reference", async ({ page, site }) => {
    await page.route(/\/assets\/(?:forms|quote)-/, (route) => route.fulfill({ status: 404 }));
    await page.goto("/request-quote", { waitUntil: "networkidle" });
    await fillQuoteForm(page);
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page).toHaveURL(/\/thanks\?ref=/);
    const staffMail = (await site.mails()).findLast((mail) => mail.subject?.startsWith("Quote request"));
    const reference = /QK-\w{6}-\w{4}/.exec(staffMail?.subject ?? "")?.[0] ?? "none";
    await expect(page.getByText(reference)).toBeVisible();
  });
});

pagesTest("without scripts: quick quote, form and thanks", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const page = await context.newPage();
  await page.goto("/");
  await page.getByLabel("Make").fill("Honda");
  await page.getByLabel("Model").fill("TRX420FM");
  await page.getByLabel("Year").fill("2015");
  await page.getByLabel("Part", { exact: true }).fill("Front diff");
  await page.getByLabel("Part", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/request-quote\?make=Honda&model=TRX420FM&year=2015&part=Front\+diff$/);
  await expect(page.getByLabel("Model")).toHaveValue("TRX420FM");
  await expect(page.getByLabel("Part needed")).toHaveValue("Front diff");
  await fillQuoteForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks\?ref=QK-/);
  await expect(page.getByText(new URL(page.url()).searchParams.get("ref") ?? "").first()).toBeVisible();
  await expect(page.getByText("You asked for: 2015 Honda TRX420FM, Front diff")).toBeVisible();
  await page.goto("/request-quote?make=Honda&shelf=Diffs+and+axles");
  await expect(page.getByPlaceholder("Diffs and axles: which one?")).toBeVisible();
  await context.close();
});

pagesTest(
  "the two calls go out in order with exactly the specified keys; empty optional fields are left out",
  async ({ page }) => {
    const calls: { path: string; body: Record<string, unknown>; headers: Record<string, string> }[] = [];
    page.on("request", (request) => {
      if (request.method() !== "POST") return;
      calls.push({
        path: new URL(request.url()).pathname,
        body: request.postDataJSON(),
        headers: request.headers(),
      });
    });
    const reference = await askForQuote(page);
    const required = [
      "full_name",
      "email",
      "phone",
      "make",
      "model",
      "year",
      "part_needed",
      "delivery_address",
    ];
    expect(calls.map((call) => call.path)).toEqual(["/send-mail.php", "/rest/v1/quote_requests"]);
    expect(Object.keys(calls[0]?.body ?? {}).toSorted()).toEqual(["form_type", ...required].toSorted());
    expect(Object.keys(calls[1]?.body ?? {}).toSorted()).toEqual(
      [...required, "consent", "ref_number", "file_urls", "status"].toSorted(),
    );
    expect(calls[1]?.body).toMatchObject({
      year: 2015,
      ref_number: reference,
      file_urls: [],
      status: "new",
      consent: true,
    });
    expect(calls[1]?.headers["authorization"]).toBe(`Bearer ${calls[1]?.headers["apikey"]}`);
  },
);

pagesTest(
  "while sending, the button says so and consent stays given; once sent, the browser does not ask about leaving",
  async ({ page }) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      return dialog.accept();
    });
    await openFilledForm(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("/send-mail.php", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    await page.getByText("I agree to the").click({ force: true, position: { x: 8, y: 8 } });
    await expect(page.getByLabel("I agree to the privacy policy")).toBeChecked();
    answer();
    await expect(page).toHaveURL(/\/thanks/);
    expect(questions).toEqual([]);
  },
);

pagesTest(
  "what was typed survives a reload, going back and the wheel over a number; success and Cancel forget it",
  async ({ page }) => {
    await page.goto("/request-quote");
    await page.getByLabel("Full name").fill("Aroha Ngata");
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("Aroha");
    await page.reload();
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await page.goto("/");
    await page.goBack();
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Throw it away" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/request-quote");
    await expect(page.getByLabel("Full name")).toHaveValue("");
    await fillQuoteForm(page);
    await page.getByLabel("Year").click();
    // A short way: Chromium may have scrolled by the time it asks what is under the pointer.
    await page.mouse.wheel(0, 10);
    await expect(page.getByLabel("Year")).not.toBeFocused();
    await expect(page.getByLabel("Year")).toHaveValue("2015");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page).toHaveURL(/\/thanks/);
    // The thanks page offers to correct what was sent; the next page forgets it.
    await page.goto("/about");
    const stored = () =>
      page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
    await expect.poll(stored).not.toContain("Aroha");
  },
);

pagesTest.describe("a text that is too long", () => {
  pagesTest(
    "is not cut when it is pasted: the form says how long it may be and keeps it",
    async ({ page }) => {
      await openFilledForm(page);
      const part = page.getByLabel("Part needed");
      const list = "Front diff, rear axle, ".repeat(6).trim();
      await part.fill("");
      await page.keyboard.insertText(list);
      await page.getByRole("button", { name: "Send Request" }).click();
      await expect(page.getByRole("alert")).toHaveText("Part needed must be at most 120 characters");
      await expect(part).toHaveValue(list);
      await expect(part).toHaveAttribute("aria-invalid", "true");
    },
  );
});

pagesTest("the form has the specified fields, limits and options", async ({ page }) => {
  await page.goto("/request-quote");
  const year = page.getByLabel("Year");
  await expect(year).toHaveAttribute("min", "1980");
  const nextYear =
    Number(new Intl.DateTimeFormat("en-NZ", { timeZone: "Pacific/Auckland", year: "numeric" }).format()) + 1;
  await expect(year).toHaveAttribute("max", String(nextYear));
  await expect(page.getByLabel("Budget")).toHaveAttribute("step", "0.01");
  await openFolded(formOf(page, quoteRequest));
  const options = await page.getByLabel("Condition preference").getByRole("option").allTextContents();
  expect(options).toEqual([
    "Any",
    "Grade A (Minimal wear)",
    "Grade B (Light wear)",
    "Grade C (Visible wear)",
  ]);
  const required = await page
    .locator("form[method=post] [required]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name")));
  expect(required.toSorted()).toEqual([
    "consent",
    "delivery_address",
    "email",
    "full_name",
    "make",
    "model",
    "part_needed",
    "phone",
    "year",
  ]);
});

pagesTest(
  "the thanks page has the promise, three next steps and three ways on; without a reference a placeholder",
  async ({ page }) => {
    await page.goto("/thanks");
    const main = page.getByRole("main");
    await expect(main).toContainText(referencePlaceholder);
    await expect(main).toContainText("same business day");
    await expect(main.getByRole("listitem")).toHaveCount(3);
    await expect(main.locator(`a[href^='mailto:${business.email}']`)).toBeVisible();
    await expect(main.locator("a[href='/contact']")).toBeVisible();
    await expect(main.locator("a[href='/']")).toBeVisible();
  },
);

pagesTest.describe("with scripts that do not come", () => {
  pagesTest.use({ expectedConsole: ["ERR_FAILED"] });

  pagesTest("what the quick quote asked is in the form before its scripts have come", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    const values = { Make: "Honda", Model: "TRX420FM", Year: "2015", Part: "Front diff" };
    for (const [label, value] of Object.entries(values)) {
      await page.getByRole("textbox", { name: label, exact: true }).fill(value);
    }
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.getByRole("button", { name: "Start My Quote" }).click();
    await page.waitForURL("**/request-quote");
    for (const [name, value] of [
      ["make", "Honda"],
      ["model", "TRX420FM"],
      ["year", "2015"],
      ["part_needed", "Front diff"],
    ]) {
      await expect(page.locator(`[data-form] [name="${name}"]`)).toHaveValue(value ?? "");
    }
  });
});
