import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

import { Missing } from "../measuring/bench.ts";

export const builtSiteFolder = resolve(import.meta.dirname, "../../build/client");

export function requireBuiltSite(): void {
  if (!existsSync(join(builtSiteFolder, "index.html")))
    throw new Missing("The pages are not built yet: npm run build");
}

/** A copy of the built files for nginx, its home page with the text that our server serves. */
export function copySite(folder: string, homePage: string): void {
  cpSync(builtSiteFolder, folder, { recursive: true });
  const file = join(folder, "index.html");
  writeFileSync(file, homePage);
  writeFileSync(`${file}.gz`, gzipSync(homePage, { level: 9 }));
}
