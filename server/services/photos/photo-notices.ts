import type { Notice } from "#domain/notice.ts";
import { formatNzShortDateTime } from "#domain/nz-time.ts";

import { markFileName } from "./photo-store.ts";

export type PhotoWork = "write" | "read" | "remove";

export interface Failure {
  readonly since: Date;
  readonly problem: string;
}

/** Why we leave a place alone. */
export const placeProblems = {
  ofAnother: `PHOTOS names the photos of another installation: correct it. If LINK_SECRET was changed on purpose, remove ${markFileName} there.`,
  gone: `The file ${markFileName} has gone from the place of the photos. Is the disk still mounted?`,
  strange: "Where PHOTOS points, there are photos, but none of ours. Is PHOTOS what it was?",
} as const;

const effects: Readonly<Record<PhotoWork, readonly [what: string, words: string]>> = {
  write: [
    "kept",
    "Customers read that our server can’t take photos right now, and that nothing is lost: their phones keep the photos and try again.",
  ],
  read: ["shown", "Pages of records, quotes and customers have gaps where photos should be."],
  remove: ["removed", "The files of erased photos go as soon as it works."],
};

export function problemNotice(failures: readonly (readonly [PhotoWork, Failure])[], now: Date): Notice {
  const whats = failures.map(([work]) => effects[work][0]).join(" or ");
  const since = failures.map((one) => one[1].since).toSorted((a, b) => a.getTime() - b.getTime());
  const problems = new Set(failures.map(([, { problem }]) => problem));
  const words = failures.map(([work]) => effects[work][1]);
  return {
    id: "photos",
    severity: "danger",
    title: `Photos cannot be ${whats} since ${formatNzShortDateTime(since[0] ?? now, now)}.`,
    words: [...problems, ...words, `Tell the person who runs the server (docs/operate.md).`].join(" "),
  };
}

export function missingNotice(reference: string): Notice {
  return {
    id: "photos-missing",
    severity: "danger",
    title: "Photos are missing.",
    words:
      `The file of a photo of ${reference} is not where PHOTOS points. Tell the person who runs the server now: the disk ` +
      "may not be mounted, PHOTOS may be wrong, or files were removed (docs/operate.md). New photos are kept where it points.",
  };
}
