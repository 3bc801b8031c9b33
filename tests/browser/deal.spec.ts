import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { nzDate } from "#domain/nz-time.ts";
import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { expect, expectAccessibleInBothSchemes, test } from "./site.ts";

const phone = { width: 360, height: 640 };

test.describe("on a phone without scripts", () => {
  test.use({ viewport: phone, javaScriptEnabled: false });

  test("quote, tick, approve, payment code, parcel, arrived", async ({ page, site }) => {
    await site.start(dealSettings);
    const [reference = ""] = await site.addQuotes(1);
    const staff = await staffAt(site);
    await page.goto(await sendQuote(site, staff, reference));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your quote is ready");
    const approve = page.getByRole("button", { name: "Approve for $200.00" });
    await approve.click();
    await expect(approve, "the browser itself asks for the tick").toBeVisible();
    await page.getByLabel("I have checked the machine and the part, and I accept the terms").check();
    await approve.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Approved: now the payment");
    for (const detail of [
      "$200.00",
      paymentCode(1001),
      dealSettings.BANK_ACCOUNT,
      dealSettings.BANK_ACCOUNT_NAME,
    ])
      await expect(page.locator("dd").getByText(detail, { exact: true }).first()).toBeVisible();
    await staff.call("/functions/v1/payment", {
      ref: reference,
      amount_cents: 20_000,
      method: "transfer",
      received_on: nzDate(new Date()),
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid: we are packing it");
    await staff.call("/functions/v1/parcel", {
      ref: reference,
      carrier: "NZ Post",
      tracking: "AB123456789NZ",
    });
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("On its way");
    await expect(page.getByText("AB123456789NZ", { exact: true })).toBeVisible();
    await page.getByLabel("I have my parcel").check();
    await page.getByRole("button", { name: "It has arrived" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Delivered");
  });

  test("of alternatives and options, the total that is chosen stands out, and is what is owed", async ({
    page,
    site,
  }) => {
    await site.start(dealSettings);
    const [reference = ""] = await site.addQuotes(1);
    const lines = [
      draftLine({ id: "a", kind: "choice", group: "diff", grade: "A", unit_cents: 26_000 }),
      draftLine({ id: "c", kind: "choice", group: "diff", grade: "C", unit_cents: 14_000 }),
      draftLine({ id: "oil", kind: "option", text: "Diff oil", grade: null, unit_cents: 1890 }),
    ];
    await page.goto(await sendQuote(site, await staffAt(site), reference, exampleDraft({ lines })));
    await page.getByRole("radio").nth(1).check();
    await page.getByRole("checkbox", { name: /Diff oil/ }).check();
    const chosen = page.getByRole("listitem").filter({ hasText: "Front diff, grade C + Diff oil" });
    await expect(chosen).toContainText("$173.90");
    const backgrounds = await page
      .locator(".totals li")
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
    expect(backgrounds.filter((colour) => colour !== "rgba(0, 0, 0, 0)")).toHaveLength(1);
    await expect(chosen).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await page.getByLabel("I have checked the machine").check();
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(page.locator("dd").getByText("$173.90", { exact: true }).first()).toBeVisible();
  });
});

test("the page is accessible and no wider than the screen in both schemes, at every width, with text twice as large", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("404"); // A link that does not work.
  await site.start(dealSettings);
  const [reference = ""] = await site.addQuotes(1);
  const staff = await staffAt(site);
  const lines = [
    draftLine({
      text: "Pneumonoultramicroscopicsilicovolcanoconiosis-adapter, left and right, with all bolts",
    }),
    draftLine({ id: "a", kind: "choice", group: "g", grade: "A" }),
    draftLine({ id: "b", kind: "choice", group: "g", grade: "B" }),
    draftLine({ id: "o", kind: "option", text: "Oil", grade: null }),
  ];
  const link = await sendQuote(site, staff, reference, exampleDraft({ lines, words: "Kia ora" }));
  const paths = [link, `${link}/version/1`, `${link}/stop-reminders`, "/status", `${link}x`];
  for (const path of paths) {
    await page.goto(path);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessibleInBothSchemes(page);
    }
    await page.setViewportSize(phone);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, path).toBeLessThanOrEqual(0);
  }
});

test("the page with its font weighs at most 30 KB", async ({ page, site }) => {
  await site.start(dealSettings);
  const [reference = ""] = await site.addQuotes(1);
  const link = await sendQuote(site, await staffAt(site), reference);
  const sizes: number[] = [];
  page.on("response", async (response) => sizes.push((await response.body()).length));
  await page.goto(link, { waitUntil: "networkidle" });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30 * 1024);
});
