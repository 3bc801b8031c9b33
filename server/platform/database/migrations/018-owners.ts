import type { ColumnTypes } from "./001-initial.ts";

/** The first user who is still active becomes the owner (docs/decisions/017-owners-and-the-audit-list.md). */
export function owners({ instant }: ColumnTypes): string[] {
  return [
    `alter table users add column owner_since ${instant}`,
    `update users set owner_since = created_at where id =
      (select id from users where disabled_at is null order by created_at, id limit 1)`,
    `alter table sessions add column confirmed_at ${instant}`,
  ];
}
