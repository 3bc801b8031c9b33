import type { IncomingMessage, ServerResponse } from "node:http";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { acceptsGzip, chooseEncoding, compress, type Encoding } from "#server/platform/http/compression.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { type BuiltFile, type BuiltFiles, keep } from "./built-files.ts";
import { fillGaps } from "./page-template.ts";

/** An unknown brand shows Honda's page (specification section 2); the desk has one page for all machines, and one for all parts. */
function shownPath(files: BuiltFiles, path: string): string {
  if (files.has(path)) return path;
  return path.replace(/^\/brands\/[^/]+$/, "/brands/honda").replace(/^(\/admin\/[a-z]+)\/\d{1,9}$/, "$1/0");
}

/**
 * Finds what shows the stock now at an address, which may have to be made. Null: what was built is right, or there is
 * nothing.
 */
export type LivePages = (path: string, query: string) => BuiltFile | Promise<BuiltFile | null> | null;

/** A page for one visitor, made of a built one: what goes into its gaps. */
export interface Filling {
  readonly file: BuiltFile;
  /** Always the same for one page. */
  readonly gaps: RegExp;
  readonly fill: (gap: string) => string;
}

/** Fills a page in. Null serves it as it was built. */
export type Fill = (request: FastifyRequest, file: BuiltFile) => Promise<Filling | null> | Filling | null;
/** By the first part of the path. */
type Fills = Readonly<Record<string, Fill>>;

const fillFor = (fills: Fills, path: string) => fills[path.split("/")[1] ?? ""];

/** Serves reads of built files before the router. Returns false for everything else, and for what a query may fill in. */
export function pageListener(files: BuiltFiles, live: LivePages, fills: Fills, log: Log) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = "/", method } = request;
    const [asked = "", query] = url.split("?", 2);
    const path = shownPath(files, asked);
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || (query !== undefined && fillFor(fills, path) !== undefined)) return false;
    const made = live(path, query ?? "");
    const built = files.get(path);
    if (made === null && built === undefined) return false;
    sendEither(request, response, made, built).then(
      () => log.info({ method, path: asked, status: response.statusCode }, "request"),
      (error: unknown) => {
        log.error({ err: error, path: asked }, "page not sent");
        response.destroy();
      },
    );
    return true;
  };
}

async function sendEither(
  request: IncomingMessage,
  response: ServerResponse,
  made: ReturnType<LivePages>,
  built: (() => BuiltFile) | undefined,
): Promise<void> {
  const file = (made instanceof Promise ? await made : made) ?? built?.();
  if (file !== undefined) return sendFile(request, response, file);
}

export function filledPageRoutes(
  server: FastifyInstance,
  files: BuiltFiles,
  live: LivePages,
  fills: Fills,
): void {
  for (const path of files.keys()) {
    const fill = fillFor(fills, path);
    if (fill === undefined) continue;
    server.get(path, async (request, reply) => {
      // At each request: asking for a file that is not prepared yet replaces the one in the list.
      const file = (await live(path, "")) ?? files.get(path)?.();
      const filled = file && (await fill(request, file));
      if (filled) return sendFilled(request, reply, filled);
      reply.hijack();
      return file && sendFile(request.raw, reply.raw, file);
    });
  }
}

async function sendFilled(request: FastifyRequest, reply: FastifyReply, filled: Filling) {
  const accepted = request.headers["accept-encoding"];
  // Only gzip can be put together of parts.
  const encoding = acceptsGzip(accepted) ? "gzip" : chooseEncoding(accepted);
  return send(reply, filled.file, encoding, await fillGaps(filled, encoding));
}

/** Sends a page for one visitor, with the headers of a built one. */
export async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, text }: { readonly file: BuiltFile; readonly text: string },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  return send(reply, file, encoding, await compress(Buffer.from(text), encoding));
}

function send(reply: FastifyReply, file: BuiltFile, encoding: Encoding, body: Buffer): FastifyReply {
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.headers({ ...file.headers, "cache-control": "no-store" }).send(body);
}

export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: BuiltFile,
  status = 200,
): Promise<void> {
  const { "content-type": type = "" } = file.headers;
  const encoding = /^(?:image\/(?!svg)|font)/.test(type)
    ? "identity"
    : chooseEncoding(request.headers["accept-encoding"]);
  const { body, etag, headers } =
    file.encoded.get(encoding) ?? keep(file, encoding, await compress(file.content(), encoding, 11));
  const known = request.headers["if-none-match"];
  // Our ETags are quoted and contain no quotes, so a part of the header is a whole one, weak or strong.
  if (status === 200 && known !== undefined && (known === "*" || known.includes(etag))) {
    response.writeHead(304, { ...file.headers, etag }).end();
  } else {
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  }
}
