import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { chromium, type Page } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "#tests/browser.ts";
import { walkThroughDeal } from "#tests/browser/deal-journey.ts";
import type { SiteProcess } from "#tests/browser/site-process.ts";
import { startMailServer } from "#tests/mail-server.ts";

import { sheetOf } from "./contact-sheet.ts";
import { answerCookieBanner, type Camera, signIn } from "./shot.ts";

const sheet = resolve(import.meta.dirname, "../../docs/screenshots/journey.webp");
const sheetWidth = 1600;

/** Walks through a deal with a real mail server and puts a picture of each step on one sheet. */
export async function makeJourneySheet(camera: Camera, site: SiteProcess, singles: string): Promise<void> {
  const mailServer = await startMailServer();
  const account = { BANK_ACCOUNT: "00-0000-0000000-00", BANK_ACCOUNT_NAME: "QuadKea Example Limited" };
  await site.start({ MAIL_URL: mailServer.url, UNDO_SECONDS: "1", ...account });
  mkdirSync(singles, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumFlags] });
  const onPhone = { viewport: { width: 360, height: 740 }, baseURL: site.origin };
  const staff = await browser.newPage({ viewport: { width: 1280, height: 800 }, baseURL: site.origin });
  const phone = await browser.newPage(onPhone);
  const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
  await phone.addInitScript(answerCookieBanner);
  await signIn(staff, site.origin);
  const pictures: { title: string; file: string; width: number }[] = [];
  const onStep = async (page: Page, title: string) => {
    const file = `journey-${pictures.length + 1}.png`;
    await page.screenshot({ path: join(singles, file) });
    pictures.push({ title, file, width: page === staff ? 500 : 230 });
  };
  const began = Date.now();
  await walkThroughDeal({ staff, phone, plainPhone, mailServer, onStep });
  console.log(`From request to arrival in ${((Date.now() - began) / 1000).toFixed(1)} s, with pictures`);
  const html = join(singles, "journey.html");
  writeFileSync(
    html,
    sheetOf(pictures.map(({ title, ...picture }, index) => ({ ...picture, name: `${index + 1}. ${title}` }))),
  );
  writeFileSync(sheet, await camera.develop(html, sheetWidth));
  await browser.close();
  await mailServer.stop();
}
