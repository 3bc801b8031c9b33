import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, devices, type Page } from "@playwright/test";

import { saleCalls } from "#domain/deals/sale-calls.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { chromiumFlags, headlessChromiumPath } from "#tests/browser.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { dealSettings, photoPath, quoteSent, type Staff, staffAt } from "./deal.ts";
import { history, openRecord, record } from "./desk.ts";
import { photo } from "./photo.ts";
import { choose, keptOn } from "./photos-torture.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, signIn, test } from "./site.ts";

const { defaultBrowserType: _, ...pixel } = devices["Pixel 7"];
test.use({ ...pixel, settings: dealSettings });

interface Asked {
  readonly path: string;
  readonly reference: string;
  readonly staff: Staff;
}

/** A vehicle's photo page, with a request for those shots. */
async function photosAsked(site: SiteProcess, shots: readonly string[] = []): Promise<Asked> {
  const [reference = ""] = await site.submit(vehicleSubmission, vehicleExample.values);
  const staff = await staffAt(site);
  const path = await photoPath(staff, reference);
  const words = "Could you wipe the mud off?";
  if (shots.length > 0) await staff.call(saleCalls.photoRequest.path, { ref: reference, shots, words });
  return { path, reference, staff };
}

/** A busy machine takes its time to re-encode. */
const patient = { timeout: 40_000 };

const shot = (page: Page, name: string) => page.getByRole("region", { name });
const shotsOf = (site: SiteProcess) =>
  site.sql("select shot from photos order by at, id").map((row) => row["shot"]);

test("wanted photos come first with staff's words; what was sent is there after a reload, and the page says when it is all", async ({
  page,
  site,
}) => {
  const { path } = await photosAsked(site, ["damage", "frame_number"]);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Photos wanted");
  await expect(page.getByText("wipe the mud off?")).toBeVisible();
  await expect(page.getByRole("region").first()).toContainText("Wanted");
  await expect(page.getByText("You can send 30 more photos.")).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const picture = await photo();
  await choose(page, "damage", [picture, picture]); // Twice the same is two.
  await expect(shot(page, "Worst damage").getByText("Received")).toHaveCount(2, patient);
  await choose(page, "frame_number", [picture]);
  await expect(page.getByRole("status")).toHaveText(
    "3 of 3 sent. Thank you, that is all we asked for.",
    patient,
  );
  await expect(page.getByText("You can send 27 more photos.")).toBeVisible();
  expect(shotsOf(site)).toEqual(["damage", "damage", "frame_number"]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you, that is all we asked for");
  await expect(page.getByText("Received")).toHaveCount(3);
  await expect(shot(page, "Frame number").getByRole("presentation")).toHaveJSProperty("naturalWidth", 320);
  await expectAccessibleInBothSchemes(page);
});

test("a photo sent by mistake: the customer takes it out, staff take out one that they have opened, and an open page says that it is gone", async ({
  page,
  context,
  site,
}) => {
  const { path, reference } = await photosAsked(site);
  await page.goto(path);
  const takeOut = async (screen: Page, name: string) => {
    await shot(screen, name).getByText("Take it out").click();
    await shot(screen, name).getByRole("checkbox").check();
    await shot(screen, name).getByRole("button", { name: "Take this photo out" }).click();
    await expect(screen.getByRole("status").filter({ hasText: "Taken out." })).toBeVisible();
    await expect(shot(screen, name).getByText("Received")).toBeHidden();
  };
  for (const name of ["front", "rear"]) await choose(page, name, [await photo()]);
  for (const name of ["Front", "Rear"])
    await expect(shot(page, name).getByText("Received")).toBeVisible(patient);
  await shot(page, "Front").getByText("Take it out").click();
  await expectAccessibleInBothSchemes(page);
  await shot(page, "Front").getByText("Take it out").click();
  await takeOut(page, "Front");
  const screen = await context.newPage();
  await screen.goto(path);
  await signIn(page);
  await openRecord(page, reference);
  const photos = record(page).getByRole("region", { name: "Photos" });
  await photos.getByRole("button", { name: "Rear" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take it out" }).click();
  const dialog = page.getByRole("dialog", { name: "Take this photo out?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Take it out" }).click();
  await expect(page.getByText("Taken out: Rear")).toBeVisible();
  await expect(photos).toBeHidden();
  await expect(history(page)).toContainText("Removed a photo: Rear");
  await takeOut(screen, "Rear");
  expect(site.sql("select count(*) as count from photos")).toEqual([{ count: 0 }]);
});

test("one shot once more, please: the page asks for that alone", async ({ page, site }) => {
  const { path } = await photosAsked(site, ["dash"]);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Dash", "Another photo", "Talk to us"]);
});

test("without signal the page opens, takes photos and keeps them over a killed tab; with signal it sends them", async ({
  page,
  context,
  site,
  expectedConsole,
}) => {
  expectedConsole.push("ERR_INTERNET_DISCONNECTED");
  await context.addInitScript(asInPrivateSafari);
  const { path } = await photosAsked(site);
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await choose(page, "front", [await photo()]);
  await expect(page.getByText("Saved on this phone")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("You can close this page, but not a private window.");
  await page.close();
  const other = await context.newPage();
  await other.goto(site.origin + path);
  await expect(other.getByText("Saved on this phone")).toBeVisible();
  await context.setOffline(false);
  await expect(other.getByText("Received")).toBeVisible(patient);
  expect((await keptOn(other)).size).toBe(0);
  expect(shotsOf(site)).toEqual(["front"]);
  // The worker serves this page and no other, and goes with its link.
  expect(await other.evaluate(() => caches.keys())).toEqual([`photos ${path}`]);
  await photoPath(await staffAt(site), path.split("/")[2] ?? "");
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  expect(await other.evaluate(() => caches.keys())).toEqual([]);
});

/** A private window of Safari's engine keeps no Blob, and has no `navigator.storage`. */
function asInPrivateSafari(): void {
  Object.defineProperty(navigator, "storage", { value: undefined });
  const { prototype } = IDBObjectStore;
  const put = Reflect.get(prototype, "put");
  prototype.put = function putNoBlob(this: IDBObjectStore, kept: object) {
    if (Object.values(kept).some((value) => value instanceof Blob)) throw new Error("Error preparing Blob");
    return put.call(this, kept);
  };
}

test("a photo that still waits is sent from every other page of the link, which says so", async ({
  page,
  context,
  site,
  expectedConsole,
}) => {
  expectedConsole.push("ERR_FAILED", "ERR_INTERNET_DISCONNECTED");
  const { link, approve } = await quoteSent(site);
  await approve();
  const { pathname: path } = new URL(link);
  await context.route("**/uploads/*", (route) => route.abort());
  await page.goto(`${path}/photos`);
  await choose(page, "part", [await photo()]);
  await expect(page.getByRole("status")).toContainText("0 of 1 sent.");
  const waits = "1 photo is still on this phone. It is sent while this page is open. Your photos";
  await page.getByRole("link", { name: "Back to your page" }).click();
  await expect(page.getByRole("status")).toHaveText(waits);
  await expectAccessibleInBothSchemes(page);
  for (const end of ["/version/1", "/stop-reminders", "/invoice"]) {
    await page.goto(path + end);
    await expect(page.getByRole("status"), end).toHaveText(waits);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("still on this phone")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await context.unroute("**/uploads/*");
  await expect(page.getByRole("status")).toContainText("All photos have arrived.", patient);
  expect(shotsOf(site)).toEqual(["part"]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
});

test("what a former version of the page has kept is sent, too", async ({ page, site }) => {
  const { path, reference } = await photosAsked(site);
  await page.goto(path);
  const bytes = [...(await photo())];
  await page.evaluate(
    ({ reference: ref, bytes: content }) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("quadkea-photos");
        opening.addEventListener("success", () => {
          const transaction = opening.result.transaction("photos", "readwrite");
          const facts = { reference: ref, shot: "rear", at: 1, wasTried: false, problem: null };
          const blob = new Blob([new Uint8Array(content)], { type: "image/jpeg" });
          transaction.objectStore("photos").put({ ...facts, id: crypto.randomUUID(), blob });
          transaction.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
        });
      }),
    { reference, bytes },
  );
  await page.reload();
  await expect(shot(page, "Rear").getByText("Received")).toBeVisible(patient);
  expect(shotsOf(site)).toEqual(["rear"]);
});

test("a dead battery: what the phone had kept is there when it starts again, and is sent", async ({
  site,
}) => {
  const { path } = await photosAsked(site);
  const folder = await mkdtemp(join(tmpdir(), "quadkea-phone-"));
  const options = { executablePath: headlessChromiumPath(), args: chromiumFlags };
  const first = await chromium.launchPersistentContext(folder, options);
  const page = await first.newPage();
  await page.goto(site.origin + path);
  await page.route("**/uploads", (route) => route.abort());
  const taken = ["rear", "front", "left"];
  for (const name of taken) await choose(page, name, [await photo()]);
  await expect(page.getByText("Saved on this phone")).toHaveCount(taken.length, patient);
  const session = await first.browser()?.newBrowserCDPSession();
  await session?.send("Browser.crash").catch(() => null);
  const second = await chromium.launchPersistentContext(folder, options);
  const again = await second.newPage();
  await again.goto(site.origin + path);
  await expect(again.getByText("Received")).toHaveCount(taken.length, patient);
  expect(shotsOf(site), "in the order taken").toEqual(taken);
  await second.close();
  await rm(folder, { recursive: true, force: true });
});

test("what is no photo is refused with words beside it, others go on, and the person takes it away", async ({
  page,
  site,
  expectedConsole,
}) => {
  expectedConsole.push("status of 422", "ERR_FILE_NOT_FOUND");
  const { path } = await photosAsked(site);
  await page.goto(path);
  const heic = Buffer.concat([Buffer.from("\0\0\0\x18ftypheic"), Buffer.alloc(4000)]);
  const folder = await mkdtemp(join(tmpdir(), "quadkea-phone-"));
  const large = join(folder, "large.jpg");
  await writeFile(large, Buffer.alloc(12_000_001, 1));
  await choose(page, "front", [heic, await photo()]);
  const section = shot(page, "Front");
  // By its path: 12 MB in a call of the driver would take seconds of a processor.
  await section.locator("input[multiple]").setInputFiles(large);
  await expect(section.getByText("This is a HEIC photo.")).toBeVisible();
  await expect(section.getByText("larger than 12 MB")).toBeVisible();
  await expect(section.getByText("Received")).toBeVisible(patient);
  await page.reload();
  await expect(section.getByText("This is a HEIC photo.")).toBeVisible();
  await section.getByRole("button", { name: "Remove" }).first().click();
  await expect(section.getByRole("alert")).toHaveCount(1);
  const chooser = page.waitForEvent("filechooser");
  await section.getByRole("button", { name: "Take it again" }).click();
  await (await chooser).setFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await expect(section.getByText("Received")).toHaveCount(2, patient);
  expect((await keptOn(page)).size).toBe(0);
  await rm(folder, { recursive: true });
});

test("without IndexedDB the page says that it must stay open, and sends", async ({
  page,
  site,
  context,
  expectedConsole,
}) => {
  expectedConsole.push("ERR_INTERNET_DISCONNECTED");
  await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  const { path } = await photosAsked(site);
  await page.goto(path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await choose(page, "left", [await photo()]);
  await expect(page.getByRole("status")).toHaveText("0 of 1 sent. Keep this page open until it is sent.");
  await context.setOffline(false);
  await expect(page.getByText("Received")).toBeVisible(patient);
  expect(shotsOf(site)).toEqual(["left"]);
});

test("two tabs send each photo once, and both show it", async ({ page, context, site }) => {
  const { path } = await photosAsked(site);
  await page.goto(path);
  const other = await context.newPage();
  await other.goto(site.origin + path);
  const picture = await photo();
  await Promise.all([choose(page, "left", [picture, picture]), choose(other, "right", [picture, picture])]);
  for (const tab of [page, other]) await expect(tab.getByText("Received")).toHaveCount(4, patient);
  expect(site.sql("select state, count(*) as count from photo_uploads group by state")).toEqual([
    { state: "kept", count: 4 },
  ]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a photo is sent with the form of its shot, by keyboard, and a bad file comes back with words", async ({
    page,
    site,
    expectedConsole,
  }) => {
    expectedConsole.push("status of 422");
    const { path } = await photosAsked(site);
    await page.goto(path);
    const section = shot(page, "Left side");
    const field = section.getByLabel("Take a photo");
    await field.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await photo() });
    await field.focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Received, thank you.")).toBeVisible(patient);
    await expect(section.getByText("Received")).toBeVisible();
    expect(shotsOf(site)).toEqual(["left"]);
    await section.getByText("Or choose one you have").click();
    await section.getByLabel("Choose a photo").setInputFiles("package.json");
    await section.getByRole("button", { name: "Send this photo" }).last().click();
    await expect(page.getByRole("alert")).toContainText("can’t be read as a photo");
    expect(shotsOf(site)).toEqual(["left"]);
  });
});

test("the page is small, fits a phone with text twice as large, and its buttons work by keyboard", async ({
  page,
  site,
}) => {
  const { path } = await photosAsked(site, ["damage"]);
  const html = await (await page.request.get(path)).text();
  const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";
  const sizes = [html, await (await page.request.get(script)).text()].map((text) => Buffer.byteLength(text));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60 * 1024);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(path);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const chooser = page.waitForEvent("filechooser");
  await shot(page, "Worst damage").locator("input").first().focus();
  await page.keyboard.press("Enter");
  expect((await chooser).isMultiple()).toBe(false);
});
