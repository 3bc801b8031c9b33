import { knownParts } from "#domain/catalogue/part-words.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteRequestExample } from "#tests/submission-examples.ts";

import { formOf, openFilled, openFolded, scriptsStarted, typedIn } from "./forms.ts";
import { publicPaths } from "./public-pages.ts";
import { fillQuoteForm, openFilledForm } from "./quote-form.ts";
import { expect, expectAccessible, pagesTest, test } from "./site.ts";

pagesTest(
  "the year of a link or the quick quote beats the draft: 08 is 2008, and what cannot be read is quoted",
  async ({ page }) => {
    await page.goto("/request-quote?make=Honda&model=TRX420FM&year=2015");
    const year = page.getByLabel("Year");
    await expect(year).toHaveValue("2015");
    await page.goto("/request-quote?make=Honda&model=TRX420FM&year=08");
    await expect(year).toHaveValue("2008");
    await page.goto("/request-quote?make=Honda&model=TRX420FM&year=99-02");
    await expect(year).toHaveValue("");
    await expect(year).toBeFocused();
    await expect(year).toHaveAccessibleDescription("Year, four digits: you typed 99-02");
    await year.fill("1999");
    await expect(page.getByText("you typed 99-02")).toBeHidden();
  },
);

pagesTest("a form that scripts take over while the visitor types keeps the focus there", async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
  await page.goto("/request-quote?make=Honda&model=TRX420FM");
  const name = page.getByLabel("Full name");
  await name.pressSequentially("Graham Ta");
  letGo();
  await scriptsStarted(page, quoteRequest);
  await expect(name).toBeFocused();
  await page.keyboard.type("it");
  await expect(name).toHaveValue("Graham Tait");
});

pagesTest(
  "a link to another make or model leaves nothing of the old machine in the form; a link to a part does",
  async ({ page }) => {
    await page.goto("/request-quote?make=Honda&model=TRX250TM&year=2010&part=CDI");
    await expect(page.getByLabel("Model")).toHaveValue("TRX250TM");
    await page.getByLabel("Full name").fill("Aroha Ngata");
    await openFolded(formOf(page, quoteRequest));
    await page.getByLabel("VIN").fill("TE35-4100123");
    await page.goto("/request-quote?part=Stator");
    await expect(page.getByLabel("Model")).toHaveValue("TRX250TM");
    await expect(page.getByLabel("VIN")).toHaveValue("TE35-4100123");
    await page.goto("/request-quote?make=Honda&model=TRX450R");
    await expect(page.getByLabel("Model")).toHaveValue("TRX450R");
    await expect(page.getByLabel("Year")).toHaveValue("");
    await expect(page.getByLabel("VIN")).toHaveValue("");
    await page.goto("/request-quote?part=Stator");
    await expect(page.getByLabel("Part needed")).toHaveValue("Stator");
    await page.goto("/request-quote?make=Yamaha&part=Stator");
    await expect(page.getByLabel("Make")).toHaveValue("Yamaha");
    await expect(page.getByLabel("Model")).toHaveValue("");
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
  },
);

test("Cancel asks before it throws away what was typed, and asks nothing of an empty form", async ({
  page,
}) => {
  const { submission } = quoteRequestExample;
  const cancel = page.getByRole("button", { name: "Cancel" });
  const question = page.getByRole("dialog", { name: "Throw away what you typed?" });
  await openFilled(page, quoteRequestExample);
  const typed = await typedIn(page, submission);
  await cancel.click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.click();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect.poll(() => typedIn(page, submission)).toEqual(typed);
  await cancel.click();
  await question.getByRole("button", { name: "Throw it away" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await scriptsStarted(page, submission);
  await expect(page.getByLabel("Part needed")).toHaveValue("");
  await page.goto(submission.page);
  await expect(page.getByLabel("Part needed")).toHaveValue("");
  await cancel.click();
  await expect(page).toHaveURL(/\/$/);
});

pagesTest(
  "every refused field is a link in the banner and says why: the browser knows the server's rules",
  async ({ page }) => {
    await openFilledForm(page);
    const form = formOf(page, quoteRequest);
    await form.getByLabel("Model").fill("");
    await form.getByLabel("Email").fill("graham@taitfarm");
    await openFolded(form);
    await form.getByLabel("Budget").fill("-5");
    await form.getByText("Add what you know").click();
    await form.getByRole("checkbox", { name: /privacy/ }).uncheck();
    await form.getByRole("button", { name: "Send Request" }).click();
    const banner = form.getByRole("alert");
    await expect(banner).toBeFocused();
    await expect(banner.getByRole("link")).toHaveText([
      "Model is required",
      "Email must be one plain e-mail address, such as name@example.co.nz",
      "Budget must be at least 0",
      "You must agree to the privacy policy",
    ]);
    await expectAccessible(page);
    await banner.getByRole("link", { name: "Budget" }).click();
    const budget = form.getByLabel("Budget");
    await expect(budget).toBeFocused();
    await expect(budget).toHaveAttribute("aria-invalid", "true");
    await expect(budget).toHaveAccessibleDescription(/Budget must be at least 0/);
    await expect(form.getByLabel("Email")).toHaveAccessibleDescription(/must be one plain e-mail address/);
  },
);

test("a phone number that looks short is asked about once; a second press sends it", async ({
  page,
  site,
}) => {
  await openFilledForm(page);
  await page.getByLabel("Phone", { exact: true }).fill("after 5");
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page.getByRole("alert")).toContainText("Is that the whole phone number?");
  expect(await site.mails()).toEqual([]);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
});

test("a shelf is answered by a tap or two; further parts go into the same request", async ({
  page,
  site,
}) => {
  await page.goto("/brands/honda");
  await page.getByRole("link", { name: "Diffs and axles" }).click();
  const part = page.getByLabel("Part needed");
  await expect(part).toBeFocused();
  await expect(part).toHaveValue("");
  await expect(part).toHaveAccessibleDescription(/Diffs and axles: which one\? Left or right, front or rear/);
  await page.getByRole("button", { name: "CV axle" }).click();
  const side = page.getByRole("button", { name: "left" }).first();
  const unpressed = await side.boundingBox();
  await side.click();
  await expect(side).toHaveAttribute("aria-pressed", "true");
  // Colours alone do not show it: some visitors choose their own.
  await expect(side).toHaveCSS("border-left-width", "2px");
  expect((await side.boundingBox())?.width).toBe(unpressed?.width);
  await expect(part).toHaveValue("CV axle left");
  await page.getByText("Another part (2 of 5)").click();
  await expect(page.getByLabel("Another part (2 of 5)")).toBeFocused();
  await page.keyboard.type("Seat");
  await page.reload();
  await expect(page.getByLabel("Another part (2 of 5)")).toHaveValue("Seat");
  await fillQuoteForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
  const [mail] = await site.mails();
  expect(mail?.text).toContain("CV axle left; Seat");
});

pagesTest("models follow the make; a frame number is written in capitals and read back", async ({ page }) => {
  await openFilledForm(page);
  const form = formOf(page, quoteRequest);
  const models = form.locator("datalist#quote-models option");
  await form.getByLabel("Make").fill("Can-Am");
  await expect(models).toHaveCount(8);
  await form.getByLabel("Make").fill("Husqvarna");
  await expect(models).toHaveCount(0);
  await expect(form.locator("datalist#quote-makes option")).toHaveCount(6);
  await openFolded(form);
  const vin = form.getByLabel("VIN");
  // As the keyboards of phones do it, which suggest whole words.
  const keyboard = await page.context().newCDPSession(page);
  await vin.focus();
  for (const text of ["t", "te", "te3"]) {
    await keyboard.send("Input.imeSetComposition", { text, selectionStart: 3, selectionEnd: 3 });
  }
  await keyboard.send("Input.insertText", { text: "te3" });
  await vin.pressSequentially("5i41001234567");
  await expect(vin).toHaveValue("te35i41001234567");
  await expect(vin).toHaveCSS("text-transform", "uppercase");
  await expect(vin).toHaveAccessibleDescription(/16 of 17 characters/);
  await vin.press("9");
  await vin.press("Tab");
  await expect(vin).toHaveAccessibleDescription(/A VIN never uses I: is it a 1\?/);
  await form.getByText("Where is it?").click();
  await expect(form.getByText("Stamped into the front frame rail")).toBeVisible();
  await expectAccessible(page);
});

pagesTest("in a form that has been emptied, nothing helps with what was in it before", async ({ page }) => {
  await openFilledForm(page);
  const form = formOf(page, quoteRequest);
  const models = form.locator("datalist#quote-models option");
  const front = form.getByRole("button", { name: "front" }).first();
  await form.getByLabel("Make").fill("Can-Am");
  await openFolded(form);
  await form.getByLabel("VIN").fill("TE35I410012345679");
  await form.getByLabel("VIN").press("Tab");
  await expect(form.getByText("A VIN never uses I")).toBeVisible();
  await expect(models).toHaveCount(8);
  await expect(front).toHaveAttribute("aria-pressed", "true");
  await form.evaluate((element: HTMLFormElement) => element.reset());
  await expect(form.getByText("A VIN never uses I")).toBeHidden();
  await expect(models).not.toHaveCount(8);
  await expect(front).toHaveAttribute("aria-pressed", "false");
});

pagesTest(
  "no link to the quote form names two models, or a part that nobody can quote or that our catalogue lacks",
  async ({ request }) => {
    const links = new Set<string>();
    for (const path of publicPaths) {
      const page = await (await request.get(path)).text();
      for (const [, query] of page.matchAll(/href="\/request-quote\?([^"]+)"/g)) {
        links.add((query ?? "").replaceAll("&amp;", "&"));
      }
    }
    expect(links.size).toBeGreaterThan(150);
    const unquotable = [...links].filter((query) => {
      const known = new URLSearchParams(query);
      return / \/ /.test(known.get("model") ?? "") || /,| or | and |[^s]s$/.test(known.get("part") ?? "");
    });
    expect(unquotable).toEqual([]);
    const parts = [...links].flatMap((query) => new URLSearchParams(query).get("part") ?? []);
    expect(parts.filter((part) => knownParts(part) === null)).toEqual([]);
  },
);
