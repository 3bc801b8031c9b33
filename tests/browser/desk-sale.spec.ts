import { devices, type Page } from "@playwright/test";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { dealSettings, staffAt } from "./deal.ts";
import { cards, composer, form, history, openRecord, record, shorthand, title, withRequest } from "./desk.ts";
import { photo } from "./photo.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, test } from "./site.ts";

test.use({ settings: { ...dealSettings, UNDO_SECONDS: "5" }, expectedConsole: ["422"] });

const offers = (page: Page) => record(page).getByRole("list", { name: "Offers" });

/** The vehicle of the example, open at the desk; returns its reference. */
async function withVehicle(page: Page, site: SiteProcess): Promise<string> {
  const [reference = ""] = await site.submit(vehicleSubmission, vehicleExample.values);
  await openRecord(page, reference);
  await expect(record(page)).toContainText("Seller’s page: We are looking at it");
  return reference;
}

async function saleOf(page: Page, ref: string): Promise<SaleForDesk> {
  const response = await page.request.get(`${saleCalls.offer.path}?ref=${ref}`);
  return response.json();
}

/** Presses a button of the seller's page, as its native form sends it. */
async function pressAsSeller(page: Page, site: SiteProcess, ref: string, what: string, fields: object) {
  const { link, versions } = await saleOf(page, ref);
  const { number = 0, content_hash: hash = "", content } = versions.at(-1) ?? {};
  const window = content?.pick_up[0]?.from ?? "";
  const response = await fetch(`${site.origin}${new URL(link).pathname}/offer/${what}`, {
    method: "POST",
    body: new URLSearchParams({ version: String(number), hash, window, ...fields }),
    redirect: "manual",
  });
  expect([response.status, await response.text()]).toEqual([303, ""]);
}

/** Ctrl+Enter shows what the seller gets; again, it sends it. */
async function sendOffer(page: Page, amount: string) {
  const offer = form(page, "Make an offer");
  await expect(offer.getByRole("button", { name: "Preview" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(offer.getByRole("button", { name: `Send the offer of ${amount}` })).toBeVisible();
  const shown = offer.frameLocator("iframe[title='The page']");
  await expect(shown.getByText("Our offer is ready")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(offer).toBeHidden();
}

test("by keyboard alone: an offer outlives Esc and a reload, is taken back, countered and raised; its purchase is recorded, and the machine found in the yard", async ({
  page,
  site,
}) => {
  const reference = await withVehicle(page, site);
  // Else the next step after the counter-offer is to ask for them.
  const asked = { ref: reference, shots: ["front"], words: "" };
  await (await staffAt(site)).call(saleCalls.photoRequest.path, asked);
  await expect(record(page)).toContainText("Seller’s page: Photos wanted");
  await page.keyboard.press("q");
  const offer = form(page, "Make an offer");
  await page.keyboard.type("1200 5d");
  await expect(offer.getByRole("textbox", { name: "Our offer" })).toHaveValue("1200");
  const times = offer.getByRole("group", { name: /^Time/ });
  await expect(times, "nobody has chosen a time").toHaveCount(0);
  await offer.getByRole("button", { name: "+ A time to choose" }).press("Enter");
  await times.getByLabel("Day").fill("2030-12-02");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(history(page)).toBeVisible();
  await page.keyboard.press("q");
  await sendOffer(page, "$1,200.00");
  await expect(page.getByText(`Sending offer 1 for ${reference}`)).toBeVisible();
  await page.keyboard.press("z");
  await expect(page.getByText(`Undone. Offer 1 for ${reference} was not sent`)).toBeVisible();
  await expect(offers(page)).toBeHidden();
  await page.keyboard.press("q");
  await page.keyboard.type("1200 5d");
  await offer.getByRole("button", { name: "+ A time to choose" }).press("Enter");
  await times.getByLabel("Day").fill("2030-12-02");
  await sendOffer(page, "$1,200.00");
  await expect(offers(page)).toContainText("$1,200.00");
  await expect(record(page)).toContainText("Seller’s page: Our offer is ready");

  await expect.poll(async () => (await saleOf(page, reference)).versions[0]?.mail?.state).toBe("sent");
  await pressAsSeller(page, site, reference, "counter", { amount: "1500", words: "The tyres are new." });
  await expect(record(page)).toContainText("The seller wants another price: $1,500.00");
  await page.keyboard.press("w");
  await expect(times.getByLabel("Day"), "as before").toHaveValue("2030-12-02");
  await sendOffer(page, "$1,500.00");
  await expect(offers(page).getByRole("listitem")).toHaveCount(2);
  await expect.poll(async () => (await saleOf(page, reference)).versions[1]?.mail?.state).toBe("sent");
  await pressAsSeller(page, site, reference, "accept", {
    pay: "account",
    bank_account: "12-3140-0171323-50",
    gst_registered: "no",
    accept: "on",
  });
  const pickUp = record(page).getByRole("region", { name: "Pick-up", exact: true });
  await expect(pickUp).toContainText("12-3140-0171323-50");
  await expectAccessible(page);
  await page.keyboard.press("w");
  await expect(form(page, "Picked up")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(pickUp).toContainText("Picked up");

  await page.keyboard.press("w");
  const purchase = form(page, "Record the purchase");
  await expect(purchase.getByRole("textbox", { name: "Full name" })).toHaveValue("Fiona Smith");
  await expectAccessible(page);
  const ways = [
    ["address", "12 Ōtaika Road, Whangārei"],
    ["identified", "NZ driver licence"],
    ["number on", "DA123456"],
    ["date of birth", "1980-05-04"],
  ] as const;
  await page.keyboard.press("Control+Enter");
  for (const [said, text] of ways) {
    // The server refuses one field after the other: it has the focus.
    const refused = purchase.locator(":focus");
    await expect(refused).toHaveAttribute("aria-invalid", "true");
    await expect(purchase.getByText(new RegExp(said, "i")).first()).toBeVisible();
    await (text.startsWith("19") ? refused.fill(text) : page.keyboard.type(text));
    await expect(purchase.getByRole("alert")).toBeHidden();
    await page.keyboard.press("Control+Enter");
  }
  await expect(purchase).toBeHidden();
  const bought = record(page).getByRole("region", { name: "Purchase" });
  await expect(bought).toContainText(/Machine 1.*\$1,500\.00.*on hold until .*days to go/);
  await expect(record(page)).toContainText("Seller’s page: Picked up and paid");

  await title(page).press("g");
  await page.keyboard.press("y");
  const machines = page.getByRole("list", { name: "Machines" });
  await expect(machines).toContainText("2011 Suzuki DR200SE Trojan");
  await expectAccessible(page);
  await page.keyboard.press("/");
  await page.keyboard.type("9");
  await expect(page.getByText("No match")).toBeVisible();
  await page.goto("/admin?tab=quote_requests");
  await page.getByRole("searchbox", { name: "Search" }).fill("m1");
  await expect(cards(page)).toContainText([reference]);
});

test("a phone that reads the code of a quote's line signs in, takes a photo, and it appears at the line while the price is being typed", async ({
  page,
  site,
  browser,
  expectedConsole,
}) => {
  expectedConsole.push("404"); // A photo that is taken off while the other screen is fetching it.
  const reference = await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("18");
  await composer(page)
    .getByRole("button", { name: /^Photo of/ })
    .press("Enter");
  const dialog = page.getByRole("dialog", { name: /^Photo of/ });
  await expect(dialog.getByRole("img", { name: "QR code for your phone" })).toBeVisible();
  await expectAccessible(page);

  const phone = await browser.newPage({ ...devices["Pixel 7"], baseURL: site.origin });
  await phone.goto(`/admin/photo?ref=${reference}&line=l1`);
  await phone.getByLabel("Email").fill(admin.email);
  await phone.getByLabel("Password", { exact: true }).fill(admin.password);
  await phone.getByRole("button", { name: "Login" }).click();
  await expect(phone.getByRole("button", { name: "Take a photo" })).toBeInViewport();
  await expectAccessible(phone);
  const file = { name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: await photo() };
  await phone.getByLabel("Photo of").setInputFiles(file);
  await expect(phone.getByText(/^Done: it is on the line/)).toBeVisible({ timeout: 30_000 });
  await expect(phone.getByRole("button", { name: "Take another one" })).toBeVisible();
  const shown = {
    phone: phone.getByRole("img", { name: / of / }),
    desktop: dialog.getByRole("img", { name: / of / }),
  };
  await expect(shown.phone).toHaveCount(1);
  const wrong = { ...file, buffer: await plainPhoto(400, 300, "#444") };
  await phone.getByLabel("File with the picture").setInputFiles(wrong);
  await expect(shown.phone).toHaveCount(2);
  await phone.getByRole("button", { name: /^Take photo 2 off/ }).click();
  await expect(shown.phone).toHaveCount(1);
  await expect(dialog).toContainText("1 photo is on the line");
  await dialog.getByLabel("File with the picture").setInputFiles({ ...file, buffer: await plainPhoto() });
  await expect(dialog).toContainText("2 photos are on the line");
  await expect(shown.desktop).toHaveCount(2);
  await dialog.press("Escape");
  const line = composer(page).getByRole("list", { name: "Lines" });
  await expect(line.getByRole("img")).toHaveCount(2);
  await expect
    .poll(() =>
      line
        .getByRole("img")
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(320);
  await expect(shorthand(page)).toHaveValue("18");
  await shorthand(page).press("End");
  await page.keyboard.type("5 b");
  await expect(line.getByRole("textbox", { name: "Price" })).toHaveValue("185");
  await expect(composer(page)).toContainText("Draft saved");
  await page.reload();
  await expect(history(page)).toBeVisible();
  await page.keyboard.press("q");
  await expect(line.getByRole("img")).toHaveCount(2);
  await line.getByRole("button", { name: /^Take photo 1 off/ }).click();
  await expect(line.getByRole("img")).toHaveCount(1);
  await expect(line.getByRole("textbox", { name: "Price" })).toHaveValue("185");

  await line.getByRole("textbox", { name: "Price" }).press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  const link = await record(page).getByRole("link", { name: "The customer’s page" }).getAttribute("href");
  await phone.setViewportSize({ width: 360, height: 740 });
  await expect(async () => {
    await phone.goto(new URL(link ?? "").pathname);
    await expect(phone.getByRole("img", { name: /^Photo of/ })).toBeVisible();
  }).toPass({ timeout: 20_000 });
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const { width = 0 } = (await phone.getByRole("img", { name: /^Photo of/ }).boundingBox()) ?? {};
  expect(width).toBeGreaterThan(300);
  await phone.close();
});
