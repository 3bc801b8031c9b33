import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "#tests/browser.ts";
import { admin, type SiteProcess } from "#tests/browser/site-process.ts";

/** One picture of one page, as one visitor sees it. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  /** Of the window; without one the whole page is in the picture. */
  readonly height?: number;
  readonly dark?: boolean;
  /** The name of a second picture, of the same page in dark mode. */
  readonly nameInTheDark?: string;
  /** Has not answered the cookie banner yet. */
  readonly firstVisit?: boolean;
  /** Sees the page as staff do. */
  readonly signedIn?: boolean;
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Takes pictures of a running site with one browser. */
export class Camera {
  readonly #site: SiteProcess;
  readonly #browser: Browser;
  #staff: ReturnType<BrowserContext["cookies"]> | undefined;

  private constructor(site: SiteProcess, browser: Browser) {
    this.#site = site;
    this.#browser = browser;
  }

  static async open(site: SiteProcess): Promise<Camera> {
    const flags = [...chromiumFlags, "--allow-file-access-from-files"];
    return new Camera(site, await chromium.launch({ executablePath: chromiumPath(), args: flags }));
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Writes the picture of a page as a PNG file, or two of them. */
  async take(shot: Shot, fileOf: (name: string) => string): Promise<void> {
    const context = await this.#visitor(shot);
    const page = await context.newPage();
    if (shot.signedIn === true) await context.addCookies(await (this.#staff ??= this.#staffCookies()));
    await page.goto(this.#site.origin + shot.path, { waitUntil: "networkidle" });
    // A font that is late is for the next page.
    await page.reload({ waitUntil: "networkidle" });
    await shot.prepare?.(page);
    await page.evaluate(() => document.fonts.ready);
    const fullPage = shot.height === undefined;
    await page.screenshot({ path: fileOf(shot.name), fullPage });
    if (shot.nameInTheDark !== undefined) {
      await page.emulateMedia({ colorScheme: "dark" });
      await page.screenshot({ path: fileOf(shot.nameInTheDark), fullPage });
    }
    await context.close();
  }

  /** Writes all of a local HTML page as a WebP file, which the browser's own protocol can and Playwright cannot. */
  async develop(html: string, width: number): Promise<Buffer> {
    const page = await this.#browser.newPage({ viewport: { width, height: 600 } });
    await page.goto(`file://${html}`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 50 });
    await page.close();
    return Buffer.from(data, "base64");
  }

  async #staffCookies(): ReturnType<BrowserContext["cookies"]> {
    const context = await this.#browser.newContext();
    await signIn(await context.newPage(), this.#site.origin);
    const cookies = await context.cookies();
    await context.close();
    return cookies;
  }

  async #visitor({ width, height = 740, dark = false, firstVisit = false }: Shot): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: dark ? "dark" : "light",
      reducedMotion: "reduce",
      locale: "en-NZ",
      timezoneId: "Pacific/Auckland",
    });
    if (!firstVisit) await context.addInitScript(answerCookieBanner);
    return context;
  }
}

/** Runs in the browser. The banner would cover part of every picture. */
export function answerCookieBanner(): void {
  localStorage.setItem("quadkea-cookie-consent", '{"essential":true,"analytics":false}');
}

export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin-login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("tab").first().waitFor();
}
