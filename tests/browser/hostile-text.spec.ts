import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { withoutUnseen } from "#domain/plain-text.ts";

import { record } from "./desk-page.ts";
import { add, message, quote } from "./kiri.ts";
import { expect, signIn, test } from "./site.ts";

test.use({ expectedConsole: ["400"] });

/** A note as long as notes can be, and without a space in which a line could break. */
function longest(beginning: string): string {
  return beginning + "ب".repeat(10_000 - [...beginning].length);
}

test("what people write is text and runs nowhere, in any field of any kind, however long and in whatever direction", async ({
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
    if (submission === quoteRequest) await signIn(page, `/admin?record=${reference}`);
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
  // A name is a short text: without marks that nobody sees.
  await expect(shown).toHaveText(withoutUnseen(name));
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
