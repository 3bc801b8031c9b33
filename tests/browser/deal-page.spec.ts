import { spawnSync } from "node:child_process";

import type { BrowserContext, Page } from "@playwright/test";

import { draftLine, exampleDraft } from "#tests/quote-desk.ts";
import { mailBody, quoteExample } from "#tests/quote-example.ts";

import { dealSettings, quoteSent } from "./deal.ts";
import { expect, expectAccessible, test } from "./site.ts";

test.use({ settings: dealSettings });

test.describe("on a phone without scripts", () => {
  test.use({ viewport: { width: 360, height: 640 }, javaScriptEnabled: false });

  test("of alternatives and options, the total that is chosen stands out, and is what is owed", async ({
    page,
    site,
  }) => {
    const lines = [
      draftLine({ id: "a", kind: "choice", group: "diff", grade: "A", unit_cents: 26_000 }),
      draftLine({ id: "c", kind: "choice", group: "diff", grade: "C", unit_cents: 14_000 }),
      draftLine({ id: "oil", kind: "option", text: "Diff oil", grade: null, unit_cents: 1890 }),
    ];
    await page.goto((await quoteSent(site, { draft: exampleDraft({ lines }) })).link);
    await page.getByRole("radio").nth(1).check();
    await page.getByRole("checkbox", { name: /Diff oil/ }).check();
    const chosen = page.getByRole("listitem").filter({ hasText: "Front diff, grade C + Diff oil" });
    await expect(chosen).toContainText("$173.90");
    const backgrounds = await page
      .locator(".totals li")
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).backgroundColor));
    expect(backgrounds.filter((colour) => colour !== "rgba(0, 0, 0, 0)")).toHaveLength(1);
    await expect(chosen).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await page.getByLabel("I have checked the machine").check();
    await page.getByRole("button", { name: "Approve" }).click();
    const details = page.locator("dd");
    for (const detail of ["$173.90", dealSettings.BANK_ACCOUNT, dealSettings.BANK_ACCOUNT_NAME])
      await expect(details.getByText(detail, { exact: true }).first()).toBeVisible();
  });
});

test("the page is accessible and no wider than the screen in both schemes, at every width, with text twice as large", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("404"); // A link that does not work.
  const lines = [
    draftLine({
      text: "Pneumonoultramicroscopicsilicovolcanoconiosis-adapter, left and right, with all bolts",
    }),
    draftLine({ id: "a", kind: "choice", group: "g", grade: "A" }),
    draftLine({ id: "b", kind: "choice", group: "g", grade: "B" }),
    draftLine({ id: "o", kind: "option", text: "Oil", grade: null }),
  ];
  const { link } = await quoteSent(site, { draft: exampleDraft({ lines, words: "Kia ora" }) });
  const paths = [link, `${link}/version/1`, `${link}/stop-reminders`, "/status", `${link}x`];
  for (const path of paths) {
    await page.goto(path);
    await page.emulateMedia({ colorScheme: "light" });
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, "colours");
    await page.setViewportSize({ width: 360, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wider, path).toBeLessThanOrEqual(0);
  }
});

/** The words of each printed page (Debian's poppler-utils). */
function pagesOf(pdf: Buffer): string[] {
  const { stdout, error } = spawnSync("pdftotext", ["-layout", "-", "-"], { input: pdf, encoding: "utf8" });
  if (error !== undefined) throw new Error("The tests need pdftotext: apt-get install poppler-utils");
  return stdout.split("\f").slice(0, -1);
}

test("an invoice of 1 to 40 lines prints every line and the total once, and says on each page which it is", async ({
  page,
  site,
}) => {
  test.slow();
  const counts = [1, 8, 12, 15, 20, 40];
  const references = await site.addQuotes(counts.length);
  for (const [index, count] of counts.entries()) {
    const number = 1001 + index;
    const lines = Array.from({ length: count }, (_, line) =>
      draftLine({ id: `line${line + 1}`, text: `Part no. ${line + 1} of the gearbox`, unit_cents: 10_000 }),
    );
    const given = references[index] ?? "";
    const { link, approve } = await quoteSent(site, { given, draft: exampleDraft({ lines }) });
    await approve();
    await page.goto(`${link}/invoice`);
    await expect(page.getByText(`Tax invoice ${number}`).first()).toBeAttached();
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    const all = pages.join("\n");
    for (let line = 1; line <= count; line += 1)
      expect(all.match(new RegExp(`Part no\\. ${line} of the gearbox`, "g"))).toHaveLength(1);
    expect(all.match(/^ *Total\b/gm)).toHaveLength(1);
    expect(pages[0]).toContain("Part no. 1 of the gearbox");
    for (const [at, text] of pages.entries()) {
      expect(text).toMatch(new RegExp(`Tax invoice ${number}\\s+Page ${at + 1} of ${pages.length}`));
      expect(text).toMatch(/Description\s+Amount/);
      expect(text, `page ${at + 1} of ${count} lines`).toContain("of the gearbox");
    }
    expect(pages.length).toBeLessThanOrEqual(Math.ceil((count + 12) / 18));
  }
});

/** A web address without a place to break. */
const unbroken = (length: number) => `https://example.co.nz/${"x".repeat(length)}`.slice(0, length);

test("no mail is wider than a phone, whatever is written in it", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fields = {
    ...quoteExample,
    email: `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.co.nz`,
    part_needed: unbroken(120),
    delivery_address: unbroken(400),
    notes: unbroken(400),
  };
  const asked = await page.request.post(`${site.origin}/send-mail.php`, { data: mailBody(fields) });
  expect(asked.status()).toBe(200);
  const lines = [
    draftLine({ text: unbroken(125), machine: unbroken(125), evidence: [unbroken(125)] }),
    draftLine({ id: "o", kind: "option", text: unbroken(300), machine: unbroken(200) }),
  ];
  const words = `See ${unbroken(125)}\n\n${unbroken(400)}`;
  await site.change(`update users set full_name = 'Mia ${"m".repeat(100)}'`);
  const draft = exampleDraft({ lines, words, fitment: unbroken(400) });
  const { reference, link, staff } = await quoteSent(site, { draft });
  await page.request.post(`${link}/ask`, { form: { words: unbroken(400) } });
  const key = "7d1f3f5e-2f4b-4a55-9d0e-0a3c55d0a9ab";
  await staff.call(`/functions/v1/desk-reply?reference=${reference}`, { text: words, key });
  await expect.poll(async () => (await site.mails()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5);
  for (const { subject = "", html = "" } of await site.mails()) {
    await page.setContent(html);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([subject, width]).toEqual([subject, 360]);
  }
});

/** SCAN_SECONDS=30 SCAN_RUNS=50 does it as scanners do: on each page for half a minute. */
const seconds = Number(process.env["SCAN_SECONDS"] ?? "0.3");
const runs = Number(process.env["SCAN_RUNS"] ?? "1");
const atOnce = 10;

test("a scanner that opens the link, waits, scrolls, follows every link and presses every button changes nothing", async ({
  browser,
  site,
}) => {
  test.setTimeout(90_000 + Math.ceil(runs / atOnce) * (seconds + 30) * 4000);
  const { link } = await quoteSent(site);
  const tables = [
    "orders",
    "record_events",
    "deal_messages",
    "deals",
    "staff_digests",
    "outbox",
    "photos",
    "photo_uploads",
  ];
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(", ");
  const state = () => site.sql(`select state, changed_at, ${counts} from quote_versions`);
  const before = state();
  let left = runs;
  const scanInTurn = async () => {
    for (; left > 0;) {
      left -= 1;
      const context = await browser.newContext();
      expect(await scanLink(context, link)).toEqual({ pages: 4, presses: 7 });
      await context.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(runs, atOnce) }, scanInTurn));
  expect(state()).toEqual(before);
});

/** Does with a link what scanners of mail do in a real browser, and more: sends every form as it is, without its tick. */
async function scanLink(context: BrowserContext, link: string): Promise<{ pages: number; presses: number }> {
  const scanned = new Set<string>();
  const open = [link, `${link}/stop-reminders`];
  const isOwn = (address: string) => new URL(address).pathname.startsWith(new URL(link).pathname);
  let presses = 0;
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (scanned.has(address)) continue;
    scanned.add(address);
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForTimeout(seconds * 1000);
    await page.mouse.wheel(0, 10_000);
    const links = await page
      .locator("a")
      .evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).href));
    open.push(...links.filter(isOwn));
    for (const other of links.filter((found) => found.startsWith("http") && !isOwn(found)))
      await context.request.get(other);
    presses += await pressEveryButton(page, address);
    await page.close();
  }
  return { pages: scanned.size, presses };
}

async function pressEveryButton(page: Page, address: string): Promise<number> {
  const count = await page.locator("button").count();
  for (let index = 0; index < count; index += 1) {
    await page.locator("form").evaluateAll((forms) => {
      for (const form of forms) if (form instanceof HTMLFormElement) form.noValidate = true;
    });
    await page.locator("button").nth(index).click();
    await page.waitForLoadState();
    await page.goto(address);
  }
  return count;
}
