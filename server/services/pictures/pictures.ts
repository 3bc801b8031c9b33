import * as v from "valibot";

import type { Outcome } from "#domain/outcome.ts";
import { JobKilled, keepJob } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { type Slot, PictureQueue } from "./picture-queue.ts";

/** A picture as we keep it: two upright JPEGs in sRGB, without place, time or anything else that a camera writes. */
export interface KeptPicture {
  readonly content: Uint8Array; // At most 1,600 pixels a side.
  readonly preview: Uint8Array; // At most 320.
}

const problems = ["large", "heavy", "cut", "unreadable"] as const;
/** More than 60 million pixels, too much memory or processor time, without its end, or no picture that we read. */
export type PictureProblem = (typeof problems)[number];

export type Reencoding = Outcome<KeptPicture, PictureProblem>;

const resultSchema = v.union([
  v.object({ ok: v.object({ content: v.instance(Uint8Array), preview: v.instance(Uint8Array) }) }),
  v.object({ refusal: v.picklist(problems) }),
]);

const timeoutMs = 30_000;
const waitMs = 10_000;
const runPictureJob = keepJob(new URL("./picture-job.ts", import.meta.url), waitMs);

const beginnings = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s];

/** By its bytes: neither its name nor its type says what it is. */
export function isPicture(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  return beginnings.some((one) => one.test(beginning));
}

export interface PictureContext {
  readonly log: Pick<Log, "warn">;
  readonly stopping: AbortSignal;
}

/** Bytes, or a file: of a large one, the server itself then needs no memory. Or a photo that we keep, for the site. */
type Picture = Uint8Array | { readonly file: string } | { readonly photo: Uint8Array };

const queue = new PictureQueue();
const ours: Slot = { link: null };
/** In turn with links: anybody may send mails with many pictures. */
const mails: Slot = { link: "mails" };
const site: Slot = { link: "site" };

/** Does work that holds a place in the queue, for its turn in `reencodePicture`. Null if there is none. */
export async function withPlace<Result>(place: Slot, work: () => Promise<Result>): Promise<Result | null> {
  if (!queue.enter(place)) return null;
  try {
    return await work();
  } finally {
    queue.leave(place);
  }
}

/**
 * Re-encodes a picture in a process of its own, one at a time: the library that reads it takes much memory, and a picture
 * made for that may bring it down. Rejects with PictureLate if it took too long, or if the server stops or cannot start
 * processes.
 */
export function reencodePicture(context: PictureContext, source: Picture, place = ours): Promise<Reencoding> {
  return queue.inTurn(place, () => reencode(context, source));
}

/** The machine was too busy for it: the picture may be a good one. */
export class PictureLate extends Error {
  override readonly name = "PictureLate";
}

/** Returns null if it cannot be read, or not in time. Rejects if the server stops, or cannot start processes. */
export async function keepPicture(context: PictureContext, bytes: Uint8Array): Promise<KeptPicture | null> {
  try {
    const outcome = await reencodePicture(context, bytes, mails);
    return "ok" in outcome ? outcome.ok : null;
  } catch (error) {
    if (error instanceof PictureLate) return null;
    throw error;
  }
}

/** Makes a photo that we keep into WebP for the site: `content` whole and at most 800 pixels, `preview` 320 by 240. */
export async function webPicture(context: PictureContext, photo: Uint8Array): Promise<KeptPicture | null> {
  const outcome = await reencodePicture(context, { photo }, site);
  return "ok" in outcome ? outcome.ok : null;
}

/** A process that ended is given a second chance: the machine may have been short of memory. */
async function reencode(context: PictureContext, source: Picture, isLast = false): Promise<Reencoding> {
  const { log, stopping } = context;
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return v.parse(resultSchema, await runPictureJob(source, AbortSignal.any([stopping, late])));
  } catch (error) {
    stopping.throwIfAborted();
    if (!isLast) return reencode(context, source, true);
    if (late.aborted) throw new PictureLate("A picture took too long to re-encode", { cause: error });
    // The process could not be started, which is not the picture's fault.
    if (error instanceof Error && "syscall" in error) throw error;
    log.warn({ err: error }, "a picture could not be re-encoded");
    // Killed for the memory or time that it took: that says nothing about what the file is.
    return { refusal: error instanceof JobKilled ? "heavy" : "unreadable" };
  }
}
