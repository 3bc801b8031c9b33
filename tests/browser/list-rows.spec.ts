import type { Locator } from "@playwright/test";

import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { cards } from "./desk-page.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const screens = [
  { width: 1440, height: 900, least: 20, tallest: 34 },
  { width: 1280, height: 720, least: 12, tallest: 34 },
  { width: 360, height: 740, least: 5, tallest: 105 },
  { width: 320, height: 640, least: 3, tallest: 125 },
];

/** How many pixels the select lacks to show the longest of its options. */
async function missingWidth(select: Locator): Promise<number> {
  return select.evaluate((one) => {
    const { width } = one.getBoundingClientRect();
    one.style.width = "max-content";
    const { width: wanted } = one.getBoundingClientRect();
    one.style.width = "";
    return Math.max(0, wanted - width);
  });
}

test("20 rows are on a large screen, 12 on a laptop and 5 on a phone, each whole and without scrolling", async ({
  page,
  site,
}) => {
  const [first] = await site.addQuotes(30);
  const wide = "QK-W2WM4Q-BM6N"; // Of a thousand made by chance, hardly one is wider.
  await site.change(
    `update quote_requests set ref_number = '${wide}', order_placed = 1 where ref_number = '${first}'`,
  );
  await signIn(page);
  for (const { width, height, least, tallest } of screens) {
    await page.setViewportSize({ width, height });
    await expect(cards(page)).toHaveCount(30);
    const boxes = await cards(page).evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().toJSON()),
    );
    const whole = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= height);
    expect(whole.length, `${width}x${height}`).toBeGreaterThanOrEqual(least);
    expect(Math.max(...boxes.map((box) => box.height))).toBeLessThanOrEqual(tallest);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const reference = page.locator("[data-cell=reference]", { hasText: wide });
    expect(await reference.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    expect(await missingWidth(page.getByRole("combobox", { name: `Status of ${wide}` }))).toBe(0);
    // desk-list.spec.ts looks at the other two.
    if (width === 1440 || width === 320) await expectAccessible(page);
  }
});

test("a row holds every field of its card", async ({ page, site }) => {
  const add = (
    submission: typeof quoteRequest | typeof contactMessage | typeof vehicleSubmission,
    fields: object,
  ) => site.add({ submission, percent: 100, fill: () => ({ ...fields }) }, 1);
  const person = { full_name: "Kiri Ōtaika", email: "kiri@farm.example", phone: "021 555 0100" };
  const message = { ...person, subject: "Parcel", message: "Where is it?" };
  const vehicle = {
    ...person,
    vehicle_type: "ATV",
    make: "Yamaha",
    model: "YFM450",
    year: 2012,
    condition: "damaged",
    description: "Rolled twice.",
    price_expectation: 900,
    location: "RD 4, Gore",
  };
  const [quote = ""] = await add(quoteRequest, { ...quoteExample, ...person });
  await add(contactMessage, message);
  await add(vehicleSubmission, vehicle);
  await signIn(page);
  const row = cards(page);
  const { make, model, year, part_needed: part } = quoteExample;
  for (const text of [quote, ...Object.values(person), `${year} ${make} ${model}`, part]) {
    await expect(row).toContainText(text);
  }
  await expect(row.getByRole("combobox")).toHaveValue("new");
  await expect(row.getByRole("time")).toHaveAttribute("title", /\d{1,2} \w{3} \d{4}, \d{1,2}:\d\d [ap]m/);
  await page.getByRole("tab", { name: "Contact Messages (1)" }).click();
  for (const text of Object.values(message)) await expect(row).toContainText(text);
  await page.getByRole("tab", { name: "Vehicle Submissions (1)" }).click();
  const shown = ["2012 Yamaha YFM450", "ATV", "Damaged / Crashed", "Rolled twice.", "$900.00", "RD 4, Gore"];
  for (const text of [...Object.values(person), ...shown]) await expect(row).toContainText(text);
});

test("due first is one key away and comes in groups; who wrote twice is marked; a click on either opens the record", async ({
  page,
  context,
  site,
}) => {
  await site.startClockAt("2026-11-25T10:20:00+13:00");
  await page.clock.install({ time: "2026-11-25T10:20:00+13:00" });
  const [late, today] = await site.addQuotes(3);
  await site.change(
    `update quote_requests set created_at = '2026-11-23T00:00:00.000Z', due_at = '2026-11-23T04:00:00.000Z' where ref_number = '${late}'`,
    `insert into record_keys select 'email kiri@farm.example', number from quote_requests where ref_number in ('${late}', '${today}')`,
    "update quote_requests set created_at = '2026-11-25T06:00:00.000Z', due_at = '2026-11-26T04:00:00.000Z' where number = (select max(number) from quote_requests)",
  );
  await signIn(page);
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByText("2 from the same person")).toHaveCount(2);
  await page.keyboard.press("d");
  for (const [group, short] of [
    ["Overdue", "Overdue Mon 5 pm"],
    ["Today", "Today 5 pm, 6 h"],
    ["Next day, Thursday 26 November", "Thu 5 pm, 14 h"],
  ] as const) {
    const region = page.getByRole("region", { name: group });
    await expect(region.getByRole("article")).toHaveCount(1);
    await expect(region).toContainText(short);
  }
  await expect(page.getByText(/^Due by 5:00 pm today \(6 h \d+ min left\)$/)).toHaveCount(1);

  const place = new RegExp(`record=${today}`);
  const row = page.getByRole("region", { name: "Today" });
  const opened = context.waitForEvent("page");
  await row.getByTitle("2 from the same person").click({ modifiers: ["ControlOrMeta"] });
  const other = await opened;
  await expect(other).toHaveURL(place);
  await other.close();
  await expect(page).not.toHaveURL(place);
  await row.getByTitle(/^Due by 5:00 pm today/).click();
  await expect(page).toHaveURL(place);
});
