import { pieceBytes as pieces } from "#domain/deals/photos.ts";

export interface PhotoToSend {
  readonly id: string;
  readonly shot: string; // Empty if it belongs to no shot.
  readonly bytes: ArrayBuffer;
  readonly wasTried: boolean; // The server may have some of it.
}

/** Result of one try. `busy`: our server answers, but not now. A problem says why the photo was refused. */
export type UploadResult = "received" | UploadFailure;

type UploadFailure = "no signal" | "busy" | { readonly problem: string };

class NotSent extends Error {
  readonly why: UploadFailure;

  constructor(why: UploadFailure) {
    super();
    this.why = why;
  }
}

/** Returns what sends photos in pieces, smaller ones after each failure without signal. */
export function sendingTo(uploads: string) {
  let bytesOfPiece: number = pieces.most;
  return async (photo: PhotoToSend, onProgress: (percent: number) => void): Promise<UploadResult> => {
    const sent = await sendPhoto(photo, {
      uploads,
      pieceBytes: bytesOfPiece,
      onProgress: (offset) => onProgress(Math.floor((100 * offset) / photo.bytes.byteLength)),
    });
    if (sent === "no signal") bytesOfPiece = Math.max(pieces.least, bytesOfPiece / 2);
    return sent;
  };
}

interface UploadOptions {
  readonly uploads: string;
  readonly pieceBytes: number;
  readonly onProgress: (offset: number) => void;
}

/** Sends what the server lacks (tus 1.0.0), until it has all of it or something fails. */
async function sendPhoto(photo: PhotoToSend, sending: UploadOptions): Promise<UploadResult> {
  try {
    return await sendPieces(photo, sending);
  } catch (error) {
    if (error instanceof NotSent) return error.why;
    throw error;
  }
}

async function sendPieces(
  photo: PhotoToSend,
  { uploads, pieceBytes, onProgress }: UploadOptions,
): Promise<UploadResult> {
  const { id, bytes, wasTried } = photo;
  const upload = `${uploads}/${id}`;
  await begin(photo, uploads);
  let at = wasTried ? await readOffset(upload) : 0;
  for (;;) {
    onProgress(at);
    const headers = { "upload-offset": String(at), "content-type": "application/offset+octet-stream" };
    const piece = bytes.slice(at, at + pieceBytes);
    const response = await call(upload, { method: "PATCH", headers, body: piece }, pieceMs);
    if (response.status === 409) {
      const there = await readOffset(upload);
      if (there !== at) {
        at = there;
        continue;
      }
    }
    const next = offsetIn(await accepted(response));
    // Only the answer to a piece says that the photo was taken: if that was lost, an empty one asks again.
    if (next === bytes.byteLength) return "received";
    if (next === at) return "busy";
    at = next;
  }
}

/** Creates the upload, once for each id. */
async function begin({ id, shot, bytes }: PhotoToSend, uploads: string): Promise<void> {
  const metadata = [`id ${btoa(id)}`, ...(shot === "" ? [] : [`shot ${btoa(shot)}`])].join(",");
  const headers = { "upload-length": String(bytes.byteLength), "upload-metadata": metadata };
  const { headers: said } = await accepted(await call(uploads, { method: "POST", headers }, askedMs));
  if (!said.has("location")) throw new NotSent("no signal");
}

/** Returns how many bytes the server has. A response to HEAD has no text: the next piece gets the reason for a refusal. */
async function readOffset(upload: string): Promise<number> {
  const response = await call(upload, { method: "HEAD" }, askedMs);
  return response.status === 410 ? 0 : offsetIn(await accepted(response));
}

/** Throws "no signal" without the header: something on the way answered, not our server. */
function offsetIn({ headers }: Response): number {
  const offset = headers.get("upload-offset");
  if (offset === null) throw new NotSent("no signal");
  return Number(offset);
}

// A server that still waits for a connection that has broken answers after some seconds.
const askedMs = 30_000;
const pieceMs = 90_000;

interface UploadRequest extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(address: string, init: UploadRequest, timeoutMs: number): Promise<Response> {
  const headers = { ...init.headers, "tus-resumable": "1.0.0" };
  try {
    return await fetch(address, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    throw new NotSent("no signal");
  }
}

const waitStatuses = new Set([408, 423, 425, 429]);

async function accepted(response: Response): Promise<Response> {
  const { ok, status } = response;
  if (ok) return response;
  if (status >= 500 || waitStatuses.has(status)) throw new NotSent("busy");
  throw new NotSent({ problem: await wordsOf(response) });
}

async function wordsOf(response: Response): Promise<string> {
  const isOurs = response.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isOurs) return "We could not take this photo. Take it again, or ring us.";
  try {
    return ((await response.json()) as { readonly error: string }).error;
  } catch {
    throw new NotSent("no signal"); // The response broke off.
  }
}
