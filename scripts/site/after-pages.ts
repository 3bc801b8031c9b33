import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

import { runnerImport } from "vite";

import { type SocialImage, socialImages, socialImageSize } from "#app/shared/document/page-meta.ts";

import { root } from "../setup.mjs";
import { buildBrowserScripts, buildFormRenderer, buildPhotoScripts } from "./browser-scripts.ts";
import { paint, writeIcons } from "./icons.ts";
import { prunePageStyles } from "./page-styles.ts";
import { moveStockedPages, writeStockedPages } from "./stocked-pages.ts";
import { addTitleFonts } from "./title-font.ts";

// What the build does after React Router: writes what the built pages refer to, and compresses.
const builtPages = join(root, "build/client");
// React Router's page for a host without our server, and the renderer it prerendered with.
rmSync(join(builtPages, "__spa-fallback.html"), { force: true });
rmSync(join(root, "build/server"), { recursive: true, force: true });
writeStockedPages(builtPages);
await buildBrowserScripts(builtPages);
await buildPhotoScripts(builtPages);
await buildFormRenderer(join(builtPages, "../forms"));
prunePageStyles(builtPages);
await addTitleFonts(builtPages);
moveStockedPages(builtPages);
writeIcons(builtPages);
writeSitemap(builtPages);
await writeSocialImages(builtPages);
await compressFiles(builtPages);

/** Writes `sitemap.xml` from the built pages: the canonical address of each that search engines may show. */
function writeSitemap(folder: string): void {
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

type Pictures = typeof import("./social-picture.tsx");

/** Writes one picture for each kind of page. The drawings are components, which Node alone cannot read. */
async function writeSocialImages(folder: string): Promise<void> {
  const file = join(root, "scripts/site/social-picture.tsx");
  const { module } = await runnerImport<Pictures>(file, { configFile: false, root, logLevel: "error" });
  mkdirSync(join(folder, "social"), { recursive: true });
  for (const kind of Object.keys(socialImages) as SocialImage[]) {
    writeFileSync(
      join(folder, "social", `${kind}.png`),
      paint(module.socialPicture(kind), socialImageSize.width),
    );
  }
}

/** Leaves a .br next to each file. Pages are filled in when the server starts, and compressed after that. */
async function compressFiles(folder: string): Promise<void> {
  const compressible = new Set([".js", ".css", ".svg", ".json"]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, best));
    }),
  );
}
