import { configDefaults, defineConfig } from "vitest/config";

import { onBothEngines, onPostgresOnly } from "./tests/on-both-engines.ts";

const exclude = [...configDefaults.exclude, "tests/browser/**"];

export default defineConfig({
  test: {
    pool: "forks",
    // Loading the server again for each file would take a fifth of the time.
    isolate: false,
    // In runs this short, the compiler that optimises takes a twentieth of the time more than it saves.
    execArgv: ["--no-turbofan"],
    // Tests wait for the deadlines of mail servers that hang: four leave two cores idle for a twentieth of the time.
    maxWorkers: 5,
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
          exclude: [...exclude, ...onPostgresOnly],
          include: ["{domain,server,app,tests}/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/prepared-database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [...onBothEngines, ...onPostgresOnly],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["tests/postgres-setup.ts"],
        },
      },
    ],
  },
});
