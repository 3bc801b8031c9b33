import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Cores } from "./cores.ts";
import { childrenOf } from "./cpu-time.ts";
import type { Workbench } from "./workbench.ts";

/** Starts nginx with one worker; returns the process that does the work. `http` goes into that block. */
export async function startNginxProcess(bench: Workbench, place: keyof Cores, http: string): Promise<number> {
  const folder = mkdtempSync(join(bench.folder, "nginx-"));
  mkdirSync(join(folder, "tmp"));
  const file = join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, http));
  const master = bench.start(place, ["nginx", "-p", folder, "-c", file]);
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
${http.includes("access_log") ? "" : "  access_log off;"}
${http}
}
`;
}
