import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { onTestFinished } from "vitest";

interface Kept {
  readonly bytes: Buffer;
  readonly at: Date;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const hex = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

/** A bucket `photos` that answers like S3. It signs each request again (Signature Version 4) and refuses what differs. */
export class FakeBucket {
  readonly files = new Map<string, Kept>();
  /** How many of the next requests get 503. */
  busy = 0;
  /** What all requests get instead of an answer: a status, or nothing at all. */
  broken: number | "hangs" | null = null;
  /** Names on one page of a list. */
  pageLength = 2;
  readonly #secret = "very/secret";
  readonly #server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (this.broken === "hangs") return;
      const { status, content } = this.#answer(request, body);
      response.writeHead(status).end(content);
    });
  });

  static async start(): Promise<FakeBucket> {
    const bucket = new FakeBucket();
    await new Promise<void>((resolve) => bucket.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      bucket.#server.close();
      bucket.#server.closeAllConnections();
    });
    return bucket;
  }

  /** For PHOTOS. */
  url(secret = this.#secret, bucket = "photos"): string {
    const { port } = this.#server.address() as AddressInfo;
    return `s3+http://key:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/nz/yard?region=ap-southeast-2`;
  }

  #answer(request: IncomingMessage, body: Buffer): { status: number; content?: Buffer | string } {
    if (request.headers.authorization !== this.#signature(request, body)) return { status: 403 };
    if (typeof this.broken === "number") return { status: this.broken };
    if (this.busy > 0) {
      this.busy -= 1;
      return { status: 503 };
    }
    const url = new URL(request.url ?? "/", "http://x");
    if (!/^\/photos(?:\/|$)/.test(url.pathname))
      return { status: 404, content: "<Error><Code>NoSuchBucket</Code></Error>" };
    if (url.pathname === "/photos") return { status: 200, content: this.#list(url.searchParams) };
    const name = url.pathname.slice("/photos/".length);
    if (request.method === "PUT") this.files.set(name, { bytes: body, at: new Date() });
    if (request.method === "DELETE") this.files.delete(name);
    if (request.method !== "GET") return { status: request.method === "PUT" ? 200 : 204 };
    const kept = this.files.get(name);
    return kept === undefined ? { status: 404 } : { status: 200, content: kept.bytes };
  }

  #list(query: URLSearchParams): string {
    const after = query.get("continuation-token") ?? "";
    const names = [...this.files.keys()]
      .toSorted()
      .filter((name) => name.startsWith(query.get("prefix") ?? ""));
    const left = names.filter((name) => name > after);
    const page = left.slice(0, this.pageLength);
    const entries = page.map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${this.files.get(name)?.at.toISOString()}</LastModified></Contents>`,
    );
    const next =
      left.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${next}</ListBucketResult>`;
  }

  #signature({ method, headers, url: address = "/" }: IncomingMessage, body: Buffer): string {
    const url = new URL(address, "http://x");
    const time = String(headers["x-amz-date"]);
    const [, names = ""] = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? "") ?? [];
    const signed = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
    const query = [...url.searchParams]
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .toSorted();
    const request = [method, url.pathname, query.join("&"), signed.join(""), names, hex(body)].join("\n");
    const scope = `${time.slice(0, 8)}/ap-southeast-2/s3/aws4_request`;
    const key = scope
      .split("/")
      .reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${this.#secret}`);
    const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, hex(request)].join("\n")).toString("hex");
    return `AWS4-HMAC-SHA256 Credential=key/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  }
}
