import { dayMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { Services } from "#server/services/services.ts";

/**
 * The `error_class` of a mailed attempt whose sealed fields cannot be opened, because SESSION_SECRET has
 * changed. It names the key that failed, so that another key is tried.
 */
const prefix = "unreadable";
const keptMs = 30 * dayMs;

export function unreadableMark(keys: Keys): string {
  return `${prefix} ${keys.hash("attempt key", "name").slice(0, 12)}`;
}

export async function markUnreadable(tx: Query, keys: Keys, refNumber: string): Promise<void> {
  await tx
    .updateTable("attempts")
    .set({ error_class: unreadableMark(keys) })
    .where("ref_number", "=", refNumber)
    .where("state", "=", "mailed")
    .execute();
}

/** Removes those mailed more than 30 days ago. Returns their references. */
export async function removeUnreadable(tx: Query, keys: Keys, now: Date): Promise<string[]> {
  const rows = await tx
    .deleteFrom("attempts")
    .where("state", "=", "mailed")
    .where("error_class", "=", unreadableMark(keys))
    .where("updated_at", "<", new Date(now.getTime() - keptMs).toISOString())
    .returning("ref_number")
    .execute();
  return rows.map((row) => row.ref_number);
}

/** Tells staff of submissions that are in the mailbox and cannot become records. */
export async function unreadableNotice({
  database,
  keys,
}: Pick<Services, "database" | "keys">): Promise<Notice | null> {
  const rows = await database.reader
    .selectFrom("attempts")
    .select("updated_at")
    .where("state", "=", "mailed")
    .where("error_class", "=", unreadableMark(keys))
    .orderBy("updated_at")
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const removedOn = new Date(Date.parse(first.updated_at) + keptMs);
  return {
    id: "unreadable",
    severity: "danger",
    title: rows.length === 1 ? "An enquiry cannot be opened." : `${rows.length} enquiries cannot be opened.`,
    words: `They are in the mailbox: answer from there. They were sealed with a former SESSION_SECRET and are removed 30 days after they came, the first on ${formatDay(nzDate(removedOn))}. Let the person who runs the server know.`,
  };
}
