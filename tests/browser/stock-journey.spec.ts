import { quoteRequest } from "#domain/forms/quote-request.ts";

import { dealSettings, staffAt } from "./deal.ts";
import { composer, form, order, pullParts, quotes, record, takeStep, wide } from "./desk.ts";
import { fillIn, person, send } from "./forms.ts";
import { photo } from "./photo.ts";
import { expect, signInAt, test } from "./site.ts";
import { enterMachine, hand, row } from "./teardown.ts";

const phone = { width: 360, height: 740 };

test.use({ settings: dealSettings, viewport: phone });

test("a part goes from the machine in the yard to the site, into a quote, out with a parcel, and back on a shelf", async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  await signInAt(page, "/admin/yard");
  await enterMachine(page);
  await page.getByLabel("Shelf").fill("D-17");
  await hand(page).keep("Rear diff", { grade: "B", photo: await photo() });
  await expect(row(page, "Rear diff")).toContainText("P1");
  await expect
    .poll(() => site.sql("select photo is not null as has_photo from parts"))
    .toEqual([{ has_photo: 1 }]);
  await page.goto("/admin/part/1");
  await expect(page.getByRole("img").first()).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Price" }).fill("185");
  await page.getByRole("combobox", { name: "Weight" }).selectOption("M");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("$185.00").first()).toBeVisible();

  const visitor = await browser.newPage({ baseURL: site.origin, viewport: phone, javaScriptEnabled: false });
  const seenOnSite = (words: string | RegExp) =>
    expect(async () => {
      await visitor.goto("/stock/1/any");
      await expect(visitor.getByText(words).first()).toBeVisible({ timeout: 100 });
    }, "within ten seconds").toPass({ timeout: 15_000 });
  await seenOnSite("$185.00 including GST");
  await visitor.goto("/stock");
  await visitor.getByRole("link", { name: /^Rear diff/ }).click();
  await visitor.getByRole("link", { name: "Ask for this part" }).click();
  await fillIn(visitor, person);
  await send(visitor, quoteRequest);
  await expect(visitor).toHaveURL(/\/thanks.*\?ref=QK-/);
  const reference = new URL(visitor.url()).searchParams.get("ref") ?? "";

  await page.setViewportSize(wide);
  await page.goto(`/admin?record=${reference}`);
  await expect(record(page)).toContainText("Rear diff (P1)");
  for (const key of ["q", "s"]) await page.keyboard.press(key);
  await expect(composer(page)).toContainText("Machine 1");
  for (let press = 0; press < 2; press += 1) {
    await page.keyboard.press("Control+Enter");
    if (press === 0) await expect(composer(page).locator("iframe").first()).toBeVisible();
  }
  await expect(quotes(page)).toContainText("Quote 1");

  const staff = await staffAt(site);
  const { link } = (await staff.call("/functions/v1/deal-link", { ref: reference })) as { link: string };
  await visitor.goto(new URL(link).pathname);
  await visitor.getByRole("checkbox", { name: /I have checked the machine/ }).check();
  await visitor.getByRole("button", { name: /^Approve for \$/ }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Approved: now the payment");
  await seenOnSite("On hold for another customer");
  await expect(order(page)).toContainText("Awaiting payment");
  await page.keyboard.press("w");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("Paid");
  await pullParts(page, reference);
  await takeStep(page, "Enter a parcel");
  await form(page, "Parcel").getByRole("textbox").first().fill("AB123456789NZ");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("On its way");
  await seenOnSite(/sold/i);

  await takeStep(page, "They want to send it back");
  await form(page, "They want to send it back")
    .getByRole("combobox", { name: "Why" })
    .selectOption("It does not fit");
  await page.keyboard.press("Control+Enter");
  await takeStep(page, "Decide on the return");
  const decide = form(page, "Decide on the return");
  await decide.getByRole("combobox", { name: "What becomes of it" }).selectOption("It has come back");
  await decide.getByRole("textbox", { name: "Shelf" }).fill("E-2");
  await decide.getByRole("combobox", { name: "Grade now" }).selectOption("C");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "Returns" })).toContainText("Return received");
  await page.goto("/admin/part/1");
  await expect(page.getByText("E-2")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^C$/ })).toBeVisible();
});
