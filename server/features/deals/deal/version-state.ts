import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import type { Changed, DealChange } from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import type { DealMail } from "./deal-mail.ts";
import type { SentVersion } from "./deal-state.ts";

/** What quotes and offers do not share: versions of both are sent, replaced, undone and withdrawn alike. */
export interface VersionKind<Version, Of> {
  readonly name: "quote" | "offer";
  readonly table: "quote_versions" | "offers";
  /** The kinds of mails that wait only while a version is out. */
  readonly mails: readonly string[];
  /** In words for staff. */
  readonly words: { readonly approved: string; readonly again: string };
  /** What follows the record. Null if there is no such one. */
  readonly read: (db: Query, reference: string) => Promise<Of | null>;
  /** The mail that brings a version. */
  readonly mail: (
    context: DealContext,
    db: Query,
    of: Of,
    sent: { readonly version: Version; readonly at: Date },
  ) => Promise<DealMail>;
  /** What else leaving means. `replaced` is the number of the version that was out. */
  readonly onRelease?: (tx: Query, of: Of, version: Version, replaced: number | null) => Promise<void>;
  /** Notes what staff do next, for the lists. */
  readonly noteStep: (tx: Query, reference: string, at: Date) => Promise<void>;
}

type AnyKind = Pick<VersionKind<never, never>, "table" | "mails">;
type Named = Pick<SentVersion, "ref_number" | "number">;

/** A version that is no longer out has no mail that waits to leave. */
export async function setVersionState(
  tx: Query,
  kind: AnyKind,
  { ref_number: reference, number }: Named,
  state: SentVersion["state"],
  at: Date,
): Promise<void> {
  await tx
    .updateTable(kind.table)
    .set({ state, changed_at: at.toISOString() })
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .execute();
  if (state !== "out") await stopVersionMails(tx, kind, reference, at);
}

async function stopVersionMails(tx: Query, { mails }: AnyKind, reference: string, at: Date): Promise<void> {
  await stopMailsOf(tx, reference, { kinds: mails, why: stopped, now: at });
}

/** What sending a version does, once it can no longer be undone. Returns what is to be noted; its mail is not queued. */
export async function releaseVersion<Version extends SentVersion, Of extends Changed>(
  tx: Query,
  kind: VersionKind<Version, Of>,
  of: Of,
  version: Version,
  at: Date,
): Promise<Required<Pick<DealChange<unknown>, "events">> & Pick<DealChange<unknown>, "record">> {
  const replaced = await replaceOlder(tx, kind, version, at);
  await setVersionState(tx, kind, version, "out", at);
  await kind.onRelease?.(tx, of, version, replaced);
  const was = replaced === null ? {} : { was: String(replaced) };
  const event = { type: kind.name, becomes: String(version.number), ...was, user_id: version.user_id };
  // What staff did to the record in the meantime stays.
  const isSettled = await isRecordChanged(tx, of, version);
  return { events: [event], ...(isSettled ? {} : { record: { status: "in_progress", duplicate_of: null } }) };
}

/** One that was still pending never was out, and its last change stays that. Returns the number of the one that was. */
async function replaceOlder(
  tx: Query,
  kind: AnyKind,
  { ref_number: reference, number }: Named,
  at: Date,
): Promise<number | null> {
  await stopVersionMails(tx, kind, reference, at);
  const older = tx.updateTable(kind.table).where("ref_number", "=", reference).where("number", "<", number);
  await older.set({ state: "superseded" }).where("state", "=", "pending").execute();
  const replaced = await older
    .set({ state: "superseded", changed_at: at.toISOString() })
    .where("state", "=", "out")
    .returning("number")
    .executeTakeFirst();
  return replaced?.number ?? null;
}

/** Since staff pressed Send. */
async function isRecordChanged(
  tx: Query,
  { record }: Changed,
  { queued_at }: Pick<SentVersion, "queued_at">,
): Promise<boolean> {
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", record.id);
  const later = events.where("type", "in", ["status", "duplicate"]).where("at", ">", queued_at);
  return (await later.executeTakeFirst()) !== undefined;
}
