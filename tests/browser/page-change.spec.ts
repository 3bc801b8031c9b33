import { openFilledForm } from "./quote-form.ts";
import { expect, inBrowserThatKeepsPages, pagesTest } from "./site.ts";

const test = pagesTest.extend(inBrowserThatKeepsPages);

// In one worker: every worker that runs them starts another browser.
test.describe.configure({ mode: "default" });

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("a page that is pointed at is fetched ahead; one with values in its address is not", async ({
  page,
}) => {
  const network = await page.context().newCDPSession(page);
  await network.send("Preload.enable");
  const fetched: string[] = [];
  network.on("Preload.prefetchStatusUpdated", ({ prefetchUrl, status }) => {
    if (status === "Ready") fetched.push(new URL(prefetchUrl).pathname);
  });
  await page.goto("/brands/honda");
  await page.locator('a[href^="/request-quote?"]').first().hover();
  await page.waitForTimeout(500);
  await page.getByRole("contentinfo").getByRole("link", { name: "How it works" }).hover();
  await expect.poll(() => fetched).toEqual(["/how-it-works"]);
});

test("Back shows the page as it was left, without loading it again; its menus are closed", async ({
  page,
  site,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Essential Only" }).click();
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
  });
  await page.locator("header summary:visible").filter({ hasText: "Brands" }).click();
  await page.locator("header a:visible", { hasText: "Honda" }).click();
  await expect(page).toHaveURL(/honda$/);
  // Not `goBack`: it waits for a load, which there is none of.
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(`${site.origin}/`);
  const isKept = () => page.evaluate(() => "persisted" in window && window.persisted).catch(() => null);
  await expect.poll(isKept).toBe(true);
  await expect(page.locator("header details[open]")).toHaveCount(0);
});

test("Back after a quote request leads to an empty form, which sends nothing by itself", async ({
  page,
  site,
}) => {
  await openFilledForm(page);
  await page.getByRole("button", { name: "Send Request" }).click();
  await expect(page).toHaveURL(/\/thanks\?ref=/);
  const sent = (await site.mails()).length;
  // Not `goBack`: it waits for a load, which there is none of.
  await page.evaluate(() => history.back());
  await expect(page.getByLabel("Full name")).toHaveValue("");
  await expect(page.getByRole("button", { name: "Send Request" })).toBeEnabled();
  expect(await site.mails()).toHaveLength(sent);
});
