import type { Dialect } from "./dialect.ts";

/**
 * Facts about the database, by name: `baseline` is the hash of the statements that made it; `place` tells where it is
 * the shop (services/trial).
 */
export function installation({ tableOptions }: Dialect, baselineHash: string): string[] {
  return [
    `create table installation (
      name text primary key not null,
      value text not null
    ) ${tableOptions}`,
    `insert into installation (name, value) values ('baseline', '${baselineHash}')`,
  ];
}
