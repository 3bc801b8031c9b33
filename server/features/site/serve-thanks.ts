import type { IncomingMessage, ServerResponse } from "node:http";

import { isReferenceNumber } from "#domain/reference-number.ts";

import { acceptsGzip } from "./content-encoding.ts";
import { OnePiece, sendInOnePiece } from "./one-piece.ts";
import type { PromisedMoment } from "./promised-moment.ts";
import type { SiteFiles } from "./site-files.ts";
import type { ThanksPage } from "./thanks-page.ts";

export const thanksPath = "/thanks";

/** Our own forms and the campaigns of others stay far below it. */
const longestQuery = 1000;

interface Sent {
  readonly refNumber: string;
  readonly page: ThanksPage;
}

/** Reads `ref` and `kind` of the query; null unless it names a well-formed reference. */
export function sentIn(query: string, { thanksPages }: SiteFiles): Sent | null {
  if (query.length > longestQuery) return null;
  const asked = new URLSearchParams(query);
  const refNumber = asked.get("ref");
  const page = thanksPages.get(`${thanksPath}/${asked.get("kind")}`) ?? thanksPages.get(thanksPath);
  return isReferenceNumber(refNumber) && page !== undefined ? { refNumber, page } : null;
}

/**
 * Serves the thanks page that a form without scripts leads to, with the reference and the promised moment
 * written in. It costs about as much as a page from memory, so that nobody can keep the server busy with it.
 */
export async function serveThanks(
  request: IncomingMessage,
  response: ServerResponse,
  { refNumber, page }: Sent,
  promisedMoment: PromisedMoment,
): Promise<void> {
  const due = await promisedMoment(refNumber);
  const encoding = acceptsGzip(request.headers["accept-encoding"]) ? "gzip" : "identity";
  const body = await page.complete({ refNumber, due }, encoding);
  const headers = Object.entries({
    ...page.headers,
    ...(encoding === "gzip" ? { "content-encoding": encoding } : {}),
    "content-length": String(body.length),
  }).flat();
  const isHead = request.method === "HEAD";
  if (!isHead && sendInOnePiece(request, response, new OnePiece(headers, body))) return;
  response.writeHead(200, headers);
  if (isHead) response.end();
  else response.end(body);
}
