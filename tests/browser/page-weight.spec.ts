import { brotliCompressSync } from "node:zlib";

import type { Browser } from "@playwright/test";

import { publicPaths } from "./public-pages.ts";
import { expect, pagesTest as test } from "./site.ts";

/** One of each kind, and the heaviest of its kind. */
const formPaths = ["/request-quote", "/contact", "/sell-vehicle"];
const otherPaths = ["/", "/thanks", "/faq", "/privacy", "/parts/motorcycle", "/brands/honda"];
const bars = { page: 45_000, scripts: 5_000, formPage: 160_000 };

interface Visit {
  /** Compressed, with headers. */
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly scripts: readonly string[];
}

/** What a browser with an empty cache fetches until scripts have run and nothing more comes. */
async function coldVisit(browser: Browser, origin: string, path: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  const sizes = new Map<string, number>();
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  const scriptIds = new Set<string>();
  network.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type === "Script") scriptIds.add(requestId);
  });
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  await page.goto(origin + path);
  await page.getByRole("region", { name: "Cookies", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  const inline = await page
    .locator("script:not([src])")
    .evaluateAll((all) => all.map(({ textContent }) => textContent).join("\n"));
  const files = [...scriptIds].reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  const visit = {
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    scriptBytes: files + brotliCompressSync(inline).length,
    scripts: await Promise.all(scripts),
  };
  await context.close();
  return visit;
}

const hasReact = (script: string) => script.includes("react.fragment");

test("a first visit weighs at most 45 kB, 5 kB of it scripts, and fetches no React; 160 kB with a form", async ({
  browser,
  site,
}) => {
  const visits: [string, Visit][] = [];
  for (const path of [...formPaths, ...otherPaths]) {
    visits.push([path, await coldVisit(browser, site.origin, path)]);
  }
  for (const [path, { bytes, scriptBytes, scripts }] of visits) {
    const hasForm = formPaths.includes(path);
    expect.soft(scripts.some(hasReact), path).toBe(hasForm);
    expect.soft(bytes, path).toBeLessThanOrEqual(hasForm ? bars.formPage : bars.page);
    if (!hasForm) expect.soft(scriptBytes, path).toBeLessThanOrEqual(bars.scripts);
  }
  if (process.env["SHOW_WEIGHT"] !== undefined) {
    for (const [path, { bytes, scriptBytes }] of visits) console.log(path, bytes, scriptBytes);
  }
});

/** The sign's font, which every page carries (decision 020), compressed. */
const fontBytes = 8_700;

/** What a server sends before it waits for the first acknowledgement: ten packets (RFC 6928), one header less on http. */
const firstFlight = 10 * 1460 - "strict-transport-security: max-age=63072000\r\n".length;

/** Status line, headers and compressed body of a page, in bytes. */
async function responseBytes(address: string): Promise<number> {
  const { headers } = await fetch(address, { headers: { "accept-encoding": "br" } });
  const head = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 200 OK\r\n${head}\r\n`.length + Number(headers.get("content-length"));
}

test("every page but for its font fits into the first flight of packets, with its headers", async ({
  site,
}) => {
  for (const path of publicPaths) {
    // The first visitor after a start gets a quicker, larger compression.
    await expect
      .poll(() => responseBytes(site.origin + path), path)
      .toBeLessThanOrEqual(firstFlight + fontBytes);
  }
});
