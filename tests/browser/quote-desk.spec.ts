import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

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
