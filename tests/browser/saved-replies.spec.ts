import { openSettings } from "./settings-pages.ts";
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
