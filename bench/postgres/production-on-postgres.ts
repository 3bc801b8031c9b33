import { mkdirSync } from "node:fs";

import { productionOn } from "../measuring/commands.ts";

/** The environment of a server as it ships, on PostgreSQL, with an instant mailer and limits out of the way. */
export function productionOnPostgres(dataDir: string, databaseUrl: string): Record<string, string> {
  mkdirSync(dataDir);
  return {
    ...productionOn(dataDir),
    DATABASE_URL: databaseUrl,
    ANON_KEY: "anon-key-for-benches",
    SESSION_SECRET: "a session secret for benches only, long",
    LINK_SECRET: "a link secret for benches only, long enough",
    LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000",
    LIMIT_MAILS_PER_HOUR: "1000000",
    TRUST_PROXY: "loopback",
    BENCH_MAIL: "instant",
  };
}
