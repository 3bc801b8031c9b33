import { once } from "node:events";
import { createServer } from "node:http";

import * as v from "valibot";

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title><h1>Empty</h1></html>';

const addressSchema = v.object({ port: v.number() });

/** A page with one heading, without styles and scripts: what is seen on it does not come from ours. */
export async function serveEmptyPage(): Promise<{ origin: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = v.parse(addressSchema, server.address());
  return { origin: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
