import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { addMere, signInAsMere } from "./colleague.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

type Site = Parameters<Parameters<typeof test>[2]>[0]["site"];

const record = (page: Page) => page.getByRole("article").filter({ hasText: "Notes and history" });
const composer = (page: Page) => record(page).getByRole("form", { name: "Quote" });
const shorthand = (page: Page) =>
  composer(page).getByRole("textbox", { name: "Price, grade, freight, days" });

/** One quote request, open at the desk. */
async function withRequest(page: Page, site: Site): Promise<string> {
  const [reference = ""] = await site.add(
    { submission: quoteRequest, percent: 100, fill: () => quoteExample },
    1,
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.goto(`/admin?record=${reference}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  return reference;
}

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
    "Delivered to their mail server",
    { timeout: 20_000, ignoreCase: true },
  );
  const mails = (await site.mails()).filter(({ text }) => text?.includes("/my/") === true);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toContain(reference);
  await expectAccessible(page);

  await page.keyboard.press("w");
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
  await page.keyboard.type("AB123456789NZ");
  await page.keyboard.press("Control+Enter");
  await expect(order.getByRole("list", { name: "Parcels" })).toContainText("AB123456789NZ");
  await expect(order).toContainText("On its way");
  await expectAccessible(page);

  await page.keyboard.press("w");
  await expect(order).toContainText("Delivered");
  await expect(record(page).getByRole("list", { name: "History" })).toContainText("The parcel was delivered");
  expect(site.sql("select status, next_step from quote_requests")).toEqual([
    { status: "completed", next_step: "done" },
  ]);
});

test.describe(() => {
  test.use({ expectedConsole: ["net::ERR_FAILED", "net::ERR_CONNECTION_REFUSED", "could not be reached"] });

  test("a draft is still there after Esc, a reload and a new session, and Ctrl+Enter names what is missing", async ({
    page,
    site,
  }) => {
    const reference = await withRequest(page, site);
    await page.keyboard.press("q");
    await page.keyboard.press("Control+Enter");
    await expect(
      composer(page).getByRole("alert").filter({ hasText: "Front diff: the price is missing" }),
    ).toBeVisible();
    await page.keyboard.type("185 a +15 5d");
    await page.keyboard.press("Escape");
    await expect(composer(page)).toBeHidden();
    await expect.poll(() => site.sql("select version from quote_drafts")).toHaveLength(1);
    await page.keyboard.press("q");
    const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
    const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
    const expectDraft = async () => {
      await expect(lines.first().getByRole("textbox", { name: "Price" })).toHaveValue("185");
      await expect(lines.first().getByRole("combobox", { name: "Grade" })).toHaveValue("A");
      await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("15");
      await expect(composer(page).getByRole("spinbutton", { name: "Days valid" })).toHaveValue("5");
    };
    await expectDraft();

    // Not saved when the page goes away: the server is out of reach.
    await page.route("**/quote-draft", (route) => route.abort());
    await composer(page).getByRole("textbox", { name: "Your own words" }).fill("It turns freely.");
    await page.reload();
    await page.unroute("**/quote-draft");
    await expect(record(page)).toContainText("Aroha Ngata");
    await page.keyboard.press("q");
    await expectDraft();
    await expect(composer(page).getByRole("textbox", { name: "Your own words" })).toHaveValue(
      "It turns freely.",
    );
    await composer(page).getByRole("textbox", { name: "Your own words" }).press("End");
    await page.keyboard.type("!");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Logout" }).click();
    await site.start();
    await signIn(page);
    await page.goto(`/admin?record=${reference}`);
    await expect(record(page)).toContainText("Aroha Ngata");
    await page.keyboard.press("q");
    await expectDraft();
    await expect(composer(page).getByRole("textbox", { name: "Your own words" })).toHaveValue(
      "It turns freely.!",
    );
  });
});

test.describe(() => {
  test.use({ expectedConsole: ["412"] });

  test("if a second person saves first, the first person is told, sees both drafts and chooses", async ({
    page,
    site,
    browser,
  }) => {
    const reference = await withRequest(page, site);
    await page.keyboard.press("q");
    await page.keyboard.type("185");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();

    addMere(site);
    const context = await browser.newContext({ baseURL: site.origin });
    const other = await context.newPage();
    await signInAsMere(other);
    await other.goto(`/admin?record=${reference}`);
    await expect(record(other)).toContainText("Aroha Ngata");
    await other.keyboard.press("q");
    await other.keyboard.type("220 c");
    await expect(composer(other).getByText("Draft saved")).toBeVisible();
    await context.close();

    await page.keyboard.type(" a");
    const conflict = composer(page).getByRole("alert").filter({ hasText: "Nothing was overwritten" });
    await expect(conflict).toContainText("Front diff, grade C, $220.00");
    await expect(conflict).toContainText("Front diff, grade A, $185.00");
    await expectAccessible(page);
    expect(JSON.stringify(site.sql("select draft from quote_drafts"))).toContain("22000");
    await conflict.getByRole("button", { name: "Take theirs" }).click();
    await expect(composer(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue("220");
    await expect(conflict).toBeHidden();
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
    "From $141.00",
  );
  await composer(page).getByRole("combobox", { name: "Add a line from a template" }).selectOption("Plastics");
  await expect(lines).toHaveCount(4);
  await expect(lines.last().getByRole("textbox", { name: "Part" })).toHaveValue("Front plastics");
  await expectAccessible(page);
});

test("an owner changes the freight table, and the next quote suggests it", async ({ page, site }) => {
  const reference = await withRequest(page, site);
  await page.goto("/admin/settings/quotes");
  await page.getByRole("textbox", { name: "North Island, up to 5 kg" }).fill("17.50");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  await page.goto(`/admin?record=${reference}`);
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
  await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("23.50");
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
  await expect(page.getByText(/^Undone: Quote 1/)).toBeVisible();
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
