import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import * as v from "valibot";

import { expect, pagesTest as test } from "./site.ts";

const client = join(import.meta.dirname, "../../build/client");
const deskBar = 250_000;

const part = v.object({ module: v.string(), imports: v.optional(v.array(v.string()), []) });
const manifestSchema = v.object({ entry: part, routes: v.record(v.string(), part) });

/** The scripts that routes load: their own, and what these import. */
function scriptsOf(isWanted: (route: string) => boolean): Set<string> {
  const assets = join(client, "assets");
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const [, json = ""] = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, name), "utf8")) ?? [];
  const { entry, routes } = v.parse(manifestSchema, JSON.parse(json));
  const wanted = Object.entries(routes).filter(([route]) => route === "root" || isWanted(route));
  const parts = [entry, ...wanted.map(([, loaded]) => loaded)];
  return new Set([`/assets/${name}`, ...parts.flatMap(({ module, imports }) => [module, ...imports])]);
}

const isDesk = (route: string) => route.startsWith("desk/");

test("the scripts of the desk fit into 250 kB, and public pages load none of its own", async ({ page }) => {
  const desk = scriptsOf(isDesk);
  const bytes = [...desk].map((path) => brotliCompressSync(readFileSync(join(client, path))).length);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(deskBar);

  const shared = scriptsOf((route) => !isDesk(route));
  const deskOnly = [...desk].filter((path) => !shared.has(path));
  expect(deskOnly.length).toBeGreaterThan(10);
  for (const path of shared) {
    if (path.includes("/manifest-")) continue;
    const text = readFileSync(join(client, path), "utf8");
    expect(deskOnly.filter((own) => text.includes(own.replace("/assets/", "")))).toEqual([]);
  }

  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  for (const path of ["/", "/contact"]) {
    await page.goto(path);
    await expect.poll(() => loaded.some((one) => one.includes("/entry.client-"))).toBe(true);
    await page.waitForLoadState("networkidle");
  }
  expect(loaded.filter((path) => deskOnly.includes(path))).toEqual([]);
});
