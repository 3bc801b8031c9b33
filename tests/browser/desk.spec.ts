import type { Route } from "@playwright/test";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import type { Submission } from "#domain/submission.ts";

import { cards, record } from "./desk-page.ts";
import { admin, type SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const kiri = { full_name: "Kiri Ōtaika", email: "kiri@farm.example", phone: "021 555 0100" };
const quote = {
  ...kiri,
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  vin: "TE35-4100123",
  part_needed: "Front diff",
  delivery_address: "1 Kauri Road",
};
const message = { ...kiri, phone: "+64 21 555 0100", subject: "Parcel", message: "Where is it?" };

type Fields = Readonly<Record<string, string | number>>;

function add(site: SiteProcess, submission: Submission, ...fields: Fields[]): Promise<string[]> {
  const all = fields.values();
  return site.add({ submission, percent: 100, fill: () => all.next().value ?? {} }, fields.length);
}

test("filters, order and the name of a search are in the address: a view survives reloads and Back", async ({
  page,
  site,
}) => {
  await add(site, quoteRequest, quote, { ...quote, make: "Suzuki" }, { ...quote, part_needed: "Stator" });
  await add(site, contactMessage, message);
  await site.change(
    `update quote_requests set status = 'completed', answered_at = created_at where make = 'Suzuki'`,
  );
  await signIn(page);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await expect(filters.getByRole("link")).toHaveText([
    "All3",
    "To answer",
    "Waiting for customer",
    "New2",
    "In progress0",
    "Completed1",
    "Cancelled0",
    "Mine0",
    "Snoozed0",
  ]);
  await filters.getByRole("link", { name: "Completed" }).click();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  await page.getByRole("link", { name: "Due first" }).click();
  await expect(cards(page)).toHaveText([/Front diff/, /Stator/]);
  await expect(page.getByText(/^(Due by|Overdue since)/)).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("kiri otaika sta");
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page).toHaveURL(/\?tab=quote_requests&sort=due&search=[0-9a-f]{8}$/);
  await expectAccessible(page);
  await page.reload();
  await expect(cards(page)).toHaveText([/Stator/]);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("kiri otaika sta");
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await page.goBack();
  await expect(cards(page)).toHaveText([/Suzuki/]);
  for (const typed of ["0215550100", "TE354100123", "420"]) {
    await page.goto("/admin?tab=quote_requests");
    await page.getByRole("searchbox", { name: "Search" }).fill(typed);
    await expect(page.getByText("3 matches, newest first")).toBeVisible();
  }
  await page.getByRole("searchbox", { name: "Search" }).fill("parcel");
  await expect(page.getByText("No match for “parcel”")).toBeVisible();
  await page.getByRole("link", { name: "1 in Contact Messages" }).click();
  await expect(cards(page)).toHaveText([/Where is it\?/]);
});

test.describe("an open record", () => {
  test.use({ expectedConsole: ["503", "401 (Unauthorized)", "The session was not renewed"] });

  test("shows all that is known; notes survive errors; owner, snooze and status make its history", async ({
    page,
    context,
    site,
  }) => {
    const [other = ""] = await add(site, contactMessage, message);
    await add(site, quoteRequest, { ...quote, make: "Suzuki", email: "x@farm.example", phone: "1" }, quote);
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page);
    await page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
    const open = record(page);
    await expect(open.getByRole("heading", { name: "2015 Honda TRX420FM" })).toBeFocused();
    await expect(open.getByRole("link", { name: "kiri@farm.example" })).toHaveAttribute("href", /^mailto:/);
    await expect(open.getByRole("link", { name: "021 555 0100" })).toHaveAttribute("href", "tel:0215550100");
    await open.getByRole("button", { name: "Reply" }).click();
    await expect(open.getByRole("textbox", { name: "Your name" })).toBeFocused();
    await open.getByRole("button", { name: "Reply" }).click();
    await expect(open.getByRole("link", { name: /Parcel/ })).toContainText("same e-mail, phone");
    await expect(open.getByRole("link", { name: /Suzuki/ })).toContainText("same VIN");

    const note = open.getByRole("textbox", { name: "Note for staff" });
    await page.route("**/desk-note**", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
    await note.fill("Rang, no answer.\n<b>Try Tuesday</b> 👍");
    await open.getByRole("button", { name: "Add note" }).click();
    await expect(open.getByText("Busy. Your note is still here.")).toBeVisible();
    await page.unroute("**/desk-note**");
    await page.reload();
    await expect(note).toHaveValue("Rang, no answer.\n<b>Try Tuesday</b> 👍");
    // Nothing else is asked for any more, which would notice the end of the session before the note does.
    await expect(open.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveCount(2);
    await expect(page.getByRole("tab", { name: "Quote Requests (2)" })).toBeVisible();
    await context.clearCookies();
    await open.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(admin.password);
    await page.getByRole("dialog").getByRole("button", { name: "Login" }).click();
    await expect(note).toHaveValue("");

    await open.getByRole("combobox", { name: /^Status of/ }).selectOption("in_progress");
    await open.getByRole("combobox", { name: "With" }).selectOption({ label: "Administrator (me)" });
    await open.getByRole("button", { name: "Snooze" }).click();
    await expectAccessible(page);
    await open.getByRole("button", { name: "In two weeks" }).click();
    await page.getByRole("button", { name: /^Snooze until/ }).click();
    await expect(open.getByRole("button", { name: "End snooze" })).toBeVisible();
    await expect(open.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveText([
      /^Administrator ?Snoozed until/,
      /^Administrator ?Took it/,
      /^Administrator ?New → In progress/,
      /^Administrator.*Rang, no answer\.\s*<b>Try Tuesday<\/b> 👍/,
      /^Stored/,
      /^Mailed to staff/,
    ]);
    const filters = page.getByRole("navigation", { name: "Filters" });
    await expect(filters.getByRole("link", { name: "Snoozed 1" })).toBeVisible();
    await open.getByRole("button", { name: "End snooze" }).click();
    await expect(filters.getByRole("link", { name: "Mine 1" })).toBeVisible();

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("searchbox", { name: "Search" })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const status = open.getByRole("combobox", { name: /^Status of/ }).filter({ visible: true });
    expect((await status.boundingBox())?.width).toBeGreaterThan(100);
    await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await open.getByRole("link", { name: /Parcel/ }).click();
    await expect(page).toHaveURL(new RegExp(`tab=contact_messages&record=${other}`));
    await page.getByRole("link", { name: "List" }).click();
    await expect(cards(page)).toHaveCount(1);
  });
});

test("a record that is left while its note is sent finds the note gone when it is opened again", async ({
  page,
  site,
}) => {
  await add(site, quoteRequest, quote);
  await signIn(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/desk-note**", async (route) => {
    await held;
    await route.continue();
  });
  const open = () => page.getByRole("link", { name: "2015 Honda TRX420FM" }).click();
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await open();
  await note.fill("Rang, no answer.");
  await record(page).getByRole("button", { name: "Add note" }).click();
  await page.keyboard.press("Escape");
  await expect(record(page)).toBeHidden();
  await open();
  await expect(note).toHaveValue("Rang, no answer.");
  await expect(note).toHaveAttribute("readonly");
  letGo();
  await expect(note).toHaveValue("");
  await expect(note).not.toHaveAttribute("readonly");
  expect(site.sql("select count(*) as notes from record_events where note is not null")).toEqual([
    { notes: 1 },
  ]);
});

test.describe("two people on one record", () => {
  test.use({ expectedConsole: ["412", "A desk call failed"] });

  test("the later change is refused, says why, and shows the record's current state", async ({
    page,
    site,
  }) => {
    await add(site, quoteRequest, quote);
    await signIn(page);
    // In the very moment in which the change is sent: before it, the desk could still read what is new.
    const colleague = async (route: Route) => {
      await site.change("update quote_requests set status = 'completed', version = version + 1");
      await route.continue();
    };
    await page.route("**/desk-record", colleague, { times: 1 });
    await cards(page).getByRole("combobox").selectOption("cancelled");
    await expect(page.getByText("Nothing was overwritten")).toBeVisible();
    await expect(cards(page).getByRole("combobox")).toHaveValue("completed");
    await cards(page).getByRole("combobox").selectOption("cancelled");
    await expect(cards(page).getByRole("combobox")).toBeEnabled();
    expect(site.sql("select status from quote_requests")).toEqual([{ status: "cancelled" }]);
  });
});

/** A note as long as notes can be, and without a space in which a line could break. */
function longest(beginning: string): string {
  return beginning + "ب".repeat(10_000 - [...beginning].length);
}

test.describe("what people write", () => {
  test.use({ expectedConsole: ["400"] });

  test("is text and runs nowhere, in any field of any kind, however long and in whatever direction", async ({
    page,
    site,
  }) => {
    const attack = `"><img src=x onerror="window.owned=1"><script>window.owned=1</script>{{7*7}}javascript:alert(1)`;
    for (const submission of [quoteRequest, contactMessage, vehicleSubmission]) {
      const texts = Object.entries(submission.fields).flatMap(([name, field]) =>
        field.kind === "text" || field.kind === "long-text" || field.kind === "phone"
          ? [[name, attack.slice(0, field.maxLength)] as const]
          : [],
      );
      const valid = { ...quote, ...message, vehicle_type: "ATV", condition: "running", location: "Gore" };
      const own = Object.entries(valid).filter(([name]) => Object.hasOwn(submission.fields, name));
      const [reference = ""] = await add(site, submission, Object.fromEntries([...own, ...texts]));
      if (submission === quoteRequest) await signIn(page);
      await page.goto(`/admin?record=${reference}`);
      const note = record(page).getByRole("textbox", { name: "Note for staff" });
      const isFirst = submission === quoteRequest;
      await note.fill(isFirst ? `${longest(attack)}!` : attack);
      await record(page).getByRole("button", { name: "Add note" }).click();
      if (isFirst) {
        await expect(record(page).getByText("at most 10,000 characters. Your note is")).toBeVisible();
        await note.fill(longest(attack));
        await record(page).getByRole("button", { name: "Try again" }).click();
      }
      await expect(note).toHaveValue("");
      await expect(record(page).getByRole("list", { name: "History" })).toContainText(attack);
      await expect(record(page).getByText(attack.slice(0, 100)).first()).toBeVisible();
    }
    expect(await page.evaluate(() => Reflect.get(window, "owned"))).toBeUndefined();

    const name = "عائشة \u202E Ōtaika 👩🏽‍🌾";
    const [foreign = ""] = await add(site, quoteRequest, { ...quote, full_name: name });
    await page.goto(`/admin?record=${foreign}`);
    const shown = record(page).locator("dd bdi").first();
    await expect(shown).toHaveText(name);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});
