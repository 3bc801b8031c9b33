import { join } from "node:path";

import { Resvg } from "@resvg/resvg-js";

import { root } from "../project.mjs";

/** As `resvg` reads no woff2, the same fonts are next to the pages' as TrueType. */
const fontFiles = [600, 700].map((weight) => join(root, `app/shared/fonts/barlow-condensed-${weight}.ttf`));

/** The PNG of a drawing, so many pixels wide. */
export function paint(svg: string, width: number): Buffer {
  const options = {
    fitTo: { mode: "width", value: width },
    font: { fontFiles, loadSystemFonts: false },
  } as const;
  return new Resvg(svg, options).render().asPng();
}
