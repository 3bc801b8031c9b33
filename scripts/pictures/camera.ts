import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { type Browser, chromium, type Page } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "#tests/browser.ts";
import { admin } from "#tests/browser/site-process.ts";

/** One picture of one page, as one visitor sees it. */
export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  /** Of the window; without one the whole page is in the picture. */
  readonly height?: number;
  readonly dark?: boolean;
  readonly signedIn?: boolean;
}

/** Takes pictures of a running site with one browser, and leaves them in a folder. */
export class Camera {
  readonly browser: Browser;
  readonly #origin: string;

  private constructor(browser: Browser, origin: string) {
    this.browser = browser;
    this.#origin = origin;
  }

  static async open(origin: string): Promise<Camera> {
    const args = [...chromiumFlags, "--allow-file-access-from-files"];
    return new Camera(await chromium.launch({ executablePath: chromiumPath(), args }), origin);
  }

  /** Writes the picture of a page as a PNG file of that name. */
  async take({ name, path, width, height, dark, signedIn }: Shot, folder: string): Promise<void> {
    const context = await this.browser.newContext({
      viewport: { width, height: height ?? 740 },
      colorScheme: dark === true ? "dark" : "light",
      reducedMotion: "reduce",
      locale: "en-NZ",
      timezoneId: "Pacific/Auckland",
      baseURL: this.#origin,
    });
    await context.addInitScript(answerCookieBanner);
    const page = await context.newPage();
    if (signedIn === true) await signIn(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: height === undefined });
    await context.close();
  }

  /** Hangs pictures of a folder on one sheet, a WebP file, which the browser's own protocol can write and Playwright cannot. */
  async hang(
    pictures: readonly { readonly name: string; readonly width: number }[],
    folder: string,
    file: string,
  ) {
    const items = pictures.map(
      ({ name, width }) => `<li>${name}<img src="${name}.png" width="${width}" alt=""></li>`,
    );
    const html = join(folder, "sheet.html");
    writeFileSync(
      html,
      `<!doctype html><meta charset="utf-8"><style>${style}</style><ul>${items.join("")}</ul>`,
    );
    const page = await this.browser.newPage({ viewport: { width: 1800, height: 600 } });
    await page.goto(`file://${html}`);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: 1800, height });
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 50 });
    await page.close();
    writeFileSync(file, Buffer.from(data, "base64"));
    console.log(`${file}: ${pictures.length} pictures`);
  }
}

const style = `
  body { margin: 0; padding: 20px; background: #9a9f93; font: 15px "Liberation Sans", Arial, sans-serif }
  ul { margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 20px; align-items: flex-start; list-style: none }
  li { display: grid; gap: 6px } img { display: block }`;

/** Runs in the browser. The banner would cover part of every picture. */
export function answerCookieBanner(): void {
  localStorage.setItem("quadkea-cookie-consent", '{"essential":true,"analytics":false}');
}

export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin-login");
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("tab").first().waitFor();
}
