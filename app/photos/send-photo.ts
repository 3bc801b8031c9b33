import { type Answer, createUpload, readOffset, sendPiece } from "./api/uploads.ts";
import type { KeptPhoto } from "./photo-store.ts";

export type Sent = "received" | "no signal" | "busy" | { readonly problem: string };

export interface Sending {
  readonly uploads: string; // Their address.
  readonly pieceBytes: number;
  readonly onProgress: (offset: number) => void;
}

/** One try: sends what the server lacks, until it has all of it or something fails. */
export async function sendPhoto(photo: KeptPhoto, sending: Sending): Promise<Sent> {
  const upload = `${sending.uploads}/${photo.id}`;
  const { size } = photo.blob;
  let now = await begin(photo, sending.uploads);
  for (let at = offsetIn(now); at !== null; at = offsetIn(now)) {
    sending.onProgress(at);
    now = await sendPiece(upload, at, photo.blob.slice(at, at + sending.pieceBytes));
    const next = offsetIn(now);
    // Only the answer to a piece says that the photo was taken: if that was lost, an empty one asks again.
    if (next === size) return "received";
    if (next === at) return "busy";
    if (isConflict(now)) {
      const there = await readOffset(upload);
      if (offsetIn(there) !== at) now = there;
    }
  }
  return failureIn(now);
}

async function begin(photo: KeptPhoto, uploads: string): Promise<Answer> {
  const { id, shot, blob, wasTried } = photo;
  const known = wasTried ? await readOffset(`${uploads}/${id}`) : null;
  if (known !== null && !isGone(known)) return known;
  const created = await createUpload(uploads, { id, shot, size: blob.size });
  return isGone(created) ? { refused: created.gone } : created;
}

const isGone = (answer: Answer) => typeof answer === "object" && "gone" in answer;
const isConflict = (answer: Answer) => typeof answer === "object" && "conflict" in answer;

const offsetIn = (answer: Answer) =>
  typeof answer === "object" && "offset" in answer ? answer.offset : null;

function failureIn(answer: Answer): Sent {
  if (typeof answer === "string") return answer;
  if ("refused" in answer) return { problem: answer.refused };
  if ("conflict" in answer) return { problem: answer.conflict };
  return "busy"; // The next try tells the server of it again.
}
