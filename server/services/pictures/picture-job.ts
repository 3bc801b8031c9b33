import sharp from "sharp";
import * as v from "valibot";

import { serveJob } from "#server/platform/jobs/job.ts";

import type { PictureProblem, Reencoded } from "./pictures.ts";
import { reencode } from "./reencode.ts";

const memoryMax = 512 * 1024 * 1024;

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

const end = () => process.exit(1);
setInterval(() => process.memoryUsage.rss() > memoryMax && end(), 50).unref();

// Only pictures.ts sends orders.
serveJob(async (order, stopping): Promise<Reencoded> => {
  stopping.addEventListener("abort", end);
  const source = v.parse(orderSchema, order);
  return reencode(source instanceof Uint8Array ? source : source.file).then(
    (ok) => ({ ok }),
    (error: unknown) => ({ refusal: problemOf(error) }),
  );
});

function problemOf(error: unknown): PictureProblem {
  const words = String(error);
  if (/pixel limit/i.test(words)) return "large";
  return /premature end|truncated|end of stream|unexpected end|read error/i.test(words)
    ? "cut"
    : "unreadable";
}
