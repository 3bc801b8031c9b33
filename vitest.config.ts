import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "tests/browser/**"];

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 15_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: { name: "main", exclude, include: ["{domain,server,app,tests}/**/*.test.{ts,tsx}"] },
      },
      {
        // What speaks to a database through the app speaks to both kinds.
        extends: true,
        test: {
          name: "postgres",
          exclude,
          include: ["server/{auth,database,records,site,submissions}/**/*.test.ts"],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: ["tests/postgres-setup.ts"],
        },
      },
    ],
  },
});
