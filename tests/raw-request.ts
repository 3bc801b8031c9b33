import http from "node:http";

import type { TestApp } from "./build-test-app.ts";

export interface RawResponse {
  readonly status: number | undefined;
  readonly headers: http.IncomingHttpHeaders;
  /** As it was sent: this client decompresses nothing. */
  readonly body: Buffer;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with any method, and a path that is sent as it is. */
export function rawRequest(
  { origin }: Pick<TestApp, "origin">,
  path: string,
  { method = "GET", headers = {} }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, headers, method });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      const { statusCode: status } = response;
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on("error", reject).end();
  });
}
