import { openSection, openSettings } from "./settings-pages.ts";
import { expect, expectAccessible, test } from "./site.ts";

test("a setting that is not saved is not lost by a link of the desk or by Back: the desk asks first", async ({
  page,
}) => {
  await openSettings(page, "Saved replies");
  await openSection(page, "Quotes and freight");
  const service = page.getByRole("textbox", { name: "Service, as customers read it" });
  await service.fill("Tractor");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const ways = [
    () => page.getByRole("link", { name: "Back to desk" }).click(),
    () => page.getByRole("link", { name: "Sessions" }).click(),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(service).toHaveValue("Tractor");
  }
  await page.getByRole("link", { name: "Sessions" }).click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Sessions" })).toBeVisible();
  await openSection(page, "Saved replies");
  await page.getByText("Add a reply").click();
  await page.getByLabel("Title").last().fill("Pick-up");
  await page.goBack();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Title").last()).toHaveValue("Pick-up");
});
