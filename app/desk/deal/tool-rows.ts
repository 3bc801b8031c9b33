import type { ComponentType } from "react";

import { deskSend, type Undoable, undoableCall } from "#app/desk/api/desk-call.ts";
import { mailToast, type Toast } from "#app/desk/state/notices.ts";
import type { CommandName } from "#app/desk/ui/commands.tsx";
import { extendedDays } from "#domain/deals/deadlines.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { QuoteSent, ShownVersion } from "#domain/deals/deal-wire.ts";
import type { Photos } from "#domain/deals/sale.ts";

import type { DealCall, DealProps, DealRecord } from "./deal-call.ts";
import { type DealKind, dealKinds } from "./deal-kinds.ts";

export interface ToolFormProps {
  readonly photos: Photos;
  /** The one photo to ask for once more; null for those that are missing. */
  readonly shot: string | null;
  /** What was typed for a quote while the deal was loading. */
  readonly early: string;
  readonly onClose: () => void;
}

/** What a tool of the deal does: opens its form, or acts at once. */
export interface ToolRow<Open> {
  readonly key?: CommandName;
  readonly Form?: ComponentType<Open & ToolFormProps>;
  /** `anyway`: staff have read why not, and mean it. */
  readonly act?: (call: DealCall, open: Open, now: Date, anyway: boolean) => Promise<void>;
}

/** What every deal has, whatever was quoted or offered. */
export interface SentDeal {
  readonly versions: readonly ShownVersion[];
  readonly stage: string;
}

/** The one that is out, or was the last one. */
export function newestVersion<Version extends ShownVersion>(versions: readonly Version[]): Version | null {
  return versions.findLast(({ state }) => state !== "superseded") ?? null;
}

/** For a version that can be taken back until it leaves. */
export function sentToast(kind: DealKind, ref: string, sent: Undoable<QuoteSent>): Toast {
  const { name, undo } = dealKinds[kind];
  const { number, undo_ms: undoMs } = sent;
  return mailToast(`${name} ${number} for ${ref}`, undoMs, () => deskSend(undo, { ref, number }));
}

/** Says that staff have told a customer who has no e-mail address. */
export const toldRow = {
  act: (call, { record: { ref_number: ref } }) => call("they have been told", { ref }, dealCalls.told),
} as const satisfies ToolRow<DealProps<DealRecord, SentDeal>>;

/** What staff do about the newest version. */
export function versionRows(kind: DealKind) {
  const { resend, extend } = dealKinds[kind];
  return {
    again: {
      act(call, { record: { ref_number: ref }, deal }) {
        const number = newestVersion(deal.versions)?.number ?? 0;
        return call(`${kind} ${number} is sent again`, { ref, number }, resend);
      },
    },
    extend: {
      key: "extend",
      async act(call, { record: { ref_number: ref }, deal }, now) {
        const newest = newestVersion(deal.versions);
        if (newest === null) return;
        const body = { ref, valid_days: extendedDays(newest.valid_until, now) };
        await call("extended", body, async (_, key) =>
          sentToast(kind, ref, await undoableCall(extend, body, { key })),
        );
      },
    },
  } as const satisfies Readonly<Record<string, ToolRow<DealProps<DealRecord, SentDeal>>>>;
}
