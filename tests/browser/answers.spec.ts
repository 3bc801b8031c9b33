import { randomUUID } from "node:crypto";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { expect, expectAccessible, signIn, test } from "./site.ts";

test.describe("the clock of a promise", () => {
  // The clock jumps: the desk gives up what it had just asked for, and asks again.
  test.use({ expectedConsole: ["signal timed out", "could not be loaded"] });

  test("runs on in progress, stops at a call logged with one key, runs again if that is taken back; snoozing past it asks", async ({
    page,
    site,
  }) => {
    const instant = "2026-11-23T10:00:00+13:00";
    await site.startClockAt(instant);
    await page.clock.install({ time: new Date(instant) });
    const [reference = ""] = await site.add(
      { submission: quoteRequest, percent: 100, fill: () => quoteExample },
      1,
    );
    await signIn(page, `/admin?record=${reference}`);
    const record = page.getByRole("article").filter({ hasText: "Notes and history" });
    await expect(record).toContainText("Due by 5:00 pm today");
    await page.keyboard.press("2");
    await expect(record.getByText("New → In progress")).toBeVisible();
    await expect(record).toContainText("Due by 5:00 pm today");

    await page.keyboard.press("s");
    await page.getByRole("button", { name: /^Tomorrow/ }).click();
    const question = page.getByRole("dialog", { name: "Snooze past the promised reply?" });
    await expect(question).toContainText("We promised a reply by 5:00 pm today");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(record).toContainText("Due by 5:00 pm today");

    await record.getByRole("textbox", { name: "Note for staff" }).fill("Wants two of them");
    await page.keyboard.press("Escape");
    await page.keyboard.press("l");
    await expect(record.getByRole("list", { name: "History" })).toContainText("Rang the customer");
    await expect(record.getByRole("list", { name: "History" })).toContainText("Wants two of them");
    await expect(record).not.toContainText("Due by");
    await page.keyboard.press("z");
    await expect(record.getByRole("list", { name: "History" })).toContainText("Took the logged call back");
    await expect(record).toContainText("Due by 5:00 pm today");
    await page.keyboard.press("s");
    await page.getByRole("button", { name: /^Tomorrow/ }).click();
    await expect(question).toBeVisible();
    // A colleague logs a call. The question stays open: somebody is reading it.
    const data = { text: "", key: randomUUID() };
    await page.request.post(`${deskEndpoints.call}?reference=${reference}`, { data });
    await expect(record).not.toContainText("Due by");
    await expect(question).toContainText("We promised a reply by 5:00 pm today");
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("s");
    await page.getByRole("button", { name: /^Tomorrow/ }).click();
    await expect(record).toContainText("Snoozed until");
  });
});
