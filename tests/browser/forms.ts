import type { Locator, Page } from "@playwright/test";

import { draftKey } from "#app/shared/forms/draft.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import { quoteExample } from "#tests/quote-example.ts";
import type { Example as FullExample } from "#tests/submission-examples.ts";

import type { SiteProcess } from "./site-process.ts";
import { expect } from "./site.ts";

export type Example = Pick<FullExample, "submission" | "values">;

/** What browsers and our own code log if a call is cut off. */
export const cutOffConsole = ["Failed to load resource", "net::ERR", "The submission failed"];

/** The form of that kind on the page. */
export function formOf(page: Page, { name }: Submission): Locator {
  return page.locator(`form[action="/forms/${name}"]`);
}

/** Opens the page of a form and fills it in; scripts have started then, for without them the form goes another way. */
export async function openFilled(page: Page, example: Example): Promise<void> {
  await openFilledWithoutScripts(page, example);
  await scriptsStarted(page, example.submission);
}

/** The same in a browser that runs no scripts. */
export async function openFilledWithoutScripts(page: Page, example: Example): Promise<void> {
  await page.goto(example.submission.page);
  await fillIn(page, example);
}

/** Waits until React has taken the form over: it keeps a draft from then on. */
export async function scriptsStarted(page: Page, { name }: Submission): Promise<void> {
  const draft = () => page.evaluate((key) => sessionStorage.getItem(key), draftKey(name));
  await expect.poll(draft).not.toBeNull();
}

/** Fills in every field of the form on the page that has a value, as its label says. */
export async function fillIn(page: Page, { submission, values }: Example): Promise<void> {
  const form = formOf(page, submission);
  await openFolded(form);
  for (const [name, field] of fieldEntries(submission)) {
    const value = values[name]?.toString();
    if (value === undefined) continue;
    const control = form.getByLabel(field.label, { exact: true });
    if (field.kind !== "choice") await control.fill(value);
    else if (field.meanings === undefined) await control.selectOption(value);
    else await form.locator(`[name="${name}"][value="${value}"]`).check();
  }
  if (submission.asksConsent) await form.getByRole("checkbox", { name: /privacy/ }).check();
}

/** A quote request but for machine and part, which the quick quote asks for. */
export const person: Example = {
  submission: quoteRequest,
  values: {
    full_name: quoteExample.full_name,
    phone: quoteExample.phone,
    email: quoteExample.email,
    delivery_address: quoteExample.delivery_address,
  },
};

/** Right today, refused by a server whose clock is behind. */
export const nextYear = new Date().getFullYear() + 1;
export const ofNextYear: Example = { submission: quoteRequest, values: { ...quoteExample, year: nextYear } };

/** Sends the quick quote of the home page, which leads to the form. */
export async function quickQuote(page: Page, year: string, part: string): Promise<void> {
  await page.goto("/");
  const quick = page.locator("form").filter({ has: page.getByLabel("Part") });
  const values = { Make: "Honda", Model: "TRX420FM", Year: year, Part: part };
  for (const [label, value] of Object.entries(values)) await quick.getByLabel(label).fill(value);
  await quick.getByLabel("Part", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/request-quote/);
  await expect(page.getByLabel("Part needed")).toHaveValue(part);
}

/** Opens the optional fields of a form, if it has any. */
async function openFolded(form: Locator): Promise<void> {
  const folded = form.locator("details", { has: form.page().getByText("Add what you know") });
  if ((await folded.count()) === 0 || (await folded.getAttribute("open")) !== null) return;
  await folded.locator("> summary").click();
}

export function send(page: Page, submission: Submission): Promise<void> {
  return formOf(page, submission).getByRole("button", { name: submission.button.label }).click();
}

/** What is in the form, field by field. */
export function typedIn(page: Page, submission: Submission): Promise<Record<string, string>> {
  return formOf(page, submission).evaluate((form: HTMLFormElement) => {
    const texts = [...new FormData(form)].filter((entry) => typeof entry[1] === "string");
    return Object.fromEntries(texts) as Record<string, string>;
  });
}

/** Mails of that kind to staff. */
export const staffMails = async (site: SiteProcess, { title }: Submission) =>
  (await site.mails()).filter((mail) => mail.subject?.startsWith(title));

/** The page says that the submission has gone through. */
export async function hasArrived(page: Page, { name, successTitle }: Submission): Promise<void> {
  if (name === "quote") await expect(page).toHaveURL(/\/thanks/);
  else await expect(page.getByText(successTitle)).toBeVisible();
}

/** One staff mail, and one record that carries its reference, which is returned. */
export async function expectOnce(site: SiteProcess, submission: Submission): Promise<string> {
  const mails = await staffMails(site, submission);
  expect(mails).toHaveLength(1);
  const records = site.sql(`select ref_number from ${submission.table}`);
  const [reference = "none"] = /QK-\w{6}-\w{4}/.exec(mails[0]?.subject ?? "") ?? [];
  expect(records).toEqual([{ ref_number: reference }]);
  return reference;
}
