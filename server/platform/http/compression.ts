import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

const remembered = new Map<string, Encoding>();
const rememberedAtMost = 1000;
/** Browsers send about 30 characters. Parsing thousands would cost more than the page. */
const longestHeader = 200;

/** Returns the best encoding we hold that the client accepts (RFC 9110 section 12.5.3). */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding.length > longestHeader) return "identity";
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = encodings.find((encoding) => accepts(acceptEncoding, encoding)) ?? "identity";
  if (remembered.size < rememberedAtMost) remembered.set(acceptEncoding, chosen);
  return chosen;
}

export function acceptsGzip(acceptEncoding = ""): boolean {
  return acceptEncoding.length <= longestHeader && accepts(acceptEncoding, "gzip");
}

function accepts(header: string, encoding: Encoding): boolean {
  return header.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return name === encoding && !isRefused;
  });
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const brotliOptions = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** Compresses on a thread of libuv, without holding up other requests. */
export function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case "br":
      return toBrotli(content, brotliOptions(5));
    case "gzip":
      return toGzip(content, { level: 9 });
    case "identity":
      return Promise.resolve(content);
  }
}

/** Takes 100 times as long as `compress`, for a tenth fewer bytes. */
export function compressBest(content: Buffer): Promise<Buffer> {
  return toBrotli(content, brotliOptions(constants.BROTLI_MAX_QUALITY));
}
