import { expect, type Locator, type Page } from "@playwright/test";

import { draftKey } from "#app/shared/forms/draft-key.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Example } from "#tests/submission-examples.ts";

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

/** Fills in every field of the form on the page, as its label says. */
export async function fillIn(page: Page, { submission, values }: Example): Promise<void> {
  const form = formOf(page, submission);
  await openFolded(form);
  for (const [name, field] of fieldEntries(submission)) {
    const control = form.getByLabel(field.label, { exact: true });
    const value = String(values[name]);
    if (field.kind !== "choice") await control.fill(value);
    else if (field.meanings === undefined) await control.selectOption(value);
    else await form.locator(`[name="${name}"][value="${value}"]`).check();
  }
  if (submission.asksConsent) await form.getByRole("checkbox", { name: /privacy/ }).check();
}

/** Opens the optional fields of a form, if it has any. */
export async function openFolded(form: Locator): Promise<void> {
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
