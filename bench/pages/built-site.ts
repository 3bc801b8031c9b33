import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { originMarker } from "#domain/wire.ts";

import { Missing } from "../measuring/bench.ts";

export const siteFolder = resolve(import.meta.dirname, "../../build/client");

export function requireBuiltSite(): void {
  if (!existsSync(join(siteFolder, "index.html")))
    throw new Missing("The pages are not built yet: npm run build");
}

/** Its path. */
export function largestAsset(): string {
  const folder = join(siteFolder, "assets");
  const [largest = ""] = readdirSync(folder).toSorted(
    (one, other) => statSync(join(folder, other)).size - statSync(join(folder, one)).size,
  );
  return `/assets/${largest}`;
}

/** A copy of the built files for nginx, every page with the bytes that our server serves for this origin. */
export function copySite(folder: string, siteOrigin: string): void {
  cpSync(siteFolder, folder, { recursive: true });
  const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  for (const page of pages) {
    const file = join(folder, page);
    const content = readFileSync(file, "utf8").replaceAll(originMarker, siteOrigin);
    writeFileSync(file, content);
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
