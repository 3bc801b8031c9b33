import { pastInstant } from "#domain/durations.ts";

import { endOfDay } from "./deadlines.ts";
import type { ShownVersion } from "./deal-wire.ts";
import type { Order, QuoteVersion, SentVersion, VersionMail } from "./deal.ts";
import { type DeliveryWay, wayOf } from "./delivery-ways.ts";
import type { VersionState } from "./quote-states.ts";
import { type QuoteLine, selectedLines } from "./quote.ts";
import type { StoredVersionState } from "./stage.ts";

interface VersionStanding {
  readonly state: StoredVersionState;
  readonly valid_until: string;
  readonly mail: VersionMail | null;
}

/** As staff see it: what became of its mail, until something happened to the version itself. One whose mail came back is sent. */
export function versionState(version: VersionStanding, now: Date): VersionState {
  if (version.state === "pending") return "queued";
  if (version.state !== "out") return version.state;
  if (isExpired(version, now)) return "expired";
  const { state } = version.mail ?? { state: "sent" as const };
  if (state === "bounced") return "sent";
  return state === "retrying" ? "queued" : state;
}

/** With its state as staff see it. */
export function shownVersion<Version extends SentVersion>(
  version: Version,
  now: Date,
): ShownVersion<Version> {
  const { mail } = version;
  return {
    ...version,
    state: versionState(version, now),
    sent_at: mail?.state === "sent" ? mail.at : null,
  };
}

/** The lines that were approved. Empty if their version is missing, which the database does not allow. */
export function orderedLines(
  { versions }: { readonly versions: readonly QuoteVersion[] },
  { number, selection }: Pick<Order, "number" | "selection">,
): readonly QuoteLine[] {
  const version = versions.find((one) => one.number === number);
  return (version && selectedLines(version.content.lines, selection)) ?? [];
}

/** How the parts of an order leave. */
export function orderWay(
  { versions }: { readonly versions: readonly QuoteVersion[] },
  { number }: Pick<Order, "number">,
): DeliveryWay {
  return wayOf(versions.find((one) => one.number === number)?.content.freight ?? {});
}

export function isExpired({ valid_until: last }: { readonly valid_until: string }, now: Date): boolean {
  return now >= endOfDay(last);
}

/** The newest version that a visitor may see: its undo time is over. */
export function currentVersion<Version extends SentVersion>(
  { versions }: { readonly versions: readonly Version[] },
  now: Date,
): Version | null {
  const newest = versions.findLast(({ state }) => state !== "superseded");
  return newest === undefined || isUndoable(newest, now) ? null : newest;
}

/** Not if a clock that was ahead wrote it: nobody waits until then. */
export function isUndoable(
  { isPending, queued_at: queuedAt, undo_until: end }: SentVersion,
  now: Date,
): boolean {
  return isPending && now < new Date(end) && pastInstant(queuedAt, now) !== null;
}

/** Whether the customer may have seen it: it was not replaced or withdrawn before its undo time was over. */
export function hasLeft(version: SentVersion, now: Date): boolean {
  const { state, changed_at: changedAt, undo_until: undoUntil, mail } = version;
  const isReplaced = state === "superseded" || state === "withdrawn";
  // Clocks differ: one that was written by a clock ahead has a mail before its undo time is over.
  return !isUndoable(version, now) && (!isReplaced || changedAt >= undoUntil || mail !== null);
}
