import type { IncomingMessage, ServerResponse } from "node:http";

import { acceptsGzip, compress } from "#server/platform/http/compression.ts";

/** Our own forms and the campaign parameters of others stay far below it. */
export const longestQuery = 1000;

/** A built page that is filled in for one visitor. */
export class PageWithGaps {
  readonly path: string;
  readonly #text: string;
  readonly #gap: RegExp;
  readonly #headers: Readonly<Record<string, string>>;

  /** `gap` matches what gives way to a filling. */
  constructor(path: string, text: string, gap: RegExp, headers: Readonly<Record<string, string>>) {
    this.path = path;
    this.#text = text;
    this.#gap = gap;
    this.#headers = headers;
  }

  /** `fill` takes what stood in the gap and returns markup. */
  async complete(fill: (gap: string) => string, acceptEncoding: string | undefined) {
    const encoding = acceptsGzip(acceptEncoding) ? "gzip" : "identity";
    const text = this.#text.replaceAll(this.#gap, fill);
    const body = await compress(Buffer.from(text), encoding);
    const encoded = encoding === "gzip" ? { "content-encoding": encoding } : {};
    const headers = { ...this.#headers, ...encoded, "content-length": String(body.length) };
    return { headers, body };
  }

  async send(
    request: IncomingMessage,
    response: ServerResponse,
    fill: (gap: string) => string,
  ): Promise<void> {
    const { headers, body } = await this.complete(fill, request.headers["accept-encoding"]);
    response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
  }
}
