import type { SentVersion } from "#domain/deals/deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import type { AnyDeal, Work } from "./change-deal.ts";
import type { DealMail } from "./deal-mail.ts";
import type { PromiseContext } from "./next-promise.ts";

export interface VersionTraits {
  readonly name: "quote" | "offer";
  readonly table: "quote_versions" | "offers";
  /** The kinds of mails that wait only while a version is out. */
  readonly mails: readonly string[];
  /** In text for staff. */
  readonly words: { readonly approved: string; readonly again: string };
}

/** Quotes or offers. Versions of both are sent, replaced, undone and withdrawn alike. */
export interface VersionKind<Version, Of extends AnyDeal> extends VersionTraits {
  /** Returns null if there is no such deal. */
  readonly read: (db: Query, reference: string) => Promise<Of | null>;
  /** The mail that brings a version. */
  readonly mail: (work: Work<Of>, version: Version) => Promise<DealMail>;
  /** Runs when a version leaves. `replaced` is the number of the version that was out. */
  readonly onRelease?: (work: Work<Of>, version: Version, replaced: number | null) => Promise<void>;
  /** Notes what staff do next, for the lists. */
  readonly noteStep: (tx: Query, context: PromiseContext, reference: string, at: Date) => Promise<void>;
}

type VersionName = Pick<SentVersion, "ref_number" | "number">;

/** Stops the mail of a version that is no longer out. */
export async function setVersionState(
  work: Work<AnyDeal>,
  kind: VersionTraits,
  { ref_number: reference, number }: VersionName,
  state: SentVersion["state"],
): Promise<void> {
  await work.tx
    .updateTable(kind.table)
    .set({ state, changed_at: work.at.toISOString() })
    .where("ref_number", "=", reference)
    .where("number", "=", number)
    .execute();
  if (state !== "out") await stopVersionMails(work, kind, reference);
}

async function stopVersionMails(
  { tx, at }: Work<AnyDeal>,
  { mails }: VersionTraits,
  reference: string,
): Promise<void> {
  await stopMailsOf(tx, reference, { kinds: mails, why: stopped, now: at });
}

/** Does what sending a version means, once it can no longer be undone. Its mail is not queued. */
export async function releaseVersion<Version extends SentVersion, Of extends AnyDeal>(
  work: Work<Of>,
  kind: VersionKind<Version, Of>,
  version: Version,
): Promise<void> {
  const replaced = await replaceOlder(work, kind, version);
  await setVersionState(work, kind, version, "out");
  await kind.onRelease?.(work, version, replaced);
  const was = replaced === null ? {} : { was: String(replaced) };
  work.event({ type: kind.name, becomes: String(version.number), ...was, user_id: version.user_id });
  // Changes by staff since then stay.
  if (!(await isRecordChanged(work, version)))
    work.settleRecord({ status: "in_progress", duplicate_of: null });
}

/** Returns the number of the version that was out. A pending version was never sent: its `changed_at` stays. */
async function replaceOlder(
  work: Work<AnyDeal>,
  kind: VersionTraits,
  { ref_number: reference, number }: VersionName,
): Promise<number | null> {
  const { tx, at } = work;
  await stopVersionMails(work, kind, reference);
  const older = tx.updateTable(kind.table).where("ref_number", "=", reference).where("number", "<", number);
  await older.set({ state: "superseded" }).where("state", "=", "pending").execute();
  const replaced = await older
    .set({ state: "superseded", changed_at: at.toISOString() })
    .where("state", "=", "out")
    .returning("number")
    .executeTakeFirst();
  return replaced?.number ?? null;
}

/** Returns true if staff changed the record after they pressed Send. */
async function isRecordChanged({ tx, deal }: Work<AnyDeal>, { queued_at }: SentVersion): Promise<boolean> {
  const events = tx.selectFrom("record_events").select("id").where("record_id", "=", deal.record.id);
  const later = events.where("type", "in", ["status", "duplicate"]).where("at", ">", queued_at);
  return (await later.executeTakeFirst()) !== undefined;
}
