import { sql } from "kysely";

import type { Config } from "#server/platform/config/config.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";

export const oldPassword = "seven muddy gumboots";

/** In the order in which they were added; the first one has left. */
export const oldUsers = ["ana", "ben", "cal"].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  email: `${name}@quadkea.example`,
  name,
  createdAt: `2025-0${index + 1}-01T00:00:00.000Z`,
  disabledAt: index === 0 ? "2025-06-01T00:00:00.000Z" : null,
}));

/** What the program of November 2026 left behind: its schema, three users, an audit list with seals. */
export async function prepareOldDatabase(config: Config["database"]): Promise<void> {
  const { reader: db, engine, close } = openForCommand(config);
  await migrate(db, engine, "013-reply-times");
  const hash = await hashPassword(oldPassword);
  // Not in their order, so that nothing depends on it.
  for (const { id, email, name, createdAt, disabledAt } of oldUsers.toReversed()) {
    await sql`insert into users (id, email, full_name, role, password_hash, created_at, disabled_at)
      values (${id}, ${email}, ${name}, ${"admin"}, ${hash}, ${createdAt}, ${disabledAt})`.execute(db);
  }
  for (const [seq, event, details] of [
    [3, "audit-purged", `{"count":2,"former_seal":"x"}`],
    [4, "signed-out", "{}"],
  ] as const) {
    await sql`insert into audit_entries (seq, at, event, actor, details, key_id, seal)
      values (${seq}, ${"2026-11-20T00:00:00.000Z"}, ${event}, ${"system"}, ${details}, ${"key"}, ${"seal"})`.execute(
      db,
    );
  }
  await close();
}
