import { brotliCompressSync } from "node:zlib";

import type { Browser } from "@playwright/test";

interface Visit {
  /** Compressed, with headers. */
  readonly bytes: number;
  /** Of parts in stock; they count besides. */
  readonly photos: number;
  readonly scriptBytes: number;
  readonly scripts: readonly string[];
  readonly hosts: readonly string[];
}

/** What a browser with an empty cache fetches until scripts have run and nothing more comes. */
export async function coldVisit(browser: Browser, origin: string, path: string): Promise<Visit> {
  const page = await browser.newPage();
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const sizes = new Map<string, number>();
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  const [scriptIds, photoIds] = [new Set<string>(), new Set<string>()];
  const hosts = new Set<string>();
  network.on("Network.requestWillBeSent", ({ requestId, type, request }) => {
    if (type === "Script") scriptIds.add(requestId);
    if (request.url.includes("/stock/photo/")) photoIds.add(requestId);
    if (!request.url.startsWith("data:")) hosts.add(new URL(request.url).origin);
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
  const weighed = [...sizes].filter(([id]) => !photoIds.has(id));
  const visit = {
    bytes: weighed.reduce((sum, [, size]) => sum + size, 0),
    photos: photoIds.size,
    scriptBytes: files + brotliCompressSync(inline).length,
    scripts: await Promise.all(scripts),
    hosts: [...hosts],
  };
  await page.close();
  return visit;
}
