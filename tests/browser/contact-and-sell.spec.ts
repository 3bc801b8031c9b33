import { business } from "#domain/business.ts";
import { displayValue } from "#domain/field.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { fieldEntries } from "#domain/submission.ts";
import { contactMessageExample, type Example, vehicleExample } from "#tests/submission-examples.ts";

import { fillIn, formOf, openFilled, openFilledWithoutScripts, send, typedIn } from "./forms.ts";
import { expect, expectAccessible, pagesTest, signIn, test } from "./site.ts";

const emptyContact = { full_name: "", email: "", phone: "", subject: "", message: "" };
const emptyVehicle = {
  vehicle_type: "ATV",
  make: "",
  model: "",
  year: "",
  description: "",
  location: "",
  price_expectation: "",
  full_name: "",
  phone: "",
  email: "",
};

const journeys: readonly { example: Example; cleared: object; words: readonly string[]; busy: string }[] = [
  {
    example: contactMessageExample,
    cleared: emptyContact,
    words: ["Message sent successfully!", "We'll respond within one business day."],
    busy: "Sending...",
  },
  {
    example: vehicleExample,
    cleared: emptyVehicle,
    words: [
      "Submission received!",
      "We'll review your vehicle and email you a cash offer within 24 hours.",
      "We'll e-mail you to request photos.",
    ],
    busy: "Submitting...",
  },
];

test.describe("from the form to the desk", () => {
  test.use({ expectedConsole: ["502"] });

  for (const { example, cleared, words, busy } of journeys) {
    const { submission, values } = example;

    test(`${submission.name}: busy, unchangeable and not left unasked, success with the reference, form cleared; an error keeps what was typed; each try clears the last one's outcome`, async ({
      page,
      mailServer,
    }) => {
      await openFilled(page, example);
      let goOn = () => {};
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route("/send-mail.php", (route) => held.then(() => route.continue()));
      await send(page, submission);
      await expect(formOf(page, submission).getByRole("button", { name: busy })).toBeDisabled();
      const sending = await typedIn(page, submission);
      await formOf(page, submission).getByLabel("Full name").focus();
      await page.keyboard.type("typed too late");
      expect(await typedIn(page, submission)).toEqual(sending);
      let questions = 0;
      page.once("dialog", (dialog) => {
        questions += 1;
        return dialog.dismiss();
      });
      await page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }).click();
      await expect.poll(() => questions).toBe(1);
      goOn();
      const success = page.getByRole("status").filter({ hasText: words[0] ?? "" });
      for (const word of words) await expect(success).toContainText(word);
      await expect(success).toBeFocused();
      const reference = /QK-\w{6}-\w{4}/.exec((await success.textContent()) ?? "")?.[0] ?? "none";
      expect(await typedIn(page, submission)).toEqual(cleared);
      await expectAccessible(page);
      await success.getByRole("button", { name: "Fix it" }).click();
      await expect(formOf(page, submission).getByLabel("Email")).toBeFocused();
      expect(await typedIn(page, submission)).toMatchObject({ full_name: values["full_name"] });
      const notes = Object.values(await typedIn(page, submission)).join("\n");
      expect(notes).toContain(`This replaces ${reference}: the e-mail address was wrong.`);
      await formOf(page, submission).evaluate((form: HTMLFormElement) => form.reset());

      mailServer.setMode("refuse-rcpt");
      await fillIn(page, { ...example, values: { ...values, full_name: "Second Visitor" } });
      await expect(success).toBeVisible();
      const typed = await typedIn(page, submission);
      await send(page, submission);
      await expect(page.getByRole("alert")).toContainText("Failed to send email");
      await expect(success).toHaveCount(0);
      expect(await typedIn(page, submission)).toEqual(typed);
      await expectAccessible(page);
      mailServer.setMode("accept");
      await send(page, submission);
      await expect(success).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);

      const staffMails = mailServer.messages.filter(({ subject }) => subject?.startsWith(submission.title));
      expect(staffMails).toHaveLength(2);
      expect(staffMails[0]?.subject).toContain(reference);
      await signIn(page);
      await page.getByRole("tab", { name: `${submission.tab.title} (2)` }).click();
      const card = page.getByRole("article").last();
      await expect(card).toContainText(reference);
      for (const [name, field] of fieldEntries(submission)) {
        for (const line of displayValue(field, values[name] ?? "").split("\n")) {
          await expect(card).toContainText(line);
        }
      }
    });
  }
});

for (const { example, words } of journeys) {
  const { submission } = example;

  test(`${submission.name} without scripts: a refused value is named and nothing is lost; then thanks with the right promise`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const page = await context.newPage();
    const wrong: Example["values"] = { ...example.values, email: "two@@example.co.nz" };
    await openFilledWithoutScripts(page, { ...example, values: wrong });
    await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
    await send(page, submission);
    await expect(page.getByRole("alert")).toContainText("Email must be one plain e-mail address");
    await expect(page.getByRole("alert")).toHaveCSS("border-top-width", "2px");
    const typed = Object.fromEntries(Object.entries(wrong).map(([name, value]) => [name, String(value)]));
    const lines = (text: string) => text.replaceAll("\r\n", "\n");
    const shown = await typedIn(page, submission);
    expect(Object.fromEntries(Object.entries(shown).map(([name, text]) => [name, lines(text)]))).toEqual(
      typed,
    );
    await page.getByLabel("Email").fill(String(example.values["email"]));
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page).toHaveURL(new RegExp(`/thanks\\?ref=QK-[^&]+&kind=${submission.name}$`));
    await expect(page).toHaveTitle(`${submission.successTitle} | ${business.name}`);
    const reference = new URL(page.url()).searchParams.get("ref") ?? "none";
    const main = page.getByRole("main");
    for (const word of [reference, ...words.slice(0, 2)]) await expect(main).toContainText(word);
    const [staffMail] = await site.mails();
    expect(staffMail?.subject).toContain(reference);
    await context.close();

    const withScripts = await browser.newPage({ baseURL: site.origin });
    await withScripts.goto(new URL(page.url()).pathname + new URL(page.url()).search, {
      waitUntil: "networkidle",
    });
    for (const word of [reference, ...words.slice(0, 2)]) {
      await expect(withScripts.getByRole("main")).toContainText(word);
    }
    await withScripts.close();
  });
}

pagesTest("the contact form has the specified fields; the message has six rows", async ({ page }) => {
  await page.goto("/contact");
  const form = formOf(page, contactMessage);
  expect(await requiredNames(form)).toEqual(["email", "full_name", "message", "subject"]);
  await expect(form.getByLabel("Message")).toHaveAttribute("rows", "6");
  await expect(form.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(form.getByLabel("Phone", { exact: true })).toHaveAttribute("type", "tel");
});

pagesTest(
  "the sell form has the specified fields, options and default; the year has no bounds",
  async ({ page }) => {
    await page.goto("/sell-vehicle");
    const form = formOf(page, vehicleSubmission);
    expect(await requiredNames(form)).toEqual([
      "condition",
      "email",
      "full_name",
      "location",
      "make",
      "model",
      "phone",
      "vehicle_type",
      "year",
    ]);
    await expect(form.getByLabel("Vehicle type")).toHaveValue("ATV");
    const conditions = form.getByRole("radiogroup", { name: "Condition" }).getByRole("radio");
    const labels = {
      running: "Running - Good condition",
      "running-issues": "Running - Has issues",
      "not-running": "Not running",
      damaged: "Damaged / Crashed",
      "parts-only": "For parts only",
    };
    await expect(conditions).toHaveCount(5);
    for (const [index, [value, name]] of Object.entries(labels).entries()) {
      await expect(conditions.nth(index)).toHaveValue(value);
      await expect(conditions.nth(index)).toHaveAccessibleName(name);
      await expect(conditions.nth(index)).not.toBeChecked();
    }
    await expect(form.getByLabel("Description")).toHaveAttribute("rows", "4");
    const year = form.getByLabel("Year");
    await expect(year).toHaveAttribute("type", "number");
    for (const bound of ["min", "max"]) expect(await year.getAttribute(bound)).toBeNull();
  },
);

pagesTest("what was chosen survives a reload, the default gives way to it", async ({ page }) => {
  await page.goto("/sell-vehicle");
  const form = formOf(page, vehicleSubmission);
  await form.getByLabel("Vehicle type").selectOption("Motorcycle");
  await form.getByRole("radio", { name: "Damaged / Crashed" }).check();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("damaged");
  await page.reload();
  await expect(form.getByRole("radio", { name: "Damaged / Crashed" })).toBeChecked();
  await expect(form.getByLabel("Vehicle type")).toHaveValue("Motorcycle");
});

async function requiredNames(form: ReturnType<typeof formOf>): Promise<string[]> {
  const names = await form
    .locator("[required]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("name") ?? ""));
  return [...new Set(names)].toSorted();
}
