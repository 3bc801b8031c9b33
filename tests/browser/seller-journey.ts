import { expect } from "@playwright/test";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";

import { heading, type Journey, linkIn, mailAbout } from "./deal-journey.ts";
import { form, record } from "./desk.ts";
import { fillIn, send } from "./forms.ts";
import { photo } from "./photo.ts";
import { printedOn } from "./printed-label.ts";

const seller = {
  submission: vehicleSubmission,
  values: {
    full_name: "Tama Rewi",
    phone: "021 555 0144",
    email: "tama@farm.example",
    make: "Honda",
    model: "TRX420FM",
    year: 2015,
    condition: "not-running",
    location: "12 Kererū Road, RD 3, Te Awamutu",
  },
};

/** From the sell form to the machine in the yard. Returns the reference. */
export async function walkThroughSale(journey: Journey): Promise<string> {
  const reference = await offerMachine(journey);
  await askForPhotos(journey, reference);
  await sendPhotos(journey, reference);
  await makeOffer(journey);
  await acceptOffer(journey, reference);
  await pickUp(journey);
  await recordPurchase(journey);
  await printLabel(journey);
  return reference;
}

async function offerMachine({ phone, mailServer, onStep }: Journey): Promise<string> {
  await phone.goto(vehicleSubmission.page);
  await fillIn(phone, seller);
  await send(phone, vehicleSubmission);
  await expect(phone.getByText("Submission received!")).toBeVisible();
  await onStep(phone, "Somebody offers us a dead quad");
  const reference = /QK-\w{6}-\w{4}/.exec(await phone.locator("main").innerText())?.[0] ?? "";
  await mailAbout(mailServer, `receipt/${reference}`);
  return reference;
}

async function askForPhotos({ staff, phone, mailServer, onStep }: Journey, reference: string): Promise<void> {
  await staff.goto(`/admin?tab=vehicle_submissions&record=${reference}`);
  await expect(record(staff).getByText("Seller’s page: We are looking at it")).toBeVisible();
  await staff.keyboard.press("w");
  await expect(form(staff, "Ask for photos")).toBeVisible();
  await onStep(staff, "Staff ask for photos: two keys");
  await staff.keyboard.press("Control+Enter");
  const mail = await mailAbout(mailServer, `photos/${reference}/1`);
  await phone.goto(linkIn(mail));
  await expect(heading(phone)).toHaveText("Photos wanted");
  await onStep(phone, "The seller’s photo page");
}

/** Two with the camera, one of them in the dark of a shed without signal. */
async function sendPhotos({ staff, phone, onStep }: Journey, reference: string): Promise<void> {
  const shots = ["Front", "Left side", "Right side", "Rear", "Dash", "Frame number", "Worst damage"];
  const file = { name: "IMG_0214.jpg", mimeType: "image/jpeg", buffer: await photo() };
  const take = async (shot: string) => {
    const section = phone.getByRole("region", { name: shot, exact: true });
    await section.locator("input[type=file]").first().setInputFiles(file);
    return section;
  };
  await phone.context().setOffline(true);
  const first = await take("Front");
  await expect(first).toContainText("Saved on this phone");
  await onStep(phone, "Without signal, photos wait on the phone");
  await phone.context().setOffline(false);
  for (const shot of shots.slice(1)) await take(shot);
  for (const shot of shots) {
    const section = phone.getByRole("region", { name: shot, exact: true });
    await expect(section).toContainText("Received", { timeout: 60_000 });
  }
  await onStep(phone, "All of them have arrived");
  await phone.reload();
  await expect(heading(phone)).toHaveText("Thank you, that is all we asked for");
  await staff.goto(`/admin?tab=vehicle_submissions&record=${reference}`);
  const photos = record(staff).getByRole("region", { name: /^Photos/ });
  await expect(photos.locator("img")).toHaveCount(shots.length);
}

async function makeOffer({ staff, onStep }: Journey): Promise<void> {
  await staff.keyboard.press("w");
  await expect(form(staff, "Make an offer")).toBeVisible();
  await staff.keyboard.type("1200 7d");
  await expect(form(staff, "Make an offer").getByLabel("Our offer")).toHaveValue("1200");
  await form(staff, "Make an offer").getByRole("button", { name: "+ A time to choose" }).click();
  await form(staff, "Make an offer").getByLabel("Day", { exact: true }).fill("2030-12-02");
  await onStep(staff, "The offer: amount, days, times to pick it up");
  await staff.keyboard.press("Control+Enter");
  await expect(form(staff, "Make an offer").getByRole("button", { name: /^Send the offer/ })).toBeVisible();
  await staff.keyboard.press("Control+Enter");
  await expect(record(staff).getByRole("list", { name: "Offers" })).toContainText(
    /accepted by our mail server/i,
    {
      timeout: 20_000,
    },
  );
}

async function acceptOffer(
  { staff, plainPhone, mailServer, onStep }: Journey,
  reference: string,
): Promise<void> {
  const mail = await mailAbout(mailServer, `offer/${reference}/1`);
  await plainPhone.setContent(mail.html ?? "");
  await onStep(plainPhone, "The mail with the offer");
  await plainPhone.goto(linkIn(mail));
  await expect(heading(plainPhone)).toHaveText("Our offer is ready");
  await onStep(plainPhone, "The offer on the seller’s page");
  const panel = plainPhone.locator("#accept");
  await panel.locator("[name=window]").first().check();
  await panel.locator("[name=pay][value=account]").check();
  await panel.getByLabel("Your bank account number").fill("01-0902-0068389-00");
  await panel.locator("[name=gst_registered][value=no]").check();
  await panel.locator("[name=accept]").check();
  await panel.getByRole("button", { name: "Accept $1,200" }).scrollIntoViewIfNeeded();
  await onStep(plainPhone, "One press accepts it");
  await panel.getByRole("button", { name: "Accept $1,200" }).click();
  await expect(heading(plainPhone)).toHaveText("Offer accepted: pick-up");
  await onStep(plainPhone, "When we come, and how we pay");
  await mailAbout(mailServer, "pick-up/");
  await expect(record(staff), "nobody has touched the desk").toContainText("01-0902-0068389-00", {
    timeout: 20_000,
  });
  await onStep(staff, "Staff see the time and the account");
}

async function pickUp({ staff, plainPhone }: Journey): Promise<void> {
  await staff.keyboard.press("w");
  await form(staff, "Picked up").getByRole("button", { name: "It is picked up" }).click();
  await plainPhone.reload();
  await expect(heading(plainPhone)).toHaveText("Picked up and paid");
}

async function recordPurchase({ staff, onStep }: Journey): Promise<void> {
  const next = record(staff).getByRole("button", { name: /^Record the purchase/ });
  await expect(next).toBeVisible();
  await staff.keyboard.press("w");
  const purchase = form(staff, "Record the purchase");
  await expect(purchase.getByLabel("Home address")).toHaveValue("");
  await purchase.getByLabel("Home address").fill("12 Ōtaika Road, Whangārei");
  await purchase.getByLabel("Date of birth").fill("1980-05-14");
  await purchase.getByLabel(/^Identified by/).fill("NZ driver licence");
  await purchase.getByRole("button", { name: "Record the purchase" }).click();
  await expect(purchase.getByText(/number/i).first(), "each required field is refused singly").toBeVisible();
  await purchase.getByLabel("Number on the ID").fill("AB123456");
  await purchase.getByLabel("VIN or frame number").fill("TE35-4100123");
  await onStep(staff, "The dealer’s record that the law asks for");
  await purchase.getByRole("button", { name: "Record the purchase" }).click();
  await expect(record(staff)).toContainText("Machine 1");
}

/** Its codes are read back as a scanner reads them. */
async function printLabel({ staff, onStep }: Journey): Promise<void> {
  const [paper] = await Promise.all([
    staff.waitForEvent("popup"),
    record(staff)
      .getByRole("link", { name: /^Print the record/ })
      .click(),
  ]);
  await expect(paper.getByText("AB123456")).toBeVisible();
  await onStep(paper, "The record, to be signed");
  await paper.close();
  const [label] = await Promise.all([
    staff.waitForEvent("popup"),
    record(staff)
      .getByRole("link", { name: /^Print the label/ })
      .click(),
  ]);
  await expect(heading(label)).toContainText("1");
  await onStep(label, "The label of the machine");
  for (const [size, least] of [
    [{ width: "62mm", height: "100mm" }, 0.7],
    [{ width: "54mm", height: "101mm" }, 0.7],
    [{ width: "210mm", height: "297mm" }, 0.35],
  ] as const) {
    const [sheet, ...others] = await printedOn(label, size);
    expect(others).toEqual([]);
    expect(sheet?.codes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^QR-Code:HTTP.*1$/), "CODE-128:M-1"]),
    );
    expect(sheet?.share, `of ${size.width}`).toBeGreaterThan(least);
  }
  await label.close();
  await staff.goto("/admin/yard?machine=1");
  await expect(staff.getByText(/days to go/).first()).toBeVisible();
  await onStep(staff, "The yard: on hold, with days to go");
}
