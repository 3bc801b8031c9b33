import type { Locator, Page } from "@playwright/test";

import { quoteRequestExample } from "#tests/submission-examples.ts";

import { openFilled } from "./forms.ts";
import { expect, inBrowserThatKeepsPages, pagesTest as test, test as ownSiteTest } from "./site.ts";

const small = { width: 360, height: 640 };

/** What has the focus: how it is marked, and whether something lies over it. Returns null if nothing has it. */
function lookAtFocus(wanted: Node | null) {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const { x, y, width, height } = focused.getBoundingClientRect();
  // A browser scrolls a tall field only as far as its first line.
  const atop = document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 1));
  const covered = atop === null || !(focused.contains(atop) || atop.contains(focused));
  const markup = focused.outerHTML.slice(0, 200);
  return { seen: { outlineStyle, outlineWidth, covered }, markup, isWanted: focused === wanted };
}

/** Presses Tab until an element has the focus; every stop on the way must show it. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const wanted = await target.elementHandle();
  for (let stops = 0; stops < 80; stops += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(lookAtFocus, wanted);
    // After the last stop of a dialog comes the browser's own bar.
    if (stop === null) continue;
    expect(stop.seen, stop.markup).toEqual({ outlineStyle: "solid", outlineWidth: "3px", covered: false });
    if (stop.isWanted) return;
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
}

async function press(page: Page, target: Locator, tab: "Tab" | "Shift+Tab" = "Tab", key = "Enter") {
  await tabTo(page, target, tab);
  await page.keyboard.press(key);
}

const stored = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem("quadkea-cookie-consent") ?? "null"));
const group = (page: Page, name: string) => page.locator("header summary:visible", { hasText: name });
const inHeader = (page: Page, name: string) => page.locator("header a:visible", { hasText: name });
const isOpen = (summary: Locator) => summary.locator("xpath=..").evaluate((one) => one.hasAttribute("open"));

test("with the keyboard alone: skip link, cookies, menus, questions, and a quote request to its thanks", async ({
  page,
}) => {
  await page.setViewportSize(small);
  await page.goto("/");
  // The banner is there, and would take a tap by now.
  await page.getByRole("button", { name: "Accept All" }).click({ trial: true });
  await press(page, page.getByRole("link", { name: "Skip to content" }));
  await expect(page.getByRole("main")).toBeFocused();

  await test.step("the cookie banner comes right after the skip link; its dialog keeps the focus, and gives it back", async () => {
    const settings = page.getByRole("button", { name: "Settings" });
    const dialog = page.getByRole("dialog");
    await press(page, settings, "Shift+Tab");
    for (let stops = 0; stops < 8; stops += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.matches("body, dialog, dialog *"))).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(settings).toBeFocused();
    await page.keyboard.press("Enter");
    await press(page, dialog.getByLabel("Analytics"), "Tab", "Space");
    await press(page, dialog.getByRole("button", { name: "Save" }));
    await expect(settings).toBeHidden();
    expect(await stored(page)).toEqual({ essential: true, analytics: true });
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("the phone's menu: one group open at a time; Escape gives the focus back to its button, past its end it closes", async () => {
    const menu = page.getByLabel("Menu", { exact: true });
    await press(page, menu, "Shift+Tab");
    await press(page, group(page, "Quad Parts"));
    await press(page, group(page, "Motorcycle Parts"), "Tab", "Space");
    expect(await isOpen(group(page, "Quad Parts"))).toBe(false);
    await press(page, inHeader(page, "Dirt bike parts"), "Tab", "Escape");
    await expect(menu).toBeFocused();
    expect(await isOpen(menu)).toBe(false);
    await page.keyboard.press("Enter");
    const last = page.getByRole("navigation", { name: "Site menu" }).getByRole("link").last();
    await press(page, last, "Tab", "Tab");
    await expect(last).toBeHidden();
    await press(page, menu, "Shift+Tab");
    await press(page, inHeader(page, "About"));
    await expect(page).toHaveURL(/\/about$/);
  });

  await test.step("through the whole page to the questions in the footer; one answer at a time", async () => {
    await press(page, page.getByRole("contentinfo").getByRole("link", { name: "FAQ" }));
    await expect(page).toHaveURL(/\/faq$/);
    const questions = page.getByRole("main").locator("summary");
    await press(page, questions.nth(0));
    expect(await isOpen(questions.nth(0))).toBe(true);
    await press(page, questions.nth(1), "Tab", "Space");
    expect([await isOpen(questions.nth(0)), await isOpen(questions.nth(1))]).toEqual([false, true]);
    await page.keyboard.press("Enter");
    expect(await isOpen(questions.nth(1))).toBe(false);
  });

  await test.step("the desk's menu, and Get Quote", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await press(page, group(page, "Wrecking"), "Shift+Tab");
    await press(page, inHeader(page, "Sell your vehicle"), "Tab", "Escape");
    await expect(group(page, "Wrecking")).toBeFocused();
    await press(page, page.getByRole("link", { name: "Get Quote", exact: true }));
    await expect(page).toHaveURL(/\/request-quote$/);
  });

  for (const [label, text] of [
    ["Make", "Honda"],
    ["Model", "TRX420FM"],
    ["Year", "2015"],
    ["Part needed", "Front diff"],
    ["Full name", "Aroha Ngata"],
    ["Phone", "021 555 0100"],
    ["Email", "aroha@example.co.nz"],
    ["Delivery address", "12 Ōtaika Road"],
  ] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await press(page, page.getByText("Add what you know"));
  await press(page, page.getByLabel("Condition preference"), "Tab", "ArrowDown");
  await press(page, page.getByRole("checkbox", { name: /privacy/ }), "Tab", "Space");
  await press(page, page.getByRole("button", { name: "Send Request" }));
  await expect(page).toHaveURL(/\/thanks\?ref=/);
  await expect(page.getByText(/QK-\w{6}-\w{4}/)).toBeVisible();
});

test("a tap on the menu right after the first paint opens it; its groups unfold", async ({ page }) => {
  await page.setViewportSize(small);
  await page.route(
    "**/assets/*.js",
    (route) => new Promise((resolve) => setTimeout(() => resolve(route.continue()), 2000)),
  );
  await page.goto("/", { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await page.waitForTimeout(50);
  await page.locator("header summary:visible").first().click();
  await page.locator("header").getByText("Brands", { exact: true }).locator("visible=true").click();
  await expect(page.locator("header a[href='/brands/honda']:visible")).toBeVisible();
});

test("the first visit shows the cookie banner, though not in print; any choice is stored and hides it from then on", async ({
  page,
}) => {
  const settings = page.getByRole("button", { name: "Settings" });
  for (const [name, analytics] of [
    ["Accept All", true],
    ["Essential Only", false],
  ] as const) {
    await page.goto("/");
    const button = page.getByRole("button", { name });
    await expect(button).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(button).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await settings.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Essential")).toBeChecked();
    await expect(dialog.getByLabel("Essential")).toBeDisabled();
    await expect(dialog.getByLabel("Analytics")).not.toBeChecked();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await stored(page)).toBeNull();
    await button.click();
    await expect(button).toBeHidden();
    expect(await stored(page)).toEqual({ essential: true, analytics });
    await page.reload();
    await expect(button).toBeHidden();
    await page.evaluate(() => localStorage.clear());
  }
});

test("a tap that began before the banner came is not lost to it", async ({ page }) => {
  await page.setViewportSize(small);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => held.then(() => route.continue()));
  await page.goto("/");
  const link = page.getByRole("link", { name: "How it works" }).last();
  await link.evaluate((element) => element.scrollIntoView({ block: "end" }));
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  letGo();
  await expect(page.getByRole("region", { name: "Cookies", exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/\/how-it-works$/);
});

const script = "https://count.example/script.js";

ownSiteTest.describe(() => {
  ownSiteTest.use({ settings: { ANALYTICS_SCRIPT_URL: script, ANALYTICS_SITE_ID: "quadkea" } });

  ownSiteTest(
    "visits are counted only after a yes, on later visits too, never in the desk, and no more once it is taken back",
    async ({ page }) => {
      const asked: string[] = [];
      await page.route("https://count.example/**", (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: "text/javascript", body: "globalThis.isCounted = true;" });
      });
      await page.goto("/");
      await page.getByRole("button", { name: "Essential Only" }).click();
      await page.goto("/privacy", { waitUntil: "networkidle" });
      expect(asked).toEqual([]);
      const change = async (answer: (analytics: Locator) => Promise<void>) => {
        await page.getByRole("button", { name: "Change Cookie Settings" }).click();
        await answer(page.getByRole("dialog").getByLabel("Analytics"));
        await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      };
      await change((analytics) => analytics.check());
      await expect.poll(() => asked).toEqual([script]);
      await expect(page.locator("#analytics")).toHaveAttribute("data-domain", "quadkea");

      const isCounted = () => page.evaluate(() => "isCounted" in globalThis);
      const expectLogin = async () => {
        await expect(page.getByRole("heading", { name: "Staff login" })).toBeVisible();
        expect(await isCounted()).toBe(false);
      };
      await page.goto("/admin-login");
      await page.getByRole("link", { name: "Cancel" }).click();
      await expect.poll(isCounted).toBe(true);
      await page.goBack();
      await expectLogin();
      await page.goForward();
      await expect.poll(isCounted).toBe(true);
      await page.evaluate(() => {
        const link = Object.assign(document.createElement("a"), {
          href: "/admin-login",
          textContent: "For staff",
        });
        document.querySelector("main")?.prepend(link);
      });
      await page.getByRole("link", { name: "For staff" }).click();
      await expectLogin();

      await page.goto("/privacy");
      await expect.poll(isCounted).toBe(true);
      await change((analytics) => analytics.uncheck());
      await expect(page.getByRole("main").getByRole("status")).toHaveText("Analytics are off.");
      await expect(page.locator("#analytics")).toHaveCount(0);
      const before = asked.length;
      await page.goto("/", { waitUntil: "networkidle" });
      expect(asked).toHaveLength(before);
    },
  );
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the FAQ has eight questions, one open at a time; a click on the open one closes it; in print it has all its answers", async ({
    page,
  }) => {
    await page.goto("/faq");
    const questions = page.getByRole("main").locator("details");
    const answers = questions.locator("> :not(summary)");
    await expect(questions).toHaveCount(8);
    await questions.nth(1).locator("summary").click();
    await questions.nth(3).locator("summary").click();
    await expect(answers.filter({ visible: true })).toHaveCount(1);
    await questions.nth(3).locator("summary").click();
    await expect(answers.filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await expect(answers.filter({ visible: true })).toHaveCount(8);
  });
});

const keepingTest = test.extend(inBrowserThatKeepsPages);

keepingTest.describe("in a browser that keeps pages", () => {
  // In one worker: every worker that runs them starts another browser.
  keepingTest.describe.configure({ mode: "default" });
  keepingTest.use({ contextOptions: { reducedMotion: "no-preference" } });

  // Not `goBack`: it waits for a load, which there is none of.
  const goBack = (page: Page) => page.evaluate(() => history.back());

  keepingTest(
    "a page that is pointed at is fetched ahead; not one with values in its address",
    async ({ page }) => {
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
    },
  );

  keepingTest(
    "Back shows the page as it was left, without loading it again; its menus are closed",
    async ({ page, site }) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Essential Only" }).click();
      await page.evaluate(() => {
        addEventListener("pageshow", ({ persisted }) => Object.assign(window, { persisted }));
      });
      await group(page, "Brands").click();
      await inHeader(page, "Honda").click();
      await expect(page).toHaveURL(/honda$/);
      await goBack(page);
      await expect(page).toHaveURL(`${site.origin}/`);
      const isKept = () => page.evaluate(() => "persisted" in window && window.persisted).catch(() => null);
      await expect.poll(isKept).toBe(true);
      await expect(page.locator("header details[open]")).toHaveCount(0);
    },
  );

  keepingTest(
    "Back after a quote request leads to an empty form, which sends nothing by itself",
    async ({ page, site }) => {
      await openFilled(page, quoteRequestExample);
      await page.getByRole("button", { name: "Send Request" }).click();
      await expect(page).toHaveURL(/\/thanks\?ref=/);
      const sent = (await site.mails()).length;
      await goBack(page);
      await expect(page.getByLabel("Full name")).toHaveValue("");
      await expect(page.getByRole("button", { name: "Send Request" })).toBeEnabled();
      expect(await site.mails()).toHaveLength(sent);
    },
  );
});
