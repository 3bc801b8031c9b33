// `npm run dev`: the pages (Vite, hot reload) at the usual address, the server (restarts on change) behind them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { run, stopAll } from "./child.mjs";
import { ensureInstalled } from "./installed.mjs";
import { pinnedNode, program, toolEnvironment } from "./pinned-node.mjs";
import { root } from "./project.mjs";

await ensureInstalled();

const file = join(root, ".env");
const settings = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
const { HOST = "127.0.0.1", PORT = "3000" } = { ...settings, ...process.env };
const serverPort = String(Number(PORT) + 1);
const environment = toolEnvironment();
console.log(`Pages and server together: http://localhost:${PORT}`);

const server = run(pinnedNode(), ["--watch", "--watch-preserve-output", ...program("server/main.ts")], {
  cwd: root,
  // What the visitor's browser talks to is Vite.
  env: { SITE_ORIGIN: `http://localhost:${PORT}`, ...environment, HOST: "127.0.0.1", PORT: serverPort },
});
const pages = run("react-router", ["dev", "--host", HOST, "--port", PORT, "--strictPort"], {
  cwd: root,
  env: { ...environment, DEV_SERVER: `http://127.0.0.1:${serverPort}` },
});

stopAll(await Promise.race([server, pages]));
