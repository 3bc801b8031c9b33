import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A rule that holds the font for headings, which the build named after its content; null without built pages. */
export function signFontIn(folder: string): string | null {
  const font = assetIn(folder, /^barlow-condensed-700-[\w-]+\.woff2$/);
  if (font === null) return null;
  const source = `data:font/woff2;base64,${readFileSync(join(folder, font)).toString("base64")}`;
  return `@font-face{font-family:Barlow Condensed;font-weight:600 700;src:url(${source})format("woff2")}`;
}

/** The address of a script of a deal's pages, which the build named after its content; null without a build. */
export function scriptIn(folder: string, script: "photos" | "send-on"): string | null {
  return assetIn(folder, new RegExp(`^deal-${script}-[\\w-]+\\.js$`));
}

function assetIn(folder: string, pattern: RegExp): string | null {
  const assets = join(folder, "assets");
  const names = existsSync(assets) ? readdirSync(assets) : [];
  const name = names.find((one) => pattern.test(one));
  return name === undefined ? null : `/assets/${name}`;
}
