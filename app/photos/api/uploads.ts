/** What the server says to one call of an upload (tus 1.0.0). */
export type Answer =
  | { readonly offset: number } // How many bytes it has.
  | { readonly gone: string } // It knows no such upload; in words, if it gave any.
  | { readonly conflict: string }
  | { readonly refused: string }
  | "no signal"
  | "busy"; // It answers, but not now.

export interface NewUpload {
  readonly id: string;
  readonly shot: string;
  readonly size: number;
}

/** Tells the server of a photo. The same id again is the same photo. */
export function createUpload(uploads: string, { id, shot, size }: NewUpload): Promise<Answer> {
  const metadata = [`id ${btoa(id)}`, ...(shot === "" ? [] : [`shot ${btoa(shot)}`])].join(",");
  const headers = { "upload-length": String(size), "upload-metadata": metadata };
  return call(uploads, { method: "POST", headers }, askedMs);
}

/** How much of it the server has. */
export function readOffset(upload: string): Promise<Answer> {
  return call(upload, { method: "HEAD" }, askedMs);
}

/** The server has kept what comes before `offset`. With the last byte, it says whether it takes the photo. */
export function sendPiece(upload: string, offset: number, body: Blob): Promise<Answer> {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  return call(upload, { method: "PATCH", headers, body }, pieceMs);
}

// A server that still waits for a connection that has broken answers after some seconds.
const askedMs = 30_000;
const pieceMs = 90_000;

interface Call {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob;
}

async function call(address: string, { headers, ...init }: Call, timeoutMs: number): Promise<Answer> {
  const request = {
    ...init,
    headers: { ...headers, "tus-resumable": "1.0.0" },
    signal: AbortSignal.timeout(timeoutMs),
  };
  try {
    const response = await fetch(address, request);
    return response.ok ? offsetOf(response, init.method === "POST") : await wordsOf(response);
  } catch {
    return "no signal";
  }
}

/** A new upload has nothing, unless the server says otherwise. Without the header, some box on the way has answered. */
function offsetOf({ headers }: Response, isNew: boolean): Answer {
  const offset = headers.get("upload-offset") ?? (isNew && headers.has("location") ? "0" : null);
  return offset === null ? "no signal" : { offset: Number(offset) };
}

const waitStatuses = new Set([408, 423, 425, 429]);

async function wordsOf(response: Response): Promise<Answer> {
  const { status } = response;
  if (status >= 500 || waitStatuses.has(status)) return "busy";
  const said = errorIn(await response.text());
  const words = said ?? "We could not take this photo. Take it again, or ring us.";
  // The answer to HEAD has no words: those of a refused photo come when it is begun again.
  if (status === 404 || (status === 410 && said === null)) return { gone: words };
  return status === 409 ? { conflict: words } : { refused: words };
}

function errorIn(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}
