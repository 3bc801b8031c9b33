import type { Page } from "@playwright/test";

import { sentFormKey } from "#app/shared/forms/sent-form.ts";
import { contactMessageExample } from "#tests/submission-examples.ts";

import { cutOffConsole, expectOnce } from "./arrived-once.ts";
import { openFilled, send, typedIn } from "./forms.ts";
import { saved } from "./outbox.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, inBrowserThatKeepsPages, test as base } from "./site.ts";

const test = base.extend(inBrowserThatKeepsPages);

// In one worker: every worker that runs them starts another browser.
test.describe.configure({ mode: "default" });

test.use({ expectedConsole: cutOffConsole });

const footerLink = (page: Page, name: string) => page.getByRole("contentinfo").getByRole("link", { name });

/** Makes the open page record whether Back restores it instead of loading it again. */
const noteReturn = (page: Page) =>
  page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
  });

/** A page does so in a script that it loads late. */
async function forgetsWhatWasSent(page: Page): Promise<void> {
  const sent = () => page.evaluate((key) => sessionStorage.getItem(key), sentFormKey);
  await expect.poll(sent).toBeNull();
}

/** Not `goBack`, which waits for a load: a page that is restored does not load. */
async function goBackToKept(page: Page): Promise<void> {
  await page.evaluate(() => history.back()).catch(() => null);
  const isKept = () => page.evaluate(() => "persisted" in window && window.persisted).catch(() => null);
  await expect.poll(isKept).toBe(true);
}

test("Back without signal to a page that was open before: it sends what waits when the signal is back, and says so", async ({
  page,
  site,
  context,
}) => {
  const { submission } = contactMessageExample;
  await page.goto("/faq");
  await noteReturn(page);
  await openFilled(page, contactMessageExample);
  await context.setOffline(true);
  await send(page, submission);
  await expect(saved(page)).toBeVisible();
  await goBackToKept(page);
  await expect(page).toHaveURL(/faq$/);
  const line = page.locator("[data-outbox-line]");
  await context.setOffline(false);
  await expect(line).toContainText(/Contact message sent: reference QK-\w{6}-\w{4}/);
  await expectOnce(context, site, submission);
});

test("after Back to a form that was sent, Fix it does not restore what was typed: someone else may have the phone", async ({
  page,
}) => {
  const { submission } = contactMessageExample;
  await openFilled(page, contactMessageExample);
  await send(page, submission);
  await expect(page.getByText(submission.successTitle)).toBeVisible();
  await noteReturn(page);
  await footerLink(page, "FAQ").click();
  await expect(page).toHaveURL(/faq$/);
  await forgetsWhatWasSent(page);
  await goBackToKept(page);
  await expect(page.getByText("Add this reference, so that we know which one counts.")).toBeVisible();
  await page.getByRole("button", { name: "Fix it" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  expect(Object.values(await typedIn(page, submission)).join("")).toBe("");
});

test("Back to the thanks page: it has forgotten what was sent, but not its reference", async ({ page }) => {
  await openFilledForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  const typed = page.getByText("You asked for: 2015 Honda TRX420FM Front diff");
  await expect(typed).toBeVisible();
  const reference = new URL(page.url()).searchParams.get("ref") ?? "none";
  await noteReturn(page);
  await footerLink(page, "FAQ").click();
  await expect(page).toHaveURL(/faq$/);
  await forgetsWhatWasSent(page);
  await goBackToKept(page);
  await expect(typed).toBeHidden();
  await expect(page.getByRole("link", { name: "Another part for this machine" })).toBeHidden();
  await expect(page.getByText(reference).first()).toBeVisible();
  await page.getByRole("link", { name: "Fix it" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("");
});
