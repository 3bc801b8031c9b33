import type { BrowserContext, Page } from "@playwright/test";

import type { Submission } from "#domain/submission.ts";

import type { SiteProcess } from "./site-process.ts";
import { expect, signIn } from "./site.ts";

/** What browsers and our own code log if a call is cut off. */
export const cutOffConsole = ["Failed to load resource", "net::ERR", "The submission failed"];

/** Mails of that kind to staff. */
export const staffMails = async (site: SiteProcess, { title }: Submission) =>
  (await site.mails()).filter((mail) => mail.subject?.startsWith(title));

/** The page says that the submission has gone through. */
export async function hasArrived(page: Page, { name, successTitle }: Submission): Promise<void> {
  if (name === "quote") await expect(page).toHaveURL(/\/thanks/);
  else await expect(page.getByText(successTitle)).toBeVisible();
}

/** One staff mail, and one record at the desk that carries its reference. */
export async function expectOnce(
  context: BrowserContext,
  site: SiteProcess,
  submission: Submission,
  words = "",
): Promise<void> {
  const mails = await staffMails(site, submission);
  expect(mails).toHaveLength(1);
  const reference = /QK-\w{6}-\w{4}/.exec(mails[0]?.subject ?? "")?.[0] ?? "none";
  const desk = await context.newPage();
  await signIn(desk);
  await desk.getByRole("tab", { name: `${submission.tab.title} (1)` }).click();
  await expect(desk.getByRole("article")).toContainText(reference);
  if (words !== "") {
    await desk.getByRole("article").getByRole("heading").getByRole("link").click();
    await expect(desk.getByRole("region", { name: "Details" })).toContainText(words);
  }
  await desk.close();
}
