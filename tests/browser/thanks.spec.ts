import { quoteRequest } from "#domain/forms/quote-request.ts";

import { send, typedIn } from "./forms.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, pagesTest } from "./site.ts";

pagesTest(
  "the thanks page says what this tab sent, copies the reference and fills the form in again to fix the e-mail address",
  async ({ page, context, site }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openFilledForm(page);
    await page.getByText("Add what you know").click();
    await page.getByLabel("Notes").fill("<b>Runs fine</b>");
    await send(page, quoteRequest);
    await expect(page.getByText("You asked for: 2015 Honda TRX420FM Front diff")).toBeVisible();
    const reference = new URL(page.url()).searchParams.get("ref") ?? "";

    await page.getByRole("button", { name: "Copy reference number" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);

    await page.getByRole("link", { name: "Fix it" }).click();
    await expect(page.getByLabel("Email")).toHaveValue("aroha@example.co.nz");
    await expect(page.getByLabel("Email")).toBeFocused();
    expect(await typedIn(page, quoteRequest)).toMatchObject({
      full_name: "Aroha Ngata",
      part_needed: "Front diff",
      consent: "true",
      notes: `This replaces ${reference}: the e-mail address was wrong.\n\n<b>Runs fine</b>`,
    });
    await page.getByLabel("Email").fill("aroha.ngata@example.co.nz");
    await send(page, quoteRequest);
    await expect(page).not.toHaveURL(new RegExp(`/request-quote|${reference}`));
    const mails = (await site.mails()).filter(({ subject }) => subject?.startsWith("Quote request"));
    expect(mails.at(-1)?.text).toContain(`This replaces ${reference}`);
  },
);

pagesTest(
  "another part for this machine: person and machine are filled in, the part is not and has the focus",
  async ({ page }) => {
    await openFilledForm(page);
    await page.getByText("Add what you know").click();
    await page.getByLabel("VIN").fill("TE35-4100123");
    await send(page, quoteRequest);
    await expect(page.getByText("You asked for:")).toBeVisible();
    await page.getByRole("link", { name: "Another part for this machine" }).click();
    await expect(page.getByLabel("VIN")).toHaveValue("TE35-4100123");
    await expect(page.getByLabel("Part needed")).toBeFocused();
    expect(await typedIn(page, quoteRequest)).toMatchObject({
      full_name: "Aroha Ngata",
      email: "aroha@example.co.nz",
      make: "Honda",
      year: "2015",
      part_needed: "",
      notes: "",
    });
    await expect(page.getByRole("checkbox", { name: /privacy/i })).not.toBeChecked();
  },
);

pagesTest(
  "what was sent is forgotten on the next page, and never shown for another reference",
  async ({ page }) => {
    await openFilledForm(page);
    await send(page, quoteRequest);
    await expect(page.getByText("You asked for:")).toBeVisible();
    await page.goto("/thanks?ref=QK-ABCDEF-2345");
    await expect(page.getByRole("button", { name: "Copy reference number" })).toBeVisible();
    await expect(page.getByText("You asked for:")).toBeHidden();
    await page.goto("/faq");
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("quadkea-sent"))).toBeNull();
  },
);

pagesTest.describe("on a phone", () => {
  pagesTest.use({ viewport: { width: 360, height: 640 }, timezoneId: "Europe/Berlin" });

  pagesTest("the header has a call button on a Monday morning in New Zealand", async ({ page }) => {
    await page.clock.setFixedTime(new Date("2026-11-23T09:30:00+13:00"));
    await page.goto("/faq");
    const button = page.getByRole("banner").locator("[data-call]");
    await expect(button).toBeVisible();
    await expect(button).toHaveAttribute("href", "tel:+6490000000");
    await expect(button).toHaveAttribute("aria-label", "Ring 09 000 0000");
  });

  pagesTest("without scripts, the menu has the phone number", async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
    const page = await context.newPage();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto("/faq");
    await page.getByRole("banner").locator("summary[aria-label=Menu]").click();
    await expect(page.getByRole("banner").getByRole("link", { name: "09 000 0000, Mon-Fri" })).toBeVisible();
    await context.close();
  });
});
