import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import subsetFont from "subset-font";

import { firm } from "#domain/firm.ts";

import { root } from "../setup.mjs";
import { styleElement } from "./short-classes.ts";

const signFont = readFileSync(join(root, "app/shared/fonts/barlow-condensed-700.ttf"));

/** What a server sends before it waits for the first acknowledgement: ten packets (RFC 6928), without our headers. */
const firstFlight = 13_650;

/**
 * Puts the letters of each page's title and of the logo into its style sheet, as the font "Title sign": about 2 KB. They are
 * there at the first paint, and nothing in them moves when the whole font arrives. Not into a page that would then take a
 * round trip more: it uses the font if it is at hand, and is not laid out twice.
 */
export async function addTitleFonts(folder: string): Promise<void> {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const file = join(folder, name);
    const page = readFileSync(file, "utf8");
    const face = await titleFace(titleOf(page));
    const filled = page.replace(styleElement, (styles) => face + styles);
    const isOfDesk = name.startsWith("admin"); // Its scripts come later anyway.
    const isShort = isOfDesk || brotliCompressSync(filled).length <= firstFlight;
    writeFileSync(file, isShort ? filled : page.replace("font-display:swap", "font-display:optional"));
  }
}

function titleOf(page: string): string {
  const title = /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1] ?? "";
  return title
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

async function titleFace(title: string): Promise<string> {
  const letters = await subsetFont(signFont, firm.trading_name + title, { targetFormat: "woff2" });
  const source = `data:font/woff2;base64,${letters.toString("base64")}`;
  return `@font-face{font-family:Title sign;font-weight:600 700;src:url(${source})format("woff2")}`;
}
