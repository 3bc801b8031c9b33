import { quoteRequest } from "#domain/forms/quote-request.ts";

import { formOf, openFolded } from "./forms.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, test } from "./site.ts";

test.describe("when mail fails", () => {
  test.use({ expectedConsole: ["502"] });

  test("the banner says so, nothing is lost or stored, and pressing again is safe", async ({
    page,
    mailServer,
  }) => {
    mailServer.setMode("refuse-rcpt");
    await openFilledForm(page);
    await openFolded(formOf(page, quoteRequest));
    await page.getByLabel("Notes").fill("Please ring after milking.");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to send email");
    await expect(page.getByLabel("Notes")).toHaveValue("Please ring after milking.");
    mailServer.setMode("accept");
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page).toHaveURL(/\/thanks/);
    await expect.poll(() => mailServer.messages.length).toBe(2);
  });
});

test.describe("when the store call fails", () => {
  test.use({ expectedConsole: ["Failed to load resource", "The submission failed"] });

  test("a lost connection is tried again, the mail is not", async ({ page, site }) => {
    await openFilledForm(page);
    let failures = 2;
    await page.route("/rest/v1/**", (route) => (failures-- > 0 ? route.abort() : route.continue()));
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page).toHaveURL(/\/thanks/, { timeout: 10_000 });
    expect((await site.mails()).filter((mail) => mail.subject?.startsWith("Quote request"))).toHaveLength(1);
  });
});

test("a quote without consent says so in the banner and sends nothing", async ({ page, site }) => {
  await openFilledForm(page);
  await page.getByRole("checkbox", { name: /privacy/i }).uncheck();
  await page.locator("form[method=post]").evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page.getByRole("alert")).toContainText("You must agree to the privacy policy");
  expect(await site.mails()).toEqual([]);
});
