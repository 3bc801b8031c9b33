import * as v from "valibot";

import { runJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";

/** A picture as we keep it: two upright JPEGs in sRGB, without place, time or anything else that a camera writes. */
export interface KeptPicture {
  readonly content: Uint8Array; // At most 1,600 pixels a side.
  readonly preview: Uint8Array; // At most 320.
}

const resultSchema = v.nullable(
  v.object({ content: v.instance(Uint8Array), preview: v.instance(Uint8Array) }),
);

const jobFile = new URL("./picture-job.ts", import.meta.url);
const timeoutMs = 15_000;

const beginnings = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s];

/** By its bytes: neither its name nor its type says what it is. */
export function isPicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return beginnings.some((one) => one.test(beginning));
}

interface PictureContext {
  readonly log: Log;
  readonly stopping: AbortSignal;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes a picture in a process of its own, one at a time: the library that reads it takes much memory, and a picture
 * made for that may bring it down. Null if it cannot be read. Rejects if the server stops.
 */
export function keepPicture(context: PictureContext, bytes: Uint8Array): Promise<KeptPicture | null> {
  const turn = last.then(() => reencode(context, bytes));
  last = turn.catch(() => undefined);
  return turn;
}

async function reencode({ log, stopping }: PictureContext, bytes: Uint8Array): Promise<KeptPicture | null> {
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
    return v.parse(resultSchema, await runJob(jobFile, bytes, signal));
  } catch (error) {
    stopping.throwIfAborted();
    log.warn({ err: error }, "a picture could not be re-encoded");
    return null;
  }
}
