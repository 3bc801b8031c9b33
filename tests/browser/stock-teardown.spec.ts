import { devices, type Page } from "@playwright/test";

import { photo } from "./photo.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signInAt, test } from "./site.ts";
import { enterMachine, hand, row } from "./teardown.ts";

const { defaultBrowserType: _, ...pixel } = devices["Pixel 7"];
test.use({ ...pixel, viewport: { width: 360, height: 740 } });

/** What the browser says of each call without signal. */
const withoutSignal = [
  "could not be reached",
  "ERR_INTERNET_DISCONNECTED",
  "The session check failed",
  "photo",
];

const patient = { timeout: 90_000 };
const status = (page: Page) => page.getByRole("main").getByRole("status").first();

const stored = (site: SiteProcess) =>
  site.sql(`select name, grade, shelf, state, (select count(*) from photos where ref_number = 'P' || parts.number) as photos
    from parts order by number`);

test.describe("without signal", () => {
  test.use({ expectedConsole: withoutSignal });

  test("a quad is taken apart in a paddock: signal is lost twice, the phone restarts without any, and each part and photo arrives once", async ({
    page,
    context,
    site,
  }) => {
    test.slow();
    await signInAt(page, "/admin/yard");
    await enterMachine(page);
    await page.reload(); // From here on, the phone has the page.
    await expect(row(page, "Seat")).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expectAccessible(page);
    const { presses, keep } = hand(page);
    const picture = await photo();
    await page.getByLabel("Shelf").fill("D-17");
    await keep("Seat", { grade: "B", photo: picture });
    await expect(row(page, "Seat")).toContainText("P1");

    await context.setOffline(true);
    await keep("Front rack", { grade: "A", photo: picture });
    await keep("Rear rack", { grade: "C", photo: picture });
    await expect(status(page)).toContainText("4 things are saved on this phone");
    await context.setOffline(false);
    await expect(status(page)).toContainText("All sent.", patient);

    await context.setOffline(true);
    await page.getByLabel("Shelf").fill("");
    await keep("Winch", { photo: picture });
    await keep("Muffler", { grade: "B", photo: picture });
    await keep("Complete engine", { photo: picture });
    await keep("Handlebar", {});
    await expect(page.getByRole("heading", { name: "Crank", exact: true })).toBeHidden();
    await expect(status(page)).toContainText("7 things are saved on this phone");
    await page.reload(); // The battery was dead; there is still no signal.
    await expect(status(page)).toContainText("7 things are saved on this phone");
    await expect(row(page, "Winch")).toContainText("On the machine");
    await expect(row(page, "Front rack")).toContainText("P2");
    await context.setOffline(false);
    await expect(status(page)).toContainText("7 parts kept. All sent.", patient);

    const shelf = { shelf: "D-17", state: "on_shelf", photos: 1 };
    const standing = { shelf: "", state: "on_machine", photos: 1 };
    expect(stored(site)).toEqual([
      { name: "Seat", grade: "B", ...shelf },
      { name: "Front rack", grade: "A", ...shelf },
      { name: "Rear rack", grade: "C", ...shelf },
      { name: "Winch", grade: null, ...standing },
      { name: "Muffler", grade: "B", ...standing },
      { name: "Complete engine", grade: null, ...standing },
      { name: "Handlebar", grade: null, ...standing, photos: 0 },
    ]);
    expect(Math.max(...presses.values())).toBeLessThanOrEqual(3);
    expect(presses.size).toBe(7);
    await expectAccessible(page);
  });
});

test("two phones on one machine see the parts of both; a price, a shelf, another one, an engine opened up", async ({
  page,
  browser,
  site,
}) => {
  await signInAt(page, "/admin/yard");
  await enterMachine(page);
  const other = await browser.newPage({ baseURL: site.origin });
  await signInAt(other, "/admin/yard/1");
  await expect(row(other, "Seat")).toBeVisible();
  await Promise.all([hand(page).keep("Seat", { grade: "B" }), hand(other).keep("Seat", { grade: "A" })]);
  await expect.poll(() => stored(site).length).toBe(2);
  await page.reload();
  await expect(row(page, "Seat")).toHaveCount(2);
  const engine = row(page, "Complete engine");
  await engine.getByRole("button", { name: "Keep" }).click();
  await expect(engine.getByRole("button", { name: "more of Complete engine" })).toBeFocused();
  await page.keyboard.press("Enter");
  await engine.getByLabel("Price").fill("1250");
  await engine.getByLabel("Shelf").fill("Floor 2");
  await engine.getByLabel("What somebody should know").fill("Turns over");
  await engine.getByRole("button", { name: "Keep another one" }).click();
  await expect(engine).toHaveCount(2);
  await expect(engine.first()).toContainText("Floor 2 · $1,250.00 · Turns over");
  await expect(status(page)).toContainText("4 parts kept. All sent.");
  await engine.first().getByRole("button", { name: "Open it up" }).click();
  await engine.first().getByRole("button", { name: "Really open it up?" }).click();
  await expect(row(page, "Crank")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Complete engine" }).first()).toBeFocused();
  await page.getByLabel("Another part").fill("Sheepskin");
  await page.getByRole("main").getByRole("button", { name: "Keep" }).last().click();
  await expect(row(page, "Sheepskin")).toContainText("P5");
  expect(stored(site).map(({ name, state }) => [name, state])).toEqual([
    ["Seat", "on_machine"],
    ["Seat", "on_machine"],
    ["Complete engine", "gone"],
    ["Complete engine", "on_machine"],
    ["Sheepskin", "on_machine"],
  ]);
});

test.describe("refused", () => {
  test.use({ expectedConsole: ["409"] });

  test("what is refused says why and stays; a machine ends once its parts are asked for, and is listed only if asked", async ({
    page,
    site,
  }) => {
    await signInAt(page, "/admin/yard");
    await enterMachine(page);
    const { keep } = hand(page);
    await keep("Seat", { grade: "B" });
    await expect(row(page, "Seat")).toContainText("P1");
    await site.change("update parts set state = 'sold', version = 2");
    await keep("Seat", { photo: await photo() });
    const refused = page.getByRole("list", { name: "Not taken" });
    await expect(refused).toContainText("Seat, a photo: P1 is sold: it takes no more photos", patient);
    await page.reload();
    await expect(refused).toContainText("it takes no more photos");
    await page.getByRole("link", { name: "Back to the yard" }).click();
    await page.getByRole("link", { name: "Machine 1, on this phone: 1 not taken" }).click();
    await refused.getByRole("button", { name: "Throw it away" }).click();
    await expect(refused).toBeHidden();
    await expect(status(page)).toBeFocused();
    await keep("Winch", { grade: "A" });
    await expect(status(page)).toContainText("All sent.");
    await page.getByRole("link", { name: "Back to the yard" }).click();
    await page.getByRole("button", { name: "It ends: machine 1" }).click();
    await page.getByRole("button", { name: "It ends", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("1 part is still on machine 1");
    await page.getByRole("button", { name: "They go with it" }).click();
    const machines = page.getByRole("list", { name: "Machines" });
    await expect(machines, "it is named in the address").toContainText("stripped");
    await page.getByLabel("Ended ones, too").uncheck();
    await expect(page.getByText("No machine in the yard")).toBeVisible();
  });
});

test.describe("the server is busy", () => {
  test.use({ expectedConsole: ["503"] });

  test("changes of one part arrive in the order in which they were made", async ({ page, site }) => {
    await signInAt(page, "/admin/yard");
    await enterMachine(page);
    const { keep } = hand(page);
    await keep("Seat", { grade: "B" });
    await expect(row(page, "Seat")).toContainText("P1");
    let tries = 0;
    await page.route("**/functions/v1/part", async (route) => {
      if (route.request().method() !== "PATCH" || ++tries > 2) return route.continue();
      return route.fulfill({ status: 503, json: { error: "One moment" } });
    });
    await keep("Seat", { grade: "A" });
    await keep("Seat", { grade: "C" });
    await keep("Winch", {});
    await expect(status(page)).toContainText("All sent.", patient);
    await expect(page.getByRole("list", { name: "Not taken" })).toBeHidden();
    expect(stored(site).map(({ name, grade }) => [name, grade])).toEqual([
      ["Seat", "C"],
      ["Winch", null],
    ]);
  });
});
