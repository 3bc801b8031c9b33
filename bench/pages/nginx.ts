import { join } from "node:path";

import { startNginxProcess } from "../measuring/nginx-process.ts";
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

/** nginx as its friends would tune it for static files, with the headers that our server sends and a log like ours. */
function staticFiles(folder: string, port: number, headers: Headers): string {
  const added = [...headers].filter(([name]) => !ownHeaders.has(name));
  return `
  types { text/html html; text/css css; text/javascript js; image/svg+xml svg; font/woff2 woff2; }
  charset utf-8;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_requests 1000000000;
  open_file_cache max=1000 inactive=60s;
  open_file_cache_valid 60s;
  gzip_static on;
  gzip_vary on;
  log_format page '{"time":"$time_iso8601","method":"$request_method","path":"$uri","status":$status}';
  access_log ${folder}/../access.log page buffer=64k flush=1s;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location / { index index.html; ${added.map(([name, value]) => `add_header ${name} "${value}";`).join(" ")} }
  }`;
}

/** Starts nginx over the files in `site`; returns the process that does the work. */
export function startNginx(bench: Workbench, port: number, headers: Headers): Promise<number> {
  return startNginxProcess(bench, "measured", staticFiles(join(bench.folder, "site"), port, headers));
}
