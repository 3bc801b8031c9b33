import sharp, { type Sharp } from "sharp";

import type { KeptPicture } from "./pictures.ts";

const pixelsMax = 60_000_000;
const white = "#ffffff";

/** Strips all metadata, and converts colours to sRGB. */
export async function reencode(source: Uint8Array | string): Promise<KeptPicture> {
  const picture = sharp(source, { limitInputPixels: pixelsMax, failOn: "error" }).autoOrient();
  const content = await jpeg(picture, 1600);
  return { content, preview: await jpeg(sharp(content), 320) };
}

/** A kept photo as visitors of the site see it: WebP, whole in 800 pixels a side, and cut to 320 by 240 for lists. */
export async function webPicture(photo: Uint8Array): Promise<KeptPicture> {
  const whole = sharp(photo).resize(800, 800, { fit: "inside", withoutEnlargement: true });
  const cut = sharp(photo).resize(320, 240, { fit: "cover" });
  return {
    content: await whole.webp({ quality: 72 }).toBuffer(),
    preview: await cut.webp({ quality: 72 }).toBuffer(),
  };
}

function jpeg(picture: Sharp, side: number): Promise<Buffer> {
  const smaller = picture.resize(side, side, { fit: "inside", withoutEnlargement: true });
  return smaller.flatten({ background: white }).jpeg({ quality: 80 }).toBuffer();
}
