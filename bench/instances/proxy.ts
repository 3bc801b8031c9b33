import { requireProgram } from "../measuring/cores.ts";
import { freePort } from "../measuring/free-port.ts";
import { startNginxProcess } from "../measuring/nginx-process.ts";
import type { Workbench } from "../measuring/workbench.ts";

/** On every answer of the proxy: the instances that were asked, the one that answered last. */
export const instanceHeader = "x-instance";

export function requireProxy(): void {
  requireProgram("nginx", "This bench puts instances behind nginx: apt-get install nginx-light");
}

/**
 * nginx in front of instances, as docs/decisions/007 has it: a POST is passed on only where nothing was
 * sent yet (nginx's default), and idle connections are closed before the instances close them.
 */
export async function startProxy(bench: Workbench, addresses: readonly string[]): Promise<string> {
  const port = await freePort();
  await startNginxProcess(
    bench,
    "whole",
    `
  upstream quadkea {
    ${addresses.map((address) => `server ${address} max_fails=1 fail_timeout=1s;`).join("\n    ")}
    keepalive 64;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000000;
    location / {
      proxy_pass http://quadkea;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout;
      add_header ${instanceHeader} $upstream_addr always;
    }
  }`,
  );
  return `http://127.0.0.1:${port}`;
}
