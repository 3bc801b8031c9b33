import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { startPostgres } from "./postgres-server.ts";
import { createDatabase, testSecrets } from "./postgres.ts";
import { prepareDatabase } from "./prepared-database.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** One PostgreSQL server for the run, with a prepared database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-prepared-"));
  const url = await createDatabase(server.url, "prepared", "template1");
  await prepareDatabase({ DATA_DIR: dataDir, DATABASE_URL: url, ...testSecrets });
  await rm(dataDir, { recursive: true });
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
