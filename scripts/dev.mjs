// `npm run dev`: the pages (Vite, hot reload) at the usual address, the server (restarts on change) behind them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { ensureInstalled, nodePath, program, root, run } from "./setup.mjs";

await ensureInstalled();

const file = join(root, ".env");
const settings = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
const { HOST = "127.0.0.1", PORT = "3000" } = { ...settings, ...process.env };
const serverPort = String(Number(PORT) + 1);
console.log(`Pages and server together: http://localhost:${PORT}`);

const server = run(nodePath(), ["--watch", "--watch-preserve-output", ...program("server/main.ts")], {
  // What the visitor's browser talks to is Vite.
  env: { SITE_ORIGIN: `http://localhost:${PORT}`, ...process.env, HOST: "127.0.0.1", PORT: serverPort },
});
const pages = run("react-router", ["dev", "--host", HOST, "--port", PORT, "--strictPort"], {
  env: { ...process.env, DEV_SERVER: `http://127.0.0.1:${serverPort}` },
});

await Promise.race([server, pages]);
// The other is of no use alone.
process.kill(process.pid, "SIGTERM");
