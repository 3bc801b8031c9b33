import type { Route } from "@playwright/test";

import { quoteExample } from "#tests/quote-example.ts";

import { record } from "./desk-page.ts";
import { textOf, withTwoRequests } from "./reply.ts";
import { expect, expectAccessible, test, signInAgain } from "./site.ts";

test("a reply that failed at an address that has been corrected since is opened and goes to the new one", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  const [, second = ""] = await withTwoRequests(page, site);
  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
  await expect(page.getByText(`Sending reply to ${second}`)).toBeVisible();
  await site.change("update outbox set state = 'failed', error_class = 'smtp 550' where kind = 'reply'");
  await page.goto(`/admin?record=${second}`);
  await expect(record(page)).toContainText(`To ${quoteExample.email}`);
  await expect(record(page).getByRole("button", { name: "Send again" })).toBeVisible();
  await site.change("update quote_requests set email = 'kiri@new.example', version = version + 1000");
  await page.reload();
  await expect(record(page)).toContainText("an address that has been corrected since");
  await expectAccessible(page);
  await record(page).getByRole("button", { name: "Reply with this text" }).click();
  await expect(textOf(page)).toBeFocused();
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
  await expect(record(page)).toContainText("Liam Wihongi");
  const waiting = "select envelope_to from outbox where kind = 'reply' and state = 'queued'";
  expect(site.sql(waiting)).toEqual([{ envelope_to: "kiri@new.example" }]);
});

test("text that is refused is kept, with session storage full too; one that is too long is counted: a note, a reply", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("400"); // The server refuses the note, and the reply.
  await site.change("update users set full_name = 'Mia Rata'");
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("Full", "QuotaExceededError");
    };
  });
  await withTwoRequests(page, site);
  const pasted = "It turns freely. ".repeat(1000);
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await note.fill(pasted);
  await expect(record(page).getByText("7,000 characters too many")).toBeVisible();
  await note.press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "Your note is still here" })).toBeVisible();
  await expect(note).toHaveValue(pasted);
  await note.fill("");
  await note.press("Escape");

  await record(page).getByRole("button", { name: "Reply" }).first().click();
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await textOf(page).fill(pasted);
  await expect(record(page).getByText("12,000 characters too many")).toBeVisible();
  await textOf(page).press("Control+Enter");
  await expect(record(page).getByRole("alert").filter({ hasText: "at most 5,000" })).toBeVisible();
  await expect(textOf(page)).toHaveValue(pasted);
  await page.route("**/desk-reply?*", (route) => route.fulfill({ status: 400, json: { error: "Refused" } }));
  await textOf(page).fill("Hi Kiri, it is here.");
  await textOf(page).press("Control+Enter");
  await expect(record(page).getByText("Refused. Your reply is still here.")).toBeVisible();
  await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
  await record(page).getByRole("button", { name: "Discard" }).click();
  expect(site.sql("select count(*) as replies from outbox where kind = 'reply'")).toEqual([{ replies: 0 }]);
});

test.describe("without the saved replies", () => {
  test.use({ expectedConsole: ["503"] });

  test("that is said, with Try again; a short reply that only greets and signs is asked about, in sight on a phone", async ({
    page,
    site,
  }) => {
    await site.change("update users set full_name = 'Mia Rata'");
    const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
    await page.route("**/saved-replies", busy);
    await withTwoRequests(page, site);
    const problem = record(page).getByRole("alert").filter({ hasText: "could not be loaded" });
    await page.keyboard.press("r");
    await expect(problem).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("1");
    await expect(textOf(page)).toHaveValue(/^Hi Kiri,/);
    await page.setViewportSize({ width: 360, height: 740 });
    const send = record(page).getByRole("button", { name: "Send reply" });
    await send.click();
    const refusal = record(page).getByRole("alert").filter({ hasText: "Fill in the empty lines" });
    const bottomOf = async () => {
      const box = await refusal.boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    await expect.poll(bottomOf).toBeLessThan((await send.boundingBox())?.y ?? 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(site.sql("select key from outbox where kind = 'reply'")).toEqual([]);
    await record(page).getByRole("button", { name: "Discard" }).click();
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await expect(problem).toBeVisible();
    await page.unroute("**/saved-replies", busy);
    await record(page).getByRole("button", { name: "Try again" }).click();
    await expect(record(page).getByRole("button", { name: "Quote: we have it" })).toBeVisible();
    await expect(problem).toBeHidden();
  });
});

test.describe("without the list of staff", () => {
  test.use({ expectedConsole: ["503"] });

  test("that is said until they are loaded, and a reply is signed with the user's own name, given just now or long ago", async ({
    page,
    site,
  }) => {
    await page.route("**/desk-summary", (route) => route.fulfill({ status: 503, json: { error: "Busy" } }));
    await withTwoRequests(page, site);
    await page.keyboard.press("r");
    await page.keyboard.type("Mia Rata");
    await page.keyboard.press("Enter");
    await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
    for (const _ of ["given just now", "long ago"]) {
      await page.keyboard.press("1");
      await expect(textOf(page)).toHaveValue(/^Hi Kiri,[^]*Kind regards,\nMia Rata\n/);
      await record(page).getByRole("button", { name: "Discard" }).click();
      await page.reload();
      await record(page).getByRole("button", { name: "Reply" }).first().click();
      await expect(record(page).getByRole("button", { name: "Short reply" })).toBeVisible();
    }
    const old = page.getByRole("alert").filter({ hasText: "Counts and names may be out of date" });
    await expect(old).toBeVisible();
    await page.unroute("**/desk-summary");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(old).toHaveCount(0);
  });
});

test.describe("when the session ends", () => {
  test.use({ expectedConsole: ["401", "The session was not renewed"] });

  test("in the middle of a reply, signing in again keeps every word", async ({ page, site }) => {
    await site.change("update users set full_name = 'Mia Rata'");
    const [first = ""] = await withTwoRequests(page, site);
    await record(page).getByRole("button", { name: "Reply" }).first().click();
    await record(page).getByRole("button", { name: "Short reply" }).click();
    await textOf(page).fill("Hi Kiri, it is here.");
    await site.change("delete from sessions");
    // A click would wait if the desk has asked to sign in by itself.
    await page.getByRole("button", { name: "Refresh" }).dispatchEvent("click");
    await signInAgain(page);
    await expect(textOf(page)).toHaveValue("Hi Kiri, it is here.");
    await textOf(page).press("Control+Enter");
    await expect(page).toHaveURL(new RegExp(first));
  });
});
