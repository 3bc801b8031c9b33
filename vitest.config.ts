import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "tests/browser/**"];
// Tests of PostgreSQL itself.
const ofPostgres = [
  "server/database/{copy-database,cut-off,postgres}.test.ts",
  "server/live/live-instances.test.ts",
  "server/submissions/instances.test.ts",
];
// Tests of SQLite itself, and of what no database has a part in.
const notForPostgres = [
  "auth/{browser-name,password-policy,totp}",
  "export/csv",
  "database/{sqlite,locked,full-disk,corrections-migration}",
  "site/site",
  "operations/mail-health",
  "submissions/{hostile-input,mail-faults,send-mail-validation}",
];

export default defineConfig({
  test: {
    pool: "forks",
    // Most of the time is spent waiting for deadlines of mail servers that hang.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What passes only the second time is named by second-try-reporter.mjs.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "main",
          exclude: [...exclude, ...ofPostgres],
          include: ["{domain,server,app,tests}/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/prepared-database.ts"],
        },
      },
      {
        // What speaks to a database through the app speaks to both kinds.
        extends: true,
        test: {
          name: "postgres",
          exclude: [...exclude, ...notForPostgres.map((name) => `server/${name}.test.ts`)],
          include: [
            "server/{audit,auth,database,desk,export,figures,limits,live,operations,records,replies,retention,site,submissions}/**/*.test.ts",
          ],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["tests/postgres-setup.ts"],
        },
      },
    ],
  },
});
