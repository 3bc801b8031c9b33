import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes `sitemap.xml` from the built pages: the canonical address of each that search engines may show. */
export function writeSitemap(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = names
    .filter((name) => name.endsWith(".html"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const addresses = pages.filter((page) => !page.includes('content="noindex"')).map(canonicalOf);
  const entries = [...new Set(addresses)].toSorted().map((address) => `  <url><loc>${address}</loc></url>\n`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("")}</urlset>
`;
  writeFileSync(join(folder, "sitemap.xml"), sitemap);
}

function canonicalOf(page: string): string {
  const address = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error("A built page has no canonical address");
  return address;
}
