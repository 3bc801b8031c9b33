import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const folder = "assets";

/** The path under which the site serves its font for headings, whose name has a hash; null if it has none. */
export function signFontIn(siteFolder: string): string | null {
  const assets = join(siteFolder, folder);
  const names = existsSync(assets) ? readdirSync(assets) : [];
  const found = names.find((name) => /^barlow-condensed-700-[\w-]+\.woff2$/.test(name));
  return found === undefined ? null : `/${folder}/${found}`;
}
