import type { BrowserContext, Page } from "@playwright/test";

interface Scan {
  readonly pages: number;
  readonly presses: number;
}

/** Does with a link what scanners of mail do in a real browser, and more: sends every form as it is, without its tick. */
export async function scanLink(context: BrowserContext, link: string, waitMs: number): Promise<Scan> {
  const scanned = new Set<string>();
  const open = [link, `${link}/stop-reminders`];
  const own = new URL(link).pathname;
  let presses = 0;
  for (let address = open.pop(); address !== undefined; address = open.pop()) {
    if (scanned.has(address)) continue;
    scanned.add(address);
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForTimeout(waitMs);
    await page.mouse.wheel(0, 10_000);
    const links = await page
      .locator("a")
      .evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).href));
    open.push(...links.filter((found) => new URL(found).pathname.startsWith(own)));
    const others = links.filter(
      (found) => found.startsWith("http") && !new URL(found).pathname.startsWith(own),
    );
    for (const other of others) await context.request.get(other);
    presses += await pressEveryButton(page, address);
    await page.close();
  }
  return { pages: scanned.size, presses };
}

function skipBrowserChecks(forms: Element[]): void {
  for (const form of forms) if (form instanceof HTMLFormElement) form.noValidate = true;
}

async function pressEveryButton(page: Page, address: string): Promise<number> {
  const count = await page.locator("button").count();
  for (let index = 0; index < count; index += 1) {
    await page.locator("form").evaluateAll(skipBrowserChecks);
    await page.locator("button").nth(index).click();
    await page.waitForLoadState();
    await page.goto(address);
  }
  return count;
}
