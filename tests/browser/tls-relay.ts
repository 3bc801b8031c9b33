import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";

/** HTTPS in front of a server, as a proxy would be; its certificate is nobody's. */
export class TlsRelay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Resolves with a relay to the port of that origin. */
  static async open(to: string): Promise<TlsRelay> {
    const server = createServer(certificate());
    const relay = new TlsRelay(server);
    server.on("secureConnection", (browser) => {
      const site = connect(Number(new URL(to).port), "127.0.0.1");
      browser.pipe(site).pipe(browser);
      for (const socket of [browser, site]) {
        relay.#sockets.add(socket);
        socket.on("error", () => {}).on("close", () => (browser.destroy(), site.destroy()));
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return relay;
  }

  get origin(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

function certificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const subject = ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  try {
    execFileSync("openssl", [...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
