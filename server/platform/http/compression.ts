import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { FastifyReply } from "fastify";

export type Encoding = "br" | "gzip" | "identity";

const refusal = String.raw`(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))`;
const accepted = {
  br: new RegExp(String.raw`(?:^|,)\s*br(?![^\s,;])${refusal}`, "i"),
  gzip: new RegExp(String.raw`(?:^|,)\s*gzip(?![^\s,;])${refusal}`, "i"),
};
/** Browsers send about 30 characters. */
const longestHeader = 200;

/** Returns the best encoding that the client accepts (RFC 9110 section 12.5.3). */
export function chooseEncoding(acceptEncoding = ""): Encoding {
  if (acceptEncoding.length > longestHeader) return "identity";
  if (accepted.br.test(acceptEncoding)) return "br";
  return acceptsGzip(acceptEncoding) ? "gzip" : "identity";
}

export function acceptsGzip(acceptEncoding = ""): boolean {
  return acceptEncoding.length <= longestHeader && accepted.gzip.test(acceptEncoding);
}

/** Sends it in an encoding that the client accepts. */
export async function sendCompressed(reply: FastifyReply, content: Buffer): Promise<FastifyReply> {
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await compress(content, encoding));
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Compresses on a thread of libuv, without holding up other requests. The best quality, 11, takes 100 times as long, for a
 * tenth fewer bytes.
 */
export async function compress(content: Buffer, encoding: Encoding, quality = 5): Promise<Buffer> {
  if (encoding === "identity") return content;
  if (encoding === "gzip") return toGzip(content);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return toBrotli(content, { params });
}

/** 128 KB, more than any page: larger windows take memory. */
const windowBits = 17;
