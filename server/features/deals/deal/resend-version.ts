import type { SentVersion } from "#domain/deals/deal.ts";
import type { Query } from "#server/platform/database/database.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { resendMail } from "#server/services/mail/outbox-table.ts";

import {
  type AnyDeal,
  type CallOutcome,
  changeLocked,
  type DealWithVersions,
  refused,
} from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { lastRenewal } from "./deal-link.ts";
import { customerAddress } from "./deal-mail.ts";
import { versionMailKey } from "./read-deal.ts";
import { type OnVersion, success, versionOut } from "./sent-versions.ts";
import type { VersionKind } from "./version-state.ts";

/** Sends the same bytes again, after they failed, came back or may not have arrived. */
export function resendVersion<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  on: OnVersion,
): Promise<CallOutcome | null> {
  return changeLocked<Version, Of, CallOutcome>(kind, context, on, async (work) => {
    const { tx, deal, at } = work;
    const version = versionOut(kind, deal, on.number);
    if (typeof version === "string") return refused(version);
    const instead = `extend the ${kind.name}, or ${kind.words.again}`;
    const key = versionMailKey(kind.name, on.reference, on.number);
    const why = await whyNotAgain(tx, deal, key);
    if (why !== null) return refused(`${why}: ${instead}`);
    if (!(await resendMail(tx, key, at))) {
      const notKept = `That mail is no longer kept: ${instead}`;
      return refused(version.mail?.state === "bounced" ? notKept : "The mail is on its way, or has arrived");
    }
    work.event({ type: "mail", was: key, becomes: "queued" });
    return success;
  });
}

/** Returns null if the bytes of that mail still lead the right person to the page. */
async function whyNotAgain(tx: Query, deal: AnyDeal, key: string): Promise<string | null> {
  const mails = tx.selectFrom("outbox").select(["created_at", "envelope_to"]).where("key", "=", key);
  const mail = await mails.executeTakeFirst();
  if (mail === undefined) return null;
  const renewedAt = await lastRenewal(tx, deal.record.id);
  if (renewedAt !== null && renewedAt > mail.created_at) return "The link in that mail no longer works";
  const to = mail.envelope_to;
  const isFormer = to !== null && !isSameMailbox(to, customerAddress(deal));
  return isFormer ? "That mail is for the former e-mail address" : null;
}
