import type { Page } from "@playwright/test";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { draftLine, exampleDraft } from "#tests/quote-desk.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { dealSettings, quoteSent, staffAt } from "./deal.ts";
import { colleague, expectFitsPhone, form, record, stepButton, takeStep, wide } from "./desk.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, startSession, test } from "./site.ts";

test.use({ settings: { ...dealSettings, UNDO_SECONDS: "0" }, expectedConsole: ["422"] });

/** An offer of $1,234 that the seller has accepted; returns its reference. */
async function acceptedOffer(page: Page, site: SiteProcess): Promise<string> {
  const [ref = ""] = await site.submit(vehicleSubmission, vehicleExample.values);
  const { call } = await staffAt(site);
  await call(saleCalls.offerSend.path, { ref, amount_cents: 123_400, valid_days: 7, pick_up: [], words: "" });
  await startSession(page);
  const { link, versions }: SaleForDesk = await (
    await page.request.get(`${saleCalls.offer.path}?ref=${ref}`)
  ).json();
  const fields = { version: "1", hash: versions[0]?.content_hash ?? "", window: "", accept: "on" };
  const accepted = await fetch(`${site.origin}${new URL(link).pathname}/offer/accept`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, pay: "cash", bank_account: "", gst_registered: "no" }),
    redirect: "manual",
  });
  expect(accepted.status).toBe(303);
  return ref;
}

async function expectNoMoney(page: Page) {
  const names = ["Payments", "Order", "Reply", "Customer’s link", "Note for staff"];
  for (const name of names) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  await expect(page.getByRole("textbox")).toHaveCount(0);
}

test("a day in the yard: parts are pulled and packed, a machine is taken at the gate, and no money is in sight", async ({
  browser,
  page: office,
  site,
}) => {
  const lines = [draftLine({ item_label: "D-17" })];
  const { reference, approve, pay } = await quoteSent(site, { draft: exampleDraft({ lines }) });
  await approve();
  await pay(20_000);
  const ref = await acceptedOffer(office, site);
  const page = await colleague(browser, site, "/admin");
  await site.change("update users set desk_role = 'yard' where full_name = 'Mere'");
  await page.setViewportSize(wide);
  await page.goto("/admin/pack");
  await expect(page.getByRole("navigation", { name: "Desk" })).not.toContainText(/Money|Statistics/);
  await page.getByRole("button", { name: `Pull Front diff for ${reference}` }).click();
  await page.getByRole("button", { name: "Packed" }).click();
  await page.getByRole("link", { name: reference, exact: true }).click();
  await expect(record(page).getByRole("region", { name: "Sold" })).toContainText("$185.00");
  await expect(record(page)).not.toContainText(/paid in full|Payment of|\$200\.00 entered/);
  await expectNoMoney(page);
  await expectFitsPhone(page);
  await expectAccessible(page);

  await page.goto(`/admin?record=${ref}`);
  await expect(record(page)).toContainText("$1,234.00");
  await expect(stepButton(page, "Make an offer")).toHaveCount(0);
  await takeStep(page, "Record the purchase");
  const purchase = form(page, "Record the purchase");
  for (const [label, text] of Object.entries({
    "Date of birth": "1961-04-30",
    "Home address": "88 Mangakāhia Road",
    "Identified by": "NZ driver licence",
    "Number on the ID": "AB123456",
  }))
    await purchase.getByLabel(label).fill(text);
  await purchase.getByRole("button", { name: "Record the purchase" }).click();
  await expect(record(page).getByRole("region", { name: "Purchase" })).toContainText("Machine 1");
  await expect(record(page)).not.toContainText(/1,234|Correct the record|Print the record/);
  await page.goto("/admin/yard");
  await expect(page.getByRole("list", { name: "Machines" })).toContainText("on hold");
  await expect(page.getByRole("list", { name: "Machines" })).not.toContainText("$");
  for (const closed of ["/admin/money", "/admin/figures"]) {
    await page.goto(closed);
    await expect(page.getByRole("main")).toContainText("Your role at the desk does not include this");
  }
});
