import sharp, { type Sharp } from "sharp";
import * as v from "valibot";

import { serveJob } from "#server/platform/jobs/job.ts";

import type { KeptPicture } from "./pictures.ts";

const pixelsMax = 60_000_000;
const memoryMax = 512 * 1024 * 1024;
const white = "#ffffff";

sharp.concurrency(1);
sharp.cache(false);
// Other readers have had more faults, and no phone sends what they read.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});

// Only pictures.ts sends orders.
serveJob(async (order, stopping) => {
  const end = () => process.exit(1);
  stopping.addEventListener("abort", end);
  setInterval(() => process.memoryUsage.rss() > memoryMax && end(), 50);
  return reencode(v.parse(v.instance(Uint8Array), order)).catch(() => null);
});

/** Without a call that keeps metadata: nothing of it stays, and colours become sRGB. */
async function reencode(bytes: Uint8Array): Promise<KeptPicture> {
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: "error" }).autoOrient();
  const content = await jpeg(picture, 1600);
  return { content, preview: await jpeg(sharp(content), 320) };
}

function jpeg(picture: Sharp, side: number): Promise<Buffer> {
  const smaller = picture.resize(side, side, { fit: "inside", withoutEnlargement: true });
  return smaller.flatten({ background: white }).jpeg({ quality: 80 }).toBuffer();
}
