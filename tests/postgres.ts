import { randomUUID } from "node:crypto";

import { Client } from "pg";
import { inject } from "vitest";

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

// Copying files is the faster way where nothing has to survive a crash.
const create = (name: string) => `create database ${name} strategy file_copy`;

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A fresh, empty database on the PostgreSQL server of the test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await execute(serverUrl, create(name));
  const url = new URL(serverUrl);
  url.pathname = name;
  return { url: url.href, drop: () => execute(serverUrl, `drop database ${name} with (force)`) };
}
