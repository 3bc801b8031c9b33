import sharp, { type Sharp } from "sharp";
import * as v from "valibot";

import { serveJob } from "#server/platform/jobs/job.ts";

import type { KeptPicture, PictureProblem, Reencoded } from "./pictures.ts";

const pixelsMax = 60_000_000;
const memoryMax = 512 * 1024 * 1024;
const white = "#ffffff";

sharp.concurrency(1);
sharp.cache(false);
// Other readers have had more faults, and no phone sends what they read.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp"].flatMap((format) => [
    `VipsForeignLoad${format}Buffer`,
    `VipsForeignLoad${format}File`,
  ]),
});

const orderSchema = v.union([v.instance(Uint8Array), v.object({ file: v.string() })]);

// Only pictures.ts sends orders.
serveJob(async (order, stopping): Promise<Reencoded> => {
  const end = () => process.exit(1);
  stopping.addEventListener("abort", end);
  setInterval(() => process.memoryUsage.rss() > memoryMax && end(), 50);
  const source = v.parse(orderSchema, order);
  return reencode(source instanceof Uint8Array ? source : source.file).then(
    (ok) => ({ ok }),
    (error: unknown) => ({ refusal: problemOf(error) }),
  );
});

/** Without a call that keeps metadata: nothing of it stays, and colours become sRGB. */
async function reencode(source: Uint8Array | string): Promise<KeptPicture> {
  const picture = sharp(source, { limitInputPixels: pixelsMax, failOn: "error" }).autoOrient();
  const content = await jpeg(picture, 1600);
  return { content, preview: await jpeg(sharp(content), 320) };
}

function jpeg(picture: Sharp, side: number): Promise<Buffer> {
  const smaller = picture.resize(side, side, { fit: "inside", withoutEnlargement: true });
  return smaller.flatten({ background: white }).jpeg({ quality: 80 }).toBuffer();
}

function problemOf(error: unknown): PictureProblem {
  const words = String(error);
  if (/pixel limit/i.test(words)) return "large";
  return /premature end|truncated|end of stream|unexpected end|read error/i.test(words)
    ? "cut"
    : "unreadable";
}
