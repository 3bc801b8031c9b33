import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import {
  composer,
  keyboardOf,
  openRecord,
  openSection,
  quotes,
  record,
  shorthand,
  withRequest,
} from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test("nothing is prefilled that only staff can know: a missing grade is asked about once", async ({
  page,
  site,
}) => {
  const { condition_preference: _, ...rest } = quoteExample;
  const [diff = ""] = await site.submit(quoteRequest, { ...rest, part_needed: "rear diff" });
  await openRecord(page, diff);
  await page.keyboard.press("q");
  await expect(shorthand(page)).toBeFocused();
  const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  await expect(lines.getByRole("textbox", { name: "Part" })).toHaveValue("Rear diff");
  await expect(lines.getByRole("textbox", { name: "Comes off" })).toHaveValue("");
  const fitment = composer(page).getByRole("textbox", { name: "Fitment" });
  await expect(fitment).toHaveValue("Fits a 2015 Honda TRX420FM");
  await page.keyboard.type("385");
  await page.keyboard.press("Control+Enter");
  const question = "No grade on Rear diff: add one (a/b/c) or send without";
  const alert = composer(page).getByRole("alert").filter({ hasText: question });
  await expect(alert).toBeVisible();
  await expectAccessible(page);
  await expect(composer(page).getByRole("button", { name: "Preview" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const mail = composer(page).frameLocator("iframe[title='The mail']");
  await expect(mail.getByText("$385.00").first()).toBeVisible();
  await expect(mail.getByText("Off:")).toHaveCount(0);
  await expect(alert).toHaveCount(0);
  await expect(composer(page).getByTitle("The mail")).toBeInViewport({ ratio: 0.9 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.keyboard.press("Control+Enter");
  await expect(quotes(page)).toContainText("Quote 1");
  const [sent] = site.sql("select content from quote_versions");
  expect(JSON.parse(String(sent?.["content"]))).toMatchObject({
    lines: [{ text: "Rear diff", machine: null, grade: null }],
    freight: { cents: 3100 },
    fitment: "Fits a 2015 Honda TRX420FM",
  });
});

test("alternatives, options and templates are added without the mouse", async ({ page, site }) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185 b");
  const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  const price = lines.last().getByRole("textbox", { name: "Price" });
  const part = lines.last().getByRole("textbox", { name: "Part" });
  await composer(page).getByRole("button", { name: "+ Alternative" }).press("Enter");
  await expect(lines).toHaveCount(2);
  await expect(price).toBeFocused();
  await page.keyboard.type("120");
  await composer(page).getByRole("button", { name: "+ Option" }).press("Enter");
  await expect(part).toBeFocused();
  await page.keyboard.type("Seal kit");
  await price.press("3");
  const soFar = composer(page).getByRole("status", { name: "The quote so far" });
  await expect(soFar).toContainText("From $151.00");
  const fromTemplate = composer(page).getByRole("button", { name: "From a template" });
  await fromTemplate.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(fromTemplate).toBeFocused();
  await expect(lines).toHaveCount(3);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(composer(page).getByRole("button", { name: "CV axle, tested" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(4);
  await expect(part).toHaveValue("CV axle");
  await expect(price).toBeFocused();
  await expectAccessible(page);
});

test("a quantity can be typed anew; while it is empty, nothing is previewed; a held key or a double click sends nothing unseen", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  await page.keyboard.press("q");
  await page.keyboard.type("185");
  const quantity = composer(page).getByRole("spinbutton", { name: "Quantity" });
  const preview = composer(page).getByRole("button", { name: "Preview" });
  await quantity.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await expect(quantity).toHaveValue("");
  await page.keyboard.press("Control+Enter");
  await expect(preview).toBeVisible();
  await expect(quantity).toBeFocused();
  await page.keyboard.type("2");
  const soFar = composer(page).getByRole("status", { name: "The quote so far" });
  await expect(soFar).toContainText("2 × Front diff");
  await quantity.hover();
  await page.mouse.wheel(0, -10);
  await expect(quantity).not.toBeFocused();
  await expect(quantity, "the wheel counts nothing").toHaveValue("2");
  await quantity.focus();
  const send = composer(page).getByRole("button", { name: "Send the quote" });
  for (const keys of [["Control", "Enter"], ["Enter"]]) {
    for (const key of keys) await page.keyboard.down(key);
    await expect(send).toBeVisible();
    await page.keyboard.down("Enter"); // It is held: this one repeats the first.
    await expect(send).toHaveAttribute("aria-disabled", "false");
    for (const key of keys) await page.keyboard.up(key);
    await quantity.fill(`${2 + keys.length}`);
  }
  await preview.click();
  await expect(send).toBeVisible();
  for (const press of ["down", "up"] as const) await page.mouse[press]({ clickCount: 2 });
  await expect(send).toHaveAttribute("aria-disabled", "false");
});

test("a freight price that is saved while the desk knows the old one counts at once", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
  const weight = freight.getByRole("combobox", { name: "Weight" });
  await page.keyboard.press("q");
  await expect(weight).toHaveValue("M"); // The table is loaded.
  await page.getByRole("link", { name: "Settings" }).click();
  await openSection(page, "Quotes and freight");
  await page.getByRole("textbox", { name: "North Island, up to 25 kg" }).fill("50");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Back to desk" }).click();
  await page.getByRole("article").getByRole("link").first().click();
  await expect(record(page)).toContainText("Aroha Ngata");
  await page.keyboard.press("q");
  await expect(weight).toHaveValue("M");
  await weight.selectOption("Up to 25 kg");
  await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("56");
});

test("a routine quote takes eight keys; just sent, it is taken back with one, and its draft is still there", async ({
  page,
  site,
}) => {
  await withRequest(page, site);
  const { count, press } = keyboardOf(page);
  await press("q", ..."185 a".split(""), "Control+Enter");
  await expect(composer(page).getByRole("button", { name: "Send the quote" })).toBeVisible();
  await press("Control+Enter");
  expect(count.keys, "and one to the next record makes nine").toBeLessThanOrEqual(8);
  await expect(quotes(page)).toContainText("Waiting to leave", { ignoreCase: true });
  await page.keyboard.press("z");
  await expect(page.getByText(/^Undone. Quote 1/)).toBeVisible();
  await expect(quotes(page)).toBeHidden();
  await page.keyboard.press("q");
  await expect(composer(page).getByRole("textbox", { name: "Price", exact: true })).toHaveValue("185");
  expect(await site.mails()).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringContaining("Your quote") }),
  );
});

test.describe("drafts", () => {
  test.use({
    expectedConsole: ["net::ERR", "could not be reached", "401", "The session was not renewed"],
  });

  test("one is still there after Esc, a reload and a new session, and Ctrl+Enter names what is missing", async ({
    page,
    site,
  }) => {
    const reference = await withRequest(page, site);
    const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
    const freight = composer(page).getByRole("group", { name: "Freight to the gate" });
    const words = composer(page).getByRole("textbox", { name: "Your own words" });
    const expectDraft = async () => {
      await expect(record(page)).toContainText("Aroha Ngata");
      await page.keyboard.press("q");
      await expect(lines.first().getByRole("textbox", { name: "Price" })).toHaveValue("185");
      await expect(lines.first().getByRole("combobox", { name: "Grade" })).toHaveValue("A");
      await expect(freight.getByRole("textbox", { name: "Freight" })).toHaveValue("15");
      await expect(composer(page).getByRole("spinbutton", { name: "Days valid" })).toHaveValue("5");
    };
    await page.keyboard.press("q");
    await page.keyboard.press("Control+Enter");
    const alert = composer(page).getByRole("alert");
    await expect(alert.filter({ hasText: "Front diff: the price is missing" })).toBeVisible();
    await page.keyboard.type("185 a +15 5d");
    await page.keyboard.press("Escape");
    await expect(composer(page)).toBeHidden();
    await expect.poll(() => site.sql("select version from quote_drafts")).toHaveLength(1);
    await expectDraft();

    // Not saved when the page goes away: the server is out of reach.
    await page.route("**/quote-draft", (route) => route.abort());
    await words.fill("It turns freely.");
    // The button stays under the mouse when the press of it shows that the draft could not be saved.
    await composer(page).getByRole("button", { name: "Preview" }).hover();
    await page.mouse.down();
    await expect(composer(page).getByText("Can't reach the server")).toBeVisible();
    const pressed = page.waitForRequest("**/quote-draft");
    await page.mouse.up();
    await pressed;
    await page.reload();
    await page.unroute("**/quote-draft");
    await expectDraft();
    await expect(words).toHaveValue("It turns freely.");
    await words.press("End");
    await page.keyboard.type("!");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
    await signIn(page, `/admin?record=${reference}`);
    await expectDraft();
    await expect(words).toHaveValue("It turns freely.!");
  });

  test("a paragraph pasted as evidence is marked with what to do; a colleague's draft that was saved first is not overwritten", async ({
    expectedConsole,
    page,
    site,
  }) => {
    expectedConsole.push("412");
    await withRequest(page, site);
    await page.keyboard.press("q");
    await page.keyboard.type("185 a");
    const evidence = composer(page).getByRole("textbox", { name: "Condition notes" });
    await composer(page).getByText("Shelf, condition notes, option").click();
    await evidence.fill(`Boots: whole\n${"x".repeat(310)}`);
    const problem = "Line 2 has 10 characters too many: shorten it, or start a new line";
    await expect(composer(page).getByText(problem, { exact: true })).toBeVisible();
    await expectAccessible(page);
    await evidence.blur();
    await expect(composer(page).getByRole("alert")).toHaveText(`Condition notes of Front diff: ${problem}`);
    await composer(page).getByText("Shelf, condition notes, option").click();
    await expect(evidence).toBeHidden();
    await composer(page).getByRole("button", { name: "Preview" }).click();
    await expect(evidence).toBeFocused();
    await evidence.fill(Array.from({ length: 22 }, (_, index) => `Measured ${index}`).join("\n"));
    await expect(composer(page).getByText("At most 20 lines: take out 2", { exact: true })).toBeVisible();
    await evidence.fill("Boots: whole");
    await expect(composer(page).getByText("Draft saved")).toBeVisible();
    await expect(composer(page).getByRole("alert")).toBeHidden();

    await site.change(
      "update quote_drafts set version = version + 1, draft = replace(draft, 'Boots: whole', 'Boots: torn')",
    );
    await evidence.fill("Boots: whole, teeth: sharp");
    const conflict = composer(page).getByRole("alert");
    await expect(conflict).toHaveText("Somebody saved first. Copy your text, then reload.");
    await expectAccessible(page);
    expect(JSON.stringify(site.sql("select draft from quote_drafts"))).not.toContain("teeth");
  });
});
