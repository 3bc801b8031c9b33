export const encodings = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof encodings)[number];

const remembered = new Map<string, Encoding>();
const rememberedAtMost = 1000;
/** Browsers send about 30 characters. Reading thousands would cost more than the page. */
const longestHeader = 200;

/** The best encoding we hold that the client accepts (RFC 9110 section 12.5.3). */
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
