import { open } from "node:fs/promises";

import { photosMost } from "#domain/deals/photos.ts";
import type { Outcome } from "#domain/outcome.ts";
import { DatabaseUnavailable } from "#server/platform/database/database.ts";
import { hasCode } from "#server/platform/files/files.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { NoRoom } from "#server/services/disk/disk-space.ts";
import { PhotosUnreachable } from "#server/services/photos/photo-store.ts";
import { PictureLate, type PictureProblem } from "#server/services/pictures/pictures.ts";
import type { Services } from "#server/services/services.ts";

/** For each link, those that are refused included. */
export const triesPerHour = 60;

/** The SHA-256 of the photo that is kept. */
export type PhotoOutcome = Outcome<string, Refusal>;

/** In text for the person who sent a photo. */
export const photoRefusals = {
  looked: {
    status: 409,
    message: "We have looked at this photo already. Ring us, and we take it out.",
  },
  inLine: {
    status: 409,
    message:
      "A line of the quote shows this photo. Take it off the line; a quote that was sent keeps its photos.",
  },
  noPhoto: { status: 404, message: "There is no such photo" },
  missing: { status: 404, message: "There is no such request any more. Ring us if that is wrong." },
  empty: { status: 400, message: "No photo came with it. Choose one, then send it." },
  noMore: { status: 409, message: "We need no more photos. Ring us if there is something to show us." },
  tooMany: {
    status: 409,
    message: `We have ${photosMost} photos of this, which is the most we can take here. Ring us if another one matters more.`,
  },
  tooLarge: {
    status: 413,
    message:
      "This photo is larger than 12 MB. Take it again with the camera’s normal setting, or send a screenshot of it.",
  },
  notShown: {
    status: 503,
    message: "Our server can’t show photos right now. Try again in a few minutes.",
    retryAfterSeconds: 60,
  },
  busy: {
    status: 503,
    message: "Other photos are waiting for our server. Nothing is lost: try again in a minute.",
    retryAfterSeconds: 60,
  },
  notNow: {
    status: 503,
    message: "Our server can’t take photos right now. Nothing is lost: try again in a few minutes.",
    retryAfterSeconds: 60,
  },
} as const satisfies Readonly<Record<string, Refusal>>;

export function tooManyTries(retryAfterSeconds: number): Refusal {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message = `That was ${triesPerHour} photos in an hour, which is the most we can look at. Go on in ${minutes} min, or ring us.`;
  return { status: 429, message, retryAfterSeconds };
}

/** Mistakes of a client of the upload protocol. */
export const uploadRefusals = {
  otherVersion: { status: 412, message: "Tus-Resumable must be 1.0.0" },
  noLength: { status: 400, message: "Upload-Length must be the number of bytes" },
  missing: { status: 404, message: "There is no such upload." },
  notReadable: { status: 405, message: "An upload can’t be read back or deleted" },
  otherPhoto: { status: 409, message: "This id belongs to another photo." },
  otherOffset: { status: 409, message: "Upload-Offset is not where this upload goes on" },
  tooMuch: { status: 413, message: "More bytes came than Upload-Length says" },
} as const satisfies Readonly<Record<string, Refusal>>;

const problems: Readonly<Record<PictureProblem, string>> = {
  large:
    "This photo has more than 60 million pixels. Take it again with the camera’s normal setting, or send a screenshot of it.",
  heavy:
    "This photo is too large for us: our server has no room for it. Send it smaller: take it again with the camera’s normal setting, or send a screenshot of it.",
  cut: "A part of this photo is missing. Choose it again, or take it again.",
  unreadable: "This file can’t be read as a photo. Send a photo as JPEG, PNG or WebP.",
};

/** Files that people send and that we don't read as a photo, by their first bytes. */
const others: readonly (readonly [RegExp, string])[] = [
  [
    /^.{4}ftyp(?:hei|hev|mif1|msf1)/s,
    "This is a HEIC photo. Your phone can send it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible, and take it again. Or send a screenshot of it.",
  ],
  [/^.{4}ftypavi/s, "This is an AVIF picture. Send it as JPEG, PNG or WebP: a screenshot of it does."],
  [
    /^.{4}(?:ftyp|moov|mdat|wide)|^.E\xdf\xa3|^RIFF.{4}AVI/s,
    "This is a video. Send a photo instead: stop the video where it shows best and take a screenshot.",
  ],
  [
    /^%PDF|^PK|^\xd0\xcf.\xe0|^\{\\rtf/,
    "This is a document, not a photo. Send a photo here, and e-mail the document to us.",
  ],
  [
    /^GIF8|^BM|^II\*|^MM.\*|^\s*<(?:svg|\?xml)/s,
    "We can’t use this kind of picture. Send it as JPEG, PNG or WebP: a screenshot of it does.",
  ],
];

/** Says what is wrong with a file that could not be re-encoded, and what helps. */
export async function wordsForFile(file: string, problem: PictureProblem): Promise<Refusal> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0);
    const beginning = buffer.subarray(0, bytesRead).toString("latin1");
    const known = others.find(([form]) => form.test(beginning))?.[1];
    return { status: 422, message: known ?? problems[problem] };
  } finally {
    await handle.close();
  }
}

/** Makes sure that a failure on our side costs nobody a photo: it is kept as far as it came. */
export async function unlessUnable<Result>(
  { pictures: { log, stopping } }: Pick<Services, "pictures">,
  work: () => Promise<Result>,
): Promise<Result | { readonly refusal: Refusal }> {
  try {
    return await work();
  } catch (error) {
    const isForeseen =
      stopping.aborted ||
      isCut(error) ||
      error instanceof DatabaseUnavailable ||
      error instanceof NoRoom ||
      error instanceof PhotosUnreachable || // Notices and the log have it already.
      error instanceof PictureLate;
    log[isForeseen ? "info" : "error"]({ err: error }, "a photo could not be kept now");
    return { refusal: photoRefusals.notNow };
  }
}

/** True if the connection of the sender broke, or was ended by us. */
export function isCut(error: unknown): boolean {
  return hasCode(error, "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE");
}
