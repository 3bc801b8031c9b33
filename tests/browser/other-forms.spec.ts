import { contactMessageExample, type Example, vehicleExample } from "#tests/submission-examples.ts";

import { expectOnce, fillIn, formOf, hasArrived, openFilled, send, typedIn } from "./forms.ts";
import { expect, expectAccessible, pagesTest, test } from "./site.ts";

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

  test(`${submission.name}: busy, success with the reference, form cleared, one record`, async ({
    page,
    site,
  }) => {
    await openFilled(page, example);
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("/send-mail.php", (route) => held.then(() => route.continue()));
    await send(page, submission);
    await expect(formOf(page, submission).getByRole("button", { name: busy })).toBeDisabled();
    goOn();
    const success = page.getByRole("status").filter({ hasText: words[0] ?? "" });
    for (const word of words) await expect(success).toContainText(word);
    await expect(success).toContainText("That is by");
    await expect(success).toBeFocused();
    expect(await typedIn(page, submission)).toMatchObject(cleared);
    await expectAccessible(page);
    // One press too many.
    await formOf(page, submission).evaluate((form: HTMLFormElement) => form.requestSubmit());
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
    const year = form.getByLabel("Year");
    for (const bound of ["min", "max"]) expect(await year.getAttribute(bound)).toBeNull();
    await form.getByLabel("Vehicle type").selectOption("Motorcycle");
    await form.getByRole("radio", { name: "Damaged / Crashed" }).check();
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("damaged");
    await page.reload();
    await expect(form.getByRole("radio", { name: "Damaged / Crashed" })).toBeChecked();
    await expect(form.getByLabel("Vehicle type")).toHaveValue("Motorcycle");
  },
);

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
  expect(site.sql("select * from contact_messages")).toHaveLength(1);
  await fillIn(page, contactMessageExample);
  await fillIn(other, { ...contactMessageExample, values: { ...values, subject: "Something else" } });
  await page.reload();
  await expect(formOf(page, submission).getByLabel("Subject")).toHaveValue(String(values["subject"]));
  await send(other, submission);
  await expect.poll(() => site.sql("select * from contact_messages").length).toBe(2);
});
