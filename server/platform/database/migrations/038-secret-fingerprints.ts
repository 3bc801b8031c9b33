import type { ColumnTypes } from "./001-initial.ts";

/** By which a start recognises the secrets that the database was made with. */
export function secretFingerprints({ tableOptions }: ColumnTypes): string[] {
  return [
    `create table secret_fingerprints (
      name text primary key not null,
      fingerprint text not null
    ) ${tableOptions}`,
  ];
}
