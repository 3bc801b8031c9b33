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

function jpeg(picture: Sharp, side: number): Promise<Buffer> {
  const smaller = picture.resize(side, side, { fit: "inside", withoutEnlargement: true });
  return smaller.flatten({ background: white }).jpeg({ quality: 80 }).toBuffer();
}
