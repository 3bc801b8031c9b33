import { record } from "./desk-page.ts";
import { withTwoRequests } from "./reply.ts";
import { openSection, openSettings } from "./settings-pages.ts";
import { admin } from "./site-process.ts";
import { expect, expectAccessible, test } from "./site.ts";

// What browsers and our own code log if a call is refused (specification section 8: logged).
test.use({ expectedConsole: ["Failed to load resource", "The session was not renewed"] });

test("the session ends while a reply is written: signed in again in place, nothing typed is lost", async ({
  page,
  context,
}) => {
  await openSettings(page, "Saved replies");
  const attack = `<img src=x onerror="document.title='owned'"> {nmae} 🚜 مرحبا`;
  await page.getByText("Add a reply").click();
  const editor = page
    .getByRole("group")
    .filter({ has: page.getByRole("button", { name: "Add", exact: true }) });
  await editor.getByLabel("Title").fill("Pick-up");
  await editor.getByLabel("Text").fill(attack);
  await expect(editor.getByText("Not a placeholder: {nmae}")).toBeVisible();
  await editor.getByLabel("Text").fill(attack.replace("nmae", "name"));
  await editor.getByLabel("Text").press("End");
  await editor.getByRole("button", { name: /Insert \{part\}/ }).click();
  const text = attack.replace("nmae", "name");
  await expect(editor.getByText(/onerror.*Aroha.*front diff/)).toBeVisible();

  await context.clearCookies();
  await editor.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(dialog.getByLabel("Email")).toHaveValue(admin.email);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert")).toContainText("You are signed out");
  await expect(editor.getByLabel("Text")).toHaveValue(`${text}{part}`);

  await editor.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Invalid credentials");
  await dialog.getByLabel("Password").fill(admin.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("“Pick-up” has been added.")).toBeVisible();
  await page.reload();
  await page.getByText("Pick-up", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text" }).first()).toHaveValue(`${text}{part}`);
  const deleteReply = page.getByRole("button", { name: "Delete" }).first();
  await deleteReply.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(deleteReply).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Pick-up", { exact: true })).toBeHidden();
  expect(await page.title()).not.toContain("owned");
});

test("a colleague's text is not overwritten; after the next save it is shown, but not in place of what is not saved", async ({
  page,
  site,
}) => {
  await openSettings(page, "Saved replies");
  const editor = (title: string) =>
    page.getByRole("group").filter({ has: page.getByText(title, { exact: true }) });
  const text = (title: string) => editor(title).getByRole("textbox", { name: "Text" });
  for (const title of ["Quote: we have it", "Quote: not in stock", "Contact: answer"])
    await page.getByText(title, { exact: true }).click();
  await site.change(
    "update saved_replies set body = 'Tom was here', updated_at = '2099-01-01T00:00:00.000Z' where title like 'Quote:%'",
  );
  await text("Quote: we have it").fill("Mia was here");
  await editor("Quote: we have it").getByRole("button", { name: "Save" }).click();
  await expect(editor("Quote: we have it").getByRole("alert")).toContainText("Nothing was overwritten");
  await editor("Contact: answer").getByRole("textbox", { name: "Title" }).press("Enter");
  await expect(editor("Contact: answer").getByText("Saved.")).toBeVisible();
  await expect(editor("Contact: answer").getByRole("textbox", { name: "Title" })).toBeFocused();
  await expect(text("Quote: not in stock")).toHaveValue("Tom was here");
  await expect(text("Quote: we have it")).toHaveValue("Mia was here");
  expect(site.sql("select distinct body from saved_replies where title like 'Quote:%'")).toEqual([
    { body: "Tom was here" },
  ]);
});

test("what is added, changed and deleted while the desk knows the old replies counts at once", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  await withTwoRequests(page, site);
  const offered = record(page).getByRole("list", { name: "Saved replies" }).getByRole("button");
  await page.keyboard.press("r");
  await expect(offered).toHaveText([/not in stock/, /we have it/, /which one fits/, /Short reply/]);
  await page.getByRole("link", { name: "Settings" }).click();
  await openSection(page, "Saved replies");
  const editor = (title: string) =>
    page.getByRole("group").filter({ has: page.getByText(title, { exact: true }) });
  const desk = async () => {
    await page.getByRole("link", { name: "Back to desk" }).click();
    await page.getByRole("article").getByRole("link").first().click();
    await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("r");
  };

  await page.getByText("Add a reply", { exact: true }).click();
  await editor("Add a reply").getByLabel("Title").fill("Pick-up");
  await editor("Add a reply").getByLabel("Text").fill("It is here.");
  await editor("Add a reply").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("“Pick-up” has been added.")).toBeVisible();
  await desk();
  await expect(offered.filter({ hasText: "Pick-up" })).toBeVisible();

  await page.getByRole("link", { name: "Settings" }).click();
  await openSection(page, "Saved replies");
  await page.getByText("Pick-up", { exact: true }).click();
  await editor("Pick-up").getByLabel("Title").fill("At the counter");
  await editor("Pick-up").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByText("Quote: not in stock", { exact: true }).click();
  await editor("Quote: not in stock").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Quote: not in stock", { exact: true })).toBeHidden();
  await desk();
  await expect(offered.filter({ hasText: "At the counter" })).toBeVisible();
  await expect(offered.filter({ hasText: /Pick-up|not in stock/ })).toHaveCount(0);
});
