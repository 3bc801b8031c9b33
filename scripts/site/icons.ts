import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Resvg } from "@resvg/resvg-js";

import { business } from "#domain/business.ts";
import { colours } from "#domain/colours.ts";
import { factMarker } from "#domain/firm/page-facts.ts";

import { root } from "../setup.mjs";

/** Writes the icons that browsers and phones ask for, all from `favicon.svg`, and the manifest that names them. */
export function writeIcons(folder: string): void {
  const icon = readFileSync(join(folder, "favicon.svg"), "utf8");
  // Phones cut their own shape: the picture needs room to the edge, and no corners of its own.
  const full = icon.replace('rx="9" ', "").replace('viewBox="0 0 48 48"', 'viewBox="-7 -7 62 62"');
  const onGreen = full.replace('<rect width="48" height="48"', '<rect x="-7" y="-7" width="62" height="62"');
  const files = {
    "favicon.ico": ico([16, 32, 48].map((size) => ({ size, png: paint(icon, size) }))),
    "apple-touch-icon.png": paint(onGreen, 180),
    "icon-192.png": paint(icon, 192),
    "icon-512.png": paint(icon, 512),
    "icon-maskable-512.png": paint(onGreen, 512),
    "site.webmanifest": JSON.stringify(manifest),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

const png = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: "image/png" });

const manifest = {
  name: factMarker("trading_name"),
  short_name: factMarker("trading_name"),
  description: business.tagline,
  lang: "en-NZ",
  start_url: "/",
  display: "minimal-ui",
  background_color: colours.surface,
  theme_color: colours.brand,
  icons: [
    // A browser that can takes the drawing, which is a tenth of the pictures.
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
    png("/icon-192.png", 192),
    png("/icon-512.png", 512),
    { ...png("/icon-maskable-512.png", 512), purpose: "maskable" },
  ],
};

interface IcoImage {
  readonly size: number;
  readonly png: Buffer;
}

/** An ICO file: a header, one entry of 16 bytes for each image, then the images as they are. */
function ico(images: readonly IcoImage[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { size, png: image }] of images.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(size, entry);
    header.writeUInt8(size, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(image.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images.map(({ png: image }) => image)]);
}

/** As `resvg` reads no woff2, the same font is next to the pages' as TrueType. */
const fontFiles = [join(root, "app/shared/fonts/barlow-condensed-700.ttf")];

/** The PNG of a drawing, so many pixels wide. */
export function paint(svg: string, width: number): Buffer {
  const options = {
    fitTo: { mode: "width", value: width },
    font: { fontFiles, loadSystemFonts: false },
  } as const;
  return new Resvg(svg, options).render().asPng();
}
