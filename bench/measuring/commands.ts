import { fileURLToPath } from "node:url";

import { serverEnvironment, serverFlags } from "#scripts/server-process.mjs";

export { serverFlags };

/** The command that runs a file with the Node that runs this one, as the server is run. */
export function script(url: string, ...args: readonly string[]): string[] {
  return [process.execPath, ...serverFlags, fileURLToPath(url), ...args];
}

/** The environment of a server as it ships, whatever this shell has set, with a folder of its own. */
export function productionOn(dataDir: string): Record<string, string> {
  const shipped = ["DATABASE_URL", "MAIL_URL", "TRUST_PROXY", "LOG_LEVEL", "ADMIN_EMAIL", "ADMIN_PASSWORD"];
  const unset = Object.fromEntries(shipped.map((name) => [name, ""]));
  return { ...unset, ...serverEnvironment, NODE_ENV: "production", PORT: "0", DATA_DIR: dataDir };
}

/** Limits out of the way: what is measured is what happens to submissions that are taken. */
export const unlimited = {
  LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000",
  LIMIT_MAILS_PER_HOUR: "1000000",
  LIMIT_MAIL_RESERVE_PERCENT: "0",
  MAIL_CONNECTIONS: "32",
};
