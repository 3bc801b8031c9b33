import type { AuditRow } from "../database/tables.ts";
import type { Keys } from "../operations/keyed-hash.ts";

type Unsealed = Omit<AuditRow, "key_id" | "seal">;

/** Names the key without telling it, so that entries from before a change of SESSION_SECRET are known as such. */
export function auditKeyId(keys: Keys): string {
  return keys.hash("audit key", "name").slice(0, 12);
}

/** The keyed hash of an entry and of the seal before it: changing or removing any entry breaks the chain. */
export function sealOf(keys: Keys, row: Unsealed, former: string): string {
  const { seq, at, event, actor, subject, reference, details } = row;
  return keys.hash(
    "audit seal",
    JSON.stringify([former, seq, at, event, actor, subject, reference, details]),
  );
}
