import { expect, type Page } from "@playwright/test";

import { dayMs } from "#domain/durations.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { nzDate } from "#domain/nz-time.ts";
import { teardownRows } from "#domain/stock/teardown.ts";
import { examplePurchase } from "#tests/purchase-example.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { approveOnPhone, type Journey, sendParcel } from "./deal-journey.ts";
import { staffAt } from "./deal.ts";
import { composer, form, keyboardOf, order, pullParts, quotes, record, takeStep } from "./desk.ts";
import { fillIn, person, send } from "./forms.ts";
import { photo } from "./photo.ts";
import { printedOn } from "./printed-label.ts";
import type { SiteProcess } from "./site-process.ts";
import { startSession } from "./site.ts";
import { hand, row } from "./teardown.ts";

export const [partsKept, photosTaken] = [40, 20];

/** A quad that we bought so long ago that its hold is over. */
export async function buyQuad(site: SiteProcess): Promise<void> {
  const quad = { make: "Honda", model: "TRX420FM", year: 2015, vehicle_type: "ATV" };
  const [ref] = await site.submit(vehicleSubmission, { ...vehicleExample.values, ...quad });
  const bought_on = nzDate(new Date(Date.now() - 30 * dayMs));
  const purchase = { ref, ...examplePurchase, description: "Red Honda, engine seized", bought_on };
  await (await staffAt(site)).call("/functions/v1/purchase", purchase);
}

/** A quad is taken apart on a phone; one of its parts goes to the site, into a quote, out, and back on a shelf. */
export async function walkThroughStock(journey: Journey): Promise<void> {
  await takeApart(journey);
  await printLabels(journey);
  await pricePart(journey);
  const reference = await askForPart(journey);
  await quoteFromShelf(journey, reference);
  await approveOnPhone(journey, reference);
  await seenOnSite(journey.plainPhone, "On hold for another customer");
  await pickAndSend(journey, reference);
  await seenOnSite(journey.plainPhone, /sold/i);
  await takeBack(journey);
}

const status = (page: Page) => page.getByRole("main").getByRole("status").first();
const allSent = (page: Page) => expect(status(page)).toContainText("All sent.", { timeout: 90_000 });

/** Signal is lost twice, and the phone starts again without any. Three presses a part are the most. */
async function takeApart({ phone, onStep }: Journey): Promise<void> {
  await startSession(phone);
  await phone.goto("/admin/yard/1");
  await phone.reload(); // From here on, the phone has the page.
  await expect(row(phone, "Seat")).toBeVisible();
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready));
  await phone.getByLabel("Shelf").fill("D-17");
  const usual = teardownRows("farmQuad", []).flatMap((one) => (one.assembly === null ? one.name : []));
  const names = ["Rear diff", ...usual.filter((name) => name !== "Rear diff")].slice(0, partsKept);
  const { presses, keep } = hand(phone);
  const picture = await photo(800);
  for (const [index, name] of names.entries()) {
    if (index === 22) await allSent(phone);
    if (index === 8 || index === 22) await phone.context().setOffline(true);
    await keep(name, { grade: "B", ...(index % 2 === 0 ? { photo: picture } : {}) });
    if (index === 28) {
      await expect(status(phone)).toContainText("11 things are saved on this phone");
      await phone.reload();
    }
    if (index !== 14 && index !== 34) continue;
    if (index === 14)
      await onStep(phone, "Taken apart in the paddock, without signal: a press or two a part");
    await phone.context().setOffline(false);
    await allSent(phone);
  }
  await allSent(phone);
  expect(presses.size).toBe(partsKept);
  expect(Math.max(...presses.values())).toBeLessThanOrEqual(3);
}

async function printLabels({ phone, onStep }: Journey): Promise<void> {
  const numbers = Array.from({ length: partsKept }, (_, index) => index + 1);
  await phone.goto(`/functions/v1/part-labels?numbers=${numbers.join()}`);
  await onStep(phone, "A label for each part");
  const sheets = await printedOn(phone, { preferCSSPageSize: true });
  expect(sheets.map(({ codes }) => codes.map((code) => code.replace(/^QR-Code:HTTP.*\/P\//, "")))).toEqual(
    numbers.map((number) => [String(number)]),
  );
}

/** By the code on its label. */
async function pricePart({ phone, plainPhone, onStep }: Journey): Promise<void> {
  await phone.goto("/P/1");
  await expect(phone).toHaveURL(/\/admin\/part\/1$/);
  await expect(phone.getByRole("img").first()).toBeVisible();
  await phone.getByRole("button", { name: "Change" }).click();
  await phone.getByRole("textbox", { name: "Price" }).fill("185");
  await phone.getByRole("combobox", { name: "Weight" }).selectOption("M");
  await phone.getByRole("button", { name: "Save" }).click();
  await expect(phone.getByText("$185.00").first()).toBeVisible();
  await onStep(phone, "What the code on its label opens");
  await seenOnSite(plainPhone, "$185.00 including GST");
  await onStep(plainPhone, "On the site within ten seconds");
}

const seenOnSite = (visitor: Page, words: string | RegExp) =>
  expect(async () => {
    await visitor.goto("/stock/1/any");
    await expect(visitor.getByText(words).first()).toBeVisible({ timeout: 100 });
  }, "within ten seconds").toPass({ timeout: 15_000 });

async function askForPart({ plainPhone }: Journey): Promise<string> {
  await plainPhone.goto("/stock");
  await plainPhone.getByRole("link", { name: /^Rear diff/ }).click();
  await plainPhone.getByRole("link", { name: "Ask for this part" }).click();
  await fillIn(plainPhone, person);
  await send(plainPhone, quoteRequest);
  await expect(plainPhone).toHaveURL(/\/thanks.*\?ref=QK-/);
  return new URL(plainPhone.url()).searchParams.get("ref") ?? "";
}

async function quoteFromShelf({ staff, onStep }: Journey, reference: string): Promise<void> {
  await staff.goto(`/admin?record=${reference}`);
  await expect(record(staff)).toContainText("Rear diff (P1)");
  const { count, press } = keyboardOf(staff);
  await press("q", "s");
  await expect(composer(staff)).toContainText("Machine 1");
  await onStep(staff, "Quoted from the shelf: two keys");
  await press("Control+Enter");
  await expect(composer(staff).locator("iframe").first()).toBeVisible();
  await press("Control+Enter");
  await expect(quotes(staff)).toContainText("Quote 1");
  expect(count.keys).toBe(4);
}

async function pickAndSend(journey: Journey, reference: string): Promise<void> {
  const { staff, onStep } = journey;
  await expect(order(staff)).toContainText("Awaiting payment");
  await staff.keyboard.press("w");
  await staff.keyboard.press("Control+Enter");
  await expect(order(staff)).toContainText("Paid");
  const before = staff.url();
  await staff.goto("/admin/pack");
  await expect(staff.getByRole("list", { name: "Parts to pull" })).toContainText(/D-17.*Rear diff/);
  await onStep(staff, "The pick list: shelf by shelf");
  await staff.goto(before);
  await pullParts(staff, reference);
  await sendParcel(journey);
}

async function takeBack({ staff, plainPhone, onStep }: Journey): Promise<void> {
  await takeStep(staff, "They want to send it back");
  const back = form(staff, "They want to send it back");
  await back.getByRole("combobox", { name: "Why" }).selectOption("It does not fit");
  await staff.keyboard.press("Control+Enter");
  await takeStep(staff, "Decide on the return");
  const decide = form(staff, "Decide on the return");
  await decide.getByRole("combobox", { name: "What becomes of it" }).selectOption("It has come back");
  await decide.getByRole("textbox", { name: "Shelf" }).fill("E-2");
  await decide.getByRole("combobox", { name: "Grade now" }).selectOption("C");
  await staff.keyboard.press("Control+Enter");
  await expect(record(staff).getByRole("list", { name: "Returns" })).toContainText("Return received");
  await staff.goto("/admin/part/1");
  await expect(staff.getByText("E-2")).toBeVisible();
  await expect(staff.getByRole("definition").filter({ hasText: /^C$/ })).toBeVisible();
  await seenOnSite(plainPhone, "$185.00 including GST");
  await onStep(plainPhone, "It came back: for sale again");
}
