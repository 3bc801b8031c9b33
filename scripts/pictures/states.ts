import type { Page } from "@playwright/test";

import type { Shot } from "./shot.ts";

// What a page looks like in between: open, filled in, waiting, gone wrong, done.

const phone = { width: 360, height: 740 };
const tablet = { width: 768, height: 900 };
const desk = { width: 1440, height: 900 };

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).first().fill(value);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

const you = { "Full name": "Aroha Ngata", Phone: "021 555 0100", Email: "aroha@example.co.nz" };
const machine = { Make: "Honda", Model: "TRX420FM", Year: "2015" };

async function askForQuote(page: Page): Promise<void> {
  const rest = { "Part needed": "Front diff", "Delivery address": "12 Ōtaika Road, RD 4, Whangārei 0174" };
  await fill(page, { ...machine, ...rest, ...you });
  await page.getByRole("checkbox", { name: /privacy/ }).check();
  await press(page, "Send Request");
}

async function write(page: Page): Promise<void> {
  const { "Full name": name, Email } = you;
  await fill(page, { "Full name": name, Email, Subject: "Opening hours", Message: "Open on Saturday?" });
  await press(page, "Send Message");
}

async function offer(page: Page): Promise<void> {
  await fill(page, { ...machine, Location: "RD 4, Whangārei", ...you });
  await page.getByRole("radio", { name: "Not running" }).check();
  await press(page, "Submit Vehicle");
}

/** A success names its reference; other places for a status are there before it, and empty. */
const toTheTop = (page: Page, box: "alert" | "status") =>
  page
    .getByRole(box)
    .filter({ hasText: box === "status" ? /QK-/ : /\S/ })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: "center" }));

async function refuseMail(page: Page): Promise<void> {
  const json = { success: false, error: "Failed to send email" };
  await page.route("**/send-mail.php", (route) => route.fulfill({ status: 502, json }));
}

async function refused(page: Page): Promise<void> {
  await refuseMail(page);
  await askForQuote(page);
  await toTheTop(page, "alert");
}

async function sending(page: Page): Promise<void> {
  await page.route("**/send-mail.php", () => {});
  await askForQuote(page);
  await page.getByRole("button", { name: "Submitting..." }).waitFor();
}

async function thanked(page: Page): Promise<void> {
  await askForQuote(page);
  await page.waitForURL("**/thanks?*");
}

async function written(page: Page): Promise<void> {
  await write(page);
  await toTheTop(page, "status");
}

async function offered(page: Page): Promise<void> {
  await offer(page);
  await toTheTop(page, "status");
}

async function offerRefused(page: Page): Promise<void> {
  await refuseMail(page);
  await offer(page);
  await toTheTop(page, "alert");
}

async function phoneMenu(page: Page): Promise<void> {
  await page.getByLabel("Menu", { exact: true }).click();
  await page.locator("header summary:visible", { hasText: "Motorcycle Parts" }).click();
}

const deskMenu = (page: Page) => page.locator("header summary:visible", { hasText: "Brands" }).click();
const settings = (page: Page) => press(page, "Settings");
const answer = (page: Page) => page.locator("main summary").nth(3).click();

async function twiceAsLarge(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
}

const longWords = (page: Page) =>
  fill(page, { ...machine, Model: "Te-Taumata-whakatangihanga".repeat(3), "Part needed": "W".repeat(90) });

async function wrongPassword(page: Page): Promise<void> {
  await fill(page, { Email: "staff@quadkea.example", Password: "not this one" });
  await press(page, "Login");
  await page.getByRole("alert").waitFor();
}

/** Every state at the width of a phone, the telling ones at the others. */
export const stateShots: readonly Shot[] = [
  { name: "menu, phone", path: "/", ...phone, prepare: phoneMenu },
  { name: "menu, phone, dark", path: "/", ...phone, dark: true, prepare: phoneMenu },
  { name: "banner, phone", path: "/", ...phone, firstVisit: true },
  { name: "cookie settings, phone", path: "/", ...phone, firstVisit: true, prepare: settings },
  { name: "answer open, phone", path: "/faq", ...phone, prepare: answer },
  { name: "quote sending, phone", path: "/request-quote", ...phone, prepare: sending },
  { name: "quote refused, phone", path: "/request-quote", ...phone, prepare: refused },
  { name: "quote thanked, phone", path: "/request-quote", ...phone, prepare: thanked },
  { name: "long words, phone", path: "/request-quote", ...phone, prepare: longWords },
  { name: "message sent, phone", path: "/contact", ...phone, prepare: written },
  { name: "offer refused, phone", path: "/sell-vehicle", ...phone, prepare: offerRefused },
  { name: "offer sent, phone", path: "/sell-vehicle", ...phone, prepare: offered },
  { name: "text at 200 %, phone", path: "/", ...phone, prepare: twiceAsLarge },
  { name: "login refused, phone", path: "/admin-login", ...phone, prepare: wrongPassword },
  { name: "menu, tablet", path: "/", ...tablet, prepare: phoneMenu },
  { name: "quote refused, tablet", path: "/request-quote", ...tablet, prepare: refused },
  { name: "message sent, tablet", path: "/contact", ...tablet, prepare: written },
  { name: "menu, desk", path: "/", ...desk, prepare: deskMenu },
  { name: "banner, desk", path: "/", ...desk, firstVisit: true },
  {
    name: "cookie settings, desk, dark",
    path: "/",
    ...desk,
    dark: true,
    firstVisit: true,
    prepare: settings,
  },
  { name: "answer open, desk", path: "/faq", ...desk, prepare: answer },
  { name: "quote refused, desk", path: "/request-quote", ...desk, prepare: refused },
  { name: "quote thanked, desk", path: "/request-quote", ...desk, prepare: thanked },
  { name: "message sent, desk", path: "/contact", ...desk, prepare: written },
  { name: "offer sent, desk, dark", path: "/sell-vehicle", ...desk, dark: true, prepare: offered },
  { name: "text at 200 %, desk", path: "/", ...desk, prepare: twiceAsLarge },
  { name: "login refused, desk", path: "/admin-login", ...desk, prepare: wrongPassword },
];
