import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Encoding } from "./content-encoding.ts";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Brotli's quality 9 is near the best in little time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Compresses in the background, so that everybody else is served meanwhile. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case "br":
      return toBrotli(content, brotliOptions);
    case "gzip":
      return toGzip(content, { level: 9 });
    case "identity":
      return Promise.resolve(content);
  }
}
