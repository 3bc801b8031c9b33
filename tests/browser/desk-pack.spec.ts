import { exampleDraft, draftLine } from "#tests/quote-desk.ts";

import { dealSettings, quoteSent } from "./deal.ts";
import { expectFitsPhone, form, openRecord, order, record, stepButton, takeStep } from "./desk.ts";
import { expect, expectAccessible, signInAt, test } from "./site.ts";

const draft = exampleDraft({
  lines: [
    draftLine({ item_label: "D-17" }),
    draftLine({ id: "hub", text: "Rear hub", unit_cents: 6500, item_label: "B-2" }),
  ],
});

test.use({ settings: dealSettings, expectedConsole: ["409"] });

test("two parts are pulled on a phone, shelf by shelf; all pulled, the order is packed and the record says who did it", async ({
  page,
  site,
}) => {
  const { reference, approve, pay } = await quoteSent(site, { draft });
  await approve();
  await pay(26_500);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAt(page, "/admin/pack");
  const parts = page.getByRole("list", { name: "Parts to pull" });
  await expect(parts.getByRole("listitem")).toContainText([/B.*Rear hub/, /D.*Front diff/]);
  await expectAccessible(page);
  const orders = page.getByRole("list", { name: "Orders" });
  await expect(orders).toContainText("0 of 2 pulled");
  await expect(orders.getByRole("button", { name: "Packed" })).toBeHidden();
  for (const part of ["Rear hub", "Front diff"])
    await parts.getByRole("button", { name: `Pull ${part} for ${reference}` }).press("Enter");
  await orders.getByRole("button", { name: "Packed" }).click();
  await expect(parts).toBeHidden();
  await orders.getByRole("link", { name: /Enter a parcel$/ }).click();
  await expect(record(page).getByRole("region", { name: "Sold" })).toContainText("Pulled by");
  await expect(order(page)).toContainText("Packed");
});

test("a part that nobody pulled is named before its order is packed; another press packs it all the same", async ({
  page,
  site,
}) => {
  const { reference, approve, pay, pull } = await quoteSent(site, { draft });
  await approve();
  await pay(26_500);
  await pull();
  await openRecord(page, reference);
  await takeStep(page, "Packed");
  await expect(record(page)).toContainText("Not pulled yet: Rear hub");
  await record(page).getByRole("button", { name: "Packed all the same" }).click();
  await expect(order(page)).toContainText("Packed");
  await expect(stepButton(page, "Packed")).toHaveCount(0);
});

test("of two alternatives, the one that is chosen stands on the record, in print and on the pack list", async ({
  page,
  site,
}) => {
  const lines = [
    draftLine({ id: "a", kind: "choice", group: "diff", grade: "A", unit_cents: 26_000 }),
    draftLine({ id: "c", kind: "choice", group: "diff", grade: "C", unit_cents: 14_000 }),
  ];
  const { reference, pay } = await quoteSent(site, { draft: exampleDraft({ lines }) });
  await openRecord(page, reference);
  const parts = (name: string) => record(page).getByRole("region", { name }).getByRole("listitem");
  await expect(parts("Quoted")).toContainText([/One of these, Grade A/, /One of these, Grade C/]);
  await expectFitsPhone(page);
  await page.keyboard.press("y");
  const approval = form(page, "Approve for the customer");
  await approval.getByLabel("Note").press("Tab");
  await page.keyboard.press("ArrowUp"); // From the first of them to the last.
  await expect(approval.getByRole("radio", { name: "Front diff, grade C, $140.00" })).toBeChecked();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Rang at ten");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("$155.00");
  await page.emulateMedia({ media: "print" });
  await expect(parts("Sold")).toHaveText(/Grade C.*\$140\.00/);
  await expect(parts("Sold")).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await expectFitsPhone(page);
  await pay(15_500);
  await expect(order(page)).toContainText("paid in full");
  for (const key of "gp") await page.keyboard.press(key);
  const toPull = page.getByRole("list", { name: "Parts to pull" }).getByRole("listitem");
  await expect(toPull).toHaveCount(1);
  await expect(toPull).toContainText(/Front diff.*Grade C/);
});
