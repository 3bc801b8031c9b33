import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Gateway {
  readonly origin: string;
  stop(): Promise<void>;
}

/** A gateway in front of the site, such as a web application firewall: calls to some paths it refuses itself. */
export async function startGateway(siteOrigin: string, refuses: RegExp): Promise<Gateway> {
  const server = createServer((incoming, outgoing) => {
    if (!refuses.test(incoming.url ?? "")) return passOn(siteOrigin, incoming, outgoing);
    incoming.resume();
    outgoing.writeHead(403, { "content-type": "application/json" }).end('{"message":"Forbidden"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function passOn(siteOrigin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = "GET", headers, url = "/" } = incoming;
  const onwards = request(siteOrigin + url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onwards.on("error", () => outgoing.destroy());
  incoming.pipe(onwards);
}
