import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { record } from "./desk-page.ts";
import { addRequest, composer, shorthand, withRequest } from "./quote-composer.ts";
import { openSection } from "./settings-pages.ts";
import { expect, expectAccessible, signIn, signInAt, test } from "./site.ts";

test("a routine quote takes at most ten keys; approved by phone, paid and sent by keyboard, it is delivered", async ({
  page,
  site,
}) => {
  await site.start({ UNDO_SECONDS: "1" });
  const reference = await withRequest(page, site);

  // The measured job: every key that is pressed.
  const began = Date.now();
  const keys = ["q", "1", "8", "5", "Control+Enter", "Control+Enter"];
  await page.keyboard.press("q");
  await expect(shorthand(page)).toBeFocused();
  for (const key of ["1", "8", "5"]) await page.keyboard.press(key);
  await expect(composer(page).getByRole("status", { name: "The quote so far" })).toContainText(
    "Front diff, grade B, $185.00",
  );
  await page.keyboard.press("Control+Enter");
  await expect(
    composer(page).frameLocator("iframe[title='The mail']").getByText("$185.00").first(),
  ).toBeVisible();
  await expect(
    composer(page).frameLocator("iframe[title='The page']").getByRole("heading", { level: 1 }),
  ).toHaveText("Your quote is ready");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 1");
  expect(Date.now() - began).toBeLessThan(45_000);
  expect(keys.join("+").split("+").length).toBeLessThanOrEqual(10);

  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText(
    "Accepted by our mail server",
    { timeout: 20_000, ignoreCase: true },
  );
  const mails = (await site.mails()).filter(({ text }) => text?.includes("/my/") === true);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(reference);
  await expectAccessible(page);

  await page.keyboard.press("w");
  await expect(page.getByText("Nothing to do: waiting for the customer")).toBeVisible();
  await page.keyboard.press("y");
  await expect(record(page).getByRole("form", { name: "Approve for the customer" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const order = record(page).getByRole("region", { name: "Order", exact: true });
  await expect(order).toContainText("Awaiting payment");
  await expect(order).toContainText("Invoice 1001");

  await page.keyboard.press("p");
  const payment = record(page).getByRole("form", { name: "Payment" });
  await expect(payment.getByRole("textbox", { name: "Amount" })).toHaveValue(/^2\d\d/);
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(order).toContainText("paid in full");
  await expect(payment).toBeHidden();

  await page.keyboard.press("t");
  await page.keyboard.type("AB123456780NZ");
  await page.keyboard.press("Control+Enter");
  const parcels = order.getByRole("list", { name: "Parcels" });
  await expect(parcels).toContainText("AB123456780NZ");
  await expect(order).toContainText("On its way");
  await expectAccessible(page);

  await parcels.getByRole("button", { name: "Correct AB123456780NZ" }).press("Enter");
  const correction = order.getByRole("form", { name: "Correct the parcel" });
  await expect(correction.getByRole("textbox", { name: "Tracking number" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("ab 123456789 nz");
  await page.keyboard.press("Control+Enter");
  await expect(parcels).toContainText("AB123456789NZ");
  await expect(parcels.getByRole("listitem")).toHaveCount(1);
  await expect(correction).toBeHidden();

  await page.keyboard.press("w");
  await expect(order).toContainText("Delivered");
  await expect(record(page).getByRole("list", { name: "History" })).toContainText("The parcel was delivered");
  expect(site.sql("select status, next_step from quote_requests")).toEqual([
    { status: "completed", next_step: "done" },
  ]);
});

test("nothing is prefilled that only staff can know: a missing grade is asked about once, freight that we can't tell is typed", async ({
  page,
  site,
}) => {
  const { condition_preference: _, ...rest } = quoteExample;
  const parts = ["engine", "rear diff"].values();
  const fill = () => ({ ...rest, part_needed: parts.next().value ?? "" });
  const [engine, diff] = await site.add({ submission: quoteRequest, percent: 100, fill }, 2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, `/admin?record=${engine}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
  await expect(freight).toContainText("Engine: over 25 kg, enter the freight");
  await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("");
  await expectAccessible(page);
  await page.keyboard.type("900 b");
  await page.keyboard.press("Control+Enter");
  const alert = composer(page).getByRole("alert");
  await expect(alert.filter({ hasText: "The freight is missing" })).toBeVisible();
  await page.keyboard.type(" +120");
  await expect(freight).not.toContainText("enter the freight");

  await page.goto(`/admin?record=${diff}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  const keys = ["q", "3", "8", "5", "Control+Enter", "Control+Enter", "Control+Enter"];
  await page.keyboard.press("q");
  await expect(shorthand(page)).toBeFocused();
  const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  await expect(lines.getByRole("textbox", { name: "Part" })).toHaveValue("Rear diff");
  await expect(lines.getByRole("textbox", { name: "Comes off" })).toHaveValue("");
  await expect(composer(page).getByRole("textbox", { name: "Fitment" })).toHaveValue(
    "Fits a 2015 Honda TRX420FM",
  );
  await page.keyboard.type("385");
  await page.keyboard.press("Control+Enter");
  const question = "No grade on Rear diff: add one (a/b/c) or send without";
  await expect(alert.filter({ hasText: question })).toBeVisible();
  await expectAccessible(page);
  await expect(composer(page).getByRole("button", { name: "Preview" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const mail = composer(page).frameLocator("iframe[title='The mail']");
  await expect(mail.getByText("$385.00").first()).toBeVisible();
  await expect(mail.getByText("Off:")).toHaveCount(0);
  await expect(alert.filter({ hasText: question })).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 1");
  expect(keys.join("+").split("+").length).toBeLessThanOrEqual(10);
  const [sent] = site.sql("select content from quote_versions");
  expect(JSON.parse(String(sent?.["content"]))).toMatchObject({
    lines: [{ text: "Rear diff", machine: null, grade: null }],
    freight: { cents: 3100 },
    fitment: "Fits a 2015 Honda TRX420FM",
  });
});

test("alternatives, options and templates are added without the mouse", async ({ page, site }) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185 b");
  const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  await composer(page).getByRole("button", { name: "+ Alternative" }).focus();
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(2);
  await expect(lines.last().getByRole("textbox", { name: "Price" })).toBeFocused();
  await page.keyboard.type("120");
  await composer(page).getByRole("button", { name: "+ Option" }).focus();
  await page.keyboard.press("Enter");
  await expect(lines.last().getByRole("textbox", { name: "Part" })).toBeFocused();
  await page.keyboard.type("Seal kit");
  await lines.last().getByRole("textbox", { name: "Price" }).press("3");
  await expect(composer(page).getByRole("status", { name: "The quote so far" })).toContainText(
    "From $151.00",
  );
  const fromTemplate = composer(page).getByRole("button", { name: "From a template" });
  await fromTemplate.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(fromTemplate).toBeFocused();
  await expect(lines).toHaveCount(3);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(composer(page).getByRole("button", { name: "CV axle, tested" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(4);
  await expect(lines.last().getByRole("textbox", { name: "Part" })).toHaveValue("CV axle");
  await expect(lines.last().getByRole("textbox", { name: "Price" })).toBeFocused();
  await expectAccessible(page);
});

test("a quantity can be typed anew; while it is empty, nothing is previewed; a held key or a double click sends nothing unseen", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185");
  const quantity = composer(page).getByRole("spinbutton", { name: "Quantity" });
  await quantity.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(quantity).toHaveValue("");
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).getByRole("button", { name: "Preview" })).toBeVisible();
  await expect(quantity).toBeFocused();
  await page.keyboard.type("2");
  await expect(composer(page).getByRole("status", { name: "The quote so far" })).toContainText(
    "2 × Front diff",
  );
  await quantity.hover();
  await page.mouse.wheel(0, -10);
  await expect(quantity).not.toBeFocused();
  await expect(quantity, "the wheel counts nothing").toHaveValue("2");
  await quantity.focus();
  const send = composer(page).getByRole("button", { name: "Send the quote" });
  for (const keys of [["Control", "Enter"], ["Enter"]]) {
    for (const key of keys) await page.keyboard.down(key);
    await expect(send).toBeVisible();
    await page.keyboard.down("Enter"); // It is held: this one repeats the first.
    await expect(send).toHaveAttribute("aria-disabled", "false");
    for (const key of keys) await page.keyboard.up(key);
    await quantity.fill(`${2 + keys.length}`);
  }
  await composer(page).getByRole("button", { name: "Preview" }).click();
  await expect(send).toBeVisible();
  for (const press of ["down", "up"] as const) await page.mouse[press]({ clickCount: 2 });
  await expect(send).toHaveAttribute("aria-disabled", "false");
});

test("an owner changes the freight table, and the next quote suggests it", async ({ page, site }) => {
  const reference = await addRequest(site);
  await signInAt(page, "/admin/settings/quotes");
  await page.getByRole("textbox", { name: "North Island, up to 15 kg" }).fill("17.50");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  await page.goto(`/admin?record=${reference}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
  await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("23.50");
});

test("a freight price that is saved while the desk knows the old one counts at once", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
  const weight = freight.getByRole("combobox", { name: "Weight" });
  await page.keyboard.press("q");
  await expect(weight).toHaveValue("M"); // The table is loaded.
  await page.getByRole("link", { name: "Settings" }).click();
  await openSection(page, "Quotes and freight");
  await page.getByRole("textbox", { name: "North Island, up to 25 kg" }).fill("50");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to desk" }).click();
  await page.getByRole("article").getByRole("link").first().click();
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  await expect(weight).toHaveValue("M");
  await weight.selectOption("Up to 25 kg");
  await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("56");
});

test("a quote that was just sent is taken back with one key, and its draft is still there", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185 a");
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).getByRole("button", { name: "Send the quote" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const quotes = record(page).getByRole("list", { name: "Quotes" });
  await expect(quotes).toContainText("Waiting to leave", { ignoreCase: true });
  await page.keyboard.press("z");
  await expect(page.getByText(/^Undone. Quote 1/)).toBeVisible();
  await expect(quotes).toBeHidden();
  await page.keyboard.press("q");
  await expect(composer(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue("185");
  expect(await site.mails()).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining("Your quote") }),
  );
});

test("the customer's question appears at the open desk as the next step, with its list, and is answered there", async ({
  page,
  site,
  browser,
}) => {
  await site.start({ UNDO_SECONDS: "1" });
  const reference = await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185");
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).getByRole("button", { name: "Send the quote" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(record(page)).toContainText("Your quote is ready", { timeout: 20_000 });
  const link = record(page).getByRole("link", { name: "The customer’s page" });
  const context = await browser.newContext();
  const customer = await context.newPage();
  await customer.goto((await link.getAttribute("href")) ?? "");
  await customer.getByRole("textbox", { name: /question/i }).fill("Does it turn <b>freely</b>?");
  await customer.getByRole("button", { name: "Ask" }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("We are answering your question");
  await context.close();

  const messages = record(page).getByRole("list", { name: "Messages" });
  await expect(messages).toContainText("Does it turn <b>freely</b>?");
  await expect(page.locator(".record-row [data-step]")).toHaveText("To answer");
  await page.getByRole("combobox", { name: "Next step" }).selectOption("Questions");
  await expect(page.locator(`.record-row[data-reference="${reference}"]`)).toBeVisible();
  await page.goto(`/admin?record=${reference}`);
  await expect(messages).toBeVisible();
  await page.keyboard.press("w");
  await page.keyboard.type("It does.");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(messages).toContainText("It does.");
  await expect(record(page)).toContainText("Customer’s page: Your quote is ready");
});
