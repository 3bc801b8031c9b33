import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { childrenOf } from "../measuring/cpu-time.ts";
import type { Workbench } from "../measuring/workbench.ts";

/** nginx sets these itself. */
const ownHeaders = new Set([
  "content-type",
  "content-length",
  "content-encoding",
  "etag",
  "vary",
  "date",
  "connection",
  "keep-alive",
]);

const brotliHeaders = new Set(["content-encoding", "vary"]);

/** nginx as its friends would tune it for static files, with the headers that our server sends and a log like ours. */
function staticFiles(folder: string, port: number, headers: Headers): string {
  // Of the ways to compress, nginx knows gzip itself: files of Brotli are sent as they are.
  const isBrotli = headers.get("content-encoding") === "br";
  const sent = isBrotli ? new Set([...ownHeaders].filter((name) => !brotliHeaders.has(name))) : ownHeaders;
  const added = [...headers].filter(([name]) => !sent.has(name));
  return `
  types { text/html html; text/css css; text/javascript js; image/svg+xml svg; font/woff2 woff2; }
  default_type text/html;
  charset utf-8;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=60s;
  open_file_cache_valid 60s;
  gzip_static ${isBrotli ? "off" : "on"};
  gzip_vary on;
  log_format page '{"time":"$time_iso8601","method":"$request_method","path":"$uri","status":$status}';
  access_log ${folder}/../access.log page buffer=64k flush=1s;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location / { index index.html; ${added.map(([name, value]) => `add_header ${name} "${value}";`).join(" ")} }
  }`;
}

/** Starts nginx with one worker over the files in `site`; returns the process that does the work. */
export async function startNginx(bench: Workbench, port: number, headers: Headers): Promise<number> {
  const folder = mkdtempSync(join(bench.folder, "nginx-"));
  mkdirSync(join(folder, "tmp"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, staticFiles(join(bench.folder, "site"), port, headers)));
  const master = bench.start("measured", ["nginx", "-p", folder, "-c", file]);
  for (let attempt = 0; attempt < 250; attempt += 1) {
    const [workerPid] = childrenOf(master.pid);
    if (workerPid !== undefined) return workerPid;
    await delay(20);
  }
  throw new Error(`nginx has no worker:\n${await master.finished()}`);
}

function configuration(folder: string, http: string): string {
  // Started by root, nginx would change to a user who may not enter the temporary folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
daemon off;
events { worker_connections 1024; }
http {
  client_body_temp_path ${folder}/tmp; proxy_temp_path ${folder}/tmp; fastcgi_temp_path ${folder}/tmp;
  uwsgi_temp_path ${folder}/tmp; scgi_temp_path ${folder}/tmp;
${http}
}
`;
}
