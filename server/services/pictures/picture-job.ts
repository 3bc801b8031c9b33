import sharp from "sharp";
import * as v from "valibot";

import { serveJob } from "#server/platform/jobs/job.ts";

import type { KeptPicture, PictureProblem, Reencoding } from "./pictures.ts";
import { reencode, webPicture } from "./reencode.ts";

const memoryMax = 512 * 1024 * 1024;
/** A photo of 60 megapixels takes 3 seconds. */
const processorMaxMs = 12_000;

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

const orderSchema = v.union([
  v.instance(Uint8Array),
  v.object({ file: v.string() }),
  v.object({ photo: v.instance(Uint8Array) }),
]);

/** Ends as the system ends a process when memory is short: the server knows both by the signal. */
const end = () => process.kill(process.pid, "SIGKILL");
let began = process.cpuUsage();
setInterval(() => isTooMuch() && end(), 50).unref();

// Only pictures.ts sends orders.
serveJob(async (order, stopping): Promise<Reencoding> => {
  began = process.cpuUsage();
  stopping.addEventListener("abort", end);
  const source = v.parse(orderSchema, order);
  return pictureOf(source).then(
    (ok) => ({ ok }),
    (error: unknown) => ({ refusal: problemOf(error) }),
  );
});

function pictureOf(order: v.InferOutput<typeof orderSchema>): Promise<KeptPicture> {
  if (order instanceof Uint8Array) return reencode(order);
  return "photo" in order ? webPicture(order.photo) : reencode(order.file);
}

/** By the processor's time: on a busy machine, a good picture may take long by the clock. */
function isTooMuch(): boolean {
  const { user, system } = process.cpuUsage(began);
  return process.memoryUsage.rss() > memoryMax || user + system > processorMaxMs * 1000;
}

function problemOf(error: unknown): PictureProblem {
  const words = String(error);
  if (/pixel limit/i.test(words)) return "large";
  return /premature end|truncated|end of stream|unexpected end|read error/i.test(words)
    ? "cut"
    : "unreadable";
}
