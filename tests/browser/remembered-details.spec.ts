import { contactMessage } from "#domain/forms/contact-message.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { contactMessageExample } from "#tests/submission-examples.ts";

import { fillIn, formOf, scriptsStarted, send } from "./forms.ts";
import { openFilledForm } from "./quote-form.ts";
import { expect, expectAccessible, pagesTest } from "./site.ts";

pagesTest("details are kept only if asked for, and one press forgets them", async ({ page }) => {
  const kept = () => page.evaluate(() => localStorage.getItem("quadkea-remembered"));
  await openFilledForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
  expect(await kept()).toBeNull();
  await openFilledForm(page);
  await page.getByRole("checkbox", { name: /Remember my details/ }).check();
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks/);
  expect(Object.keys(JSON.parse((await kept()) ?? "{}")).toSorted()).toEqual([
    "delivery_address",
    "email",
    "full_name",
    "make",
    "model",
    "phone",
    "year",
  ]);
  await page.goto("/contact");
  await expect(page.getByText("Same person as last time?")).toBeVisible();
  await expectAccessible(page);
  // Screen readers announce what changes in a region, not a region that comes with its text.
  const regions = formOf(page, contactMessage).getByRole("status");
  const before = await regions.elementHandles();
  const offer = page.getByRole("region", { name: "Details from last time" });
  await offer.getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("your details are no longer on this phone")).toBeFocused();
  const texts = await Promise.all(before.map((region) => region.textContent()));
  expect(texts).toContain("Forgotten: your details are no longer on this phone.");
  expect(await kept()).toBeNull();
  await fillIn(page, contactMessageExample);
  await send(page, contactMessage);
  await expect(page.getByText(contactMessage.successTitle)).toBeVisible();
  expect(await kept()).toBeNull();
});

pagesTest(
  "kept details are not offered again after Not now, nor to a form that has them all",
  async ({ page }) => {
    const offer = page.getByRole("region", { name: "Details from last time" });
    await openFilledForm(page);
    await page.getByRole("checkbox", { name: /Remember my details/ }).check();
    await send(page, quoteRequest);
    await expect(page).toHaveURL(/\/thanks/);
    await page.goto("/contact");
    await offer.getByRole("button", { name: "Not now" }).click();
    await expect(offer).toBeHidden();
    await page.reload();
    await offer.getByRole("button", { name: "Fill them in" }).click();
    await expect(offer).toBeHidden();
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await page.reload();
    await expect(page.getByLabel("Full name")).toHaveValue("Aroha Ngata");
    await scriptsStarted(page, contactMessage);
    await expect(offer).toBeHidden();
    await fillIn(page, contactMessageExample);
    await expect(offer).toBeHidden();
  },
);

pagesTest(
  "on a shared phone nobody's details are kept by the tick of somebody else, or mixed with theirs",
  async ({ page }) => {
    const kept = async (): Promise<unknown> =>
      JSON.parse((await page.evaluate(() => localStorage.getItem("quadkea-remembered"))) ?? "{}");
    const box = page.getByRole("checkbox", { name: /Remember my details/ });
    await openFilledForm(page);
    await box.check();
    await page.getByRole("button", { name: "Send Request" }).click();
    await expect(page).toHaveURL(/\/thanks/);
    const first = await kept();
    expect(first).toMatchObject({ make: "Honda", phone: expect.any(String) });

    const another = {
      ...contactMessageExample.values,
      full_name: "Wiremu Rewi",
      email: "wiremu@example.co.nz",
    };
    await page.goto("/contact");
    await scriptsStarted(page, contactMessage);
    await fillIn(page, { ...contactMessageExample, values: another });
    await send(page, contactMessage);
    await expect(page.getByText(contactMessage.successTitle)).toBeVisible();
    expect(await kept()).toEqual(first);

    await fillIn(page, { ...contactMessageExample, values: { ...another, subject: "Another matter" } });
    await box.check();
    await send(page, contactMessage);
    const { phone } = contactMessageExample.values;
    await expect.poll(kept).toEqual({ full_name: "Wiremu Rewi", email: "wiremu@example.co.nz", phone });
    await expect(box).toBeChecked();
    await box.uncheck();
    expect(await kept()).toEqual({});
  },
);
