import { useState } from "react";

import { useIsYard } from "#app/desk/session/user.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { CopyButton, ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { formatCents } from "#domain/deals/money.ts";
import { windowText } from "#domain/deals/offer.ts";
import { gstKinds } from "#domain/deals/purchase.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { pickUpStates } from "#domain/deals/sale-states.ts";
import type { SaleForDesk, ShownMachine } from "#domain/deals/sale-wire.ts";
import type { Machine, PickUp } from "#domain/deals/sale.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { CorrectionForm } from "./purchase-form.tsx";
import type { SaleProps } from "./sale-tools.ts";

/** When the machine is picked up, and how the seller is paid. */
export function PickUpSummary({ sale: { pick_up: pickUp, purchase } }: { readonly sale: SaleForDesk }) {
  const { now } = useDeskPage();
  const isYard = useIsYard();
  if (pickUp === null) return null;
  const { state, pay, bank_account: account, gst_registered: isRegistered } = pickUp;
  return (
    <section aria-label="Pick-up" className="grid gap-0.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className={`font-semibold ${state === "missed" ? "text-warn" : ""}`}>
          {pickUpStates[state].desk}
        </span>
        <span>{timeText(pickUp, now)}</span>
      </p>
      {state !== "cancelled" && purchase?.paid_by !== "cash" && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          {pay === "account"
            ? isYard
              ? "The office pays their account"
              : "Pay to"
            : purchase === null && "Wants cash"}
          {account !== null && !isYard && (
            <>
              <span className="text-base font-semibold tabular-nums">{account}</span>
              <CopyButton what="bank account" text={account} />
            </>
          )}
          <span className="text-ink-muted">{isRegistered ? "GST registered" : "Not GST registered"}</span>
        </p>
      )}
    </section>
  );
}

/** Only the day of one that is done. */
function timeText({ state, from, to }: PickUp, now: Date): string {
  if (from === null || to === null) return "Arrange the time with the seller";
  return state === "done" ? formatDay(nzDate(new Date(from)), now) : windowText({ from, to }, now);
}

const paidWays = { cash: "in cash", transfer: "by bank transfer" } as const;

/** "on hold until Monday 14 December, 6 days to go", "free" */
export function holdText({ hold_until: until, days_to_go: days }: ShownMachine, now: Date): string {
  if (until === null || days === 0) return "free";
  return `on hold until ${formatDay(until, now)}, ${days} ${days === 1 ? "day" : "days"} to go`;
}

const linkClasses = `${toolClasses} px-3 text-sm lg:min-h-9`;

interface MachineLinksProps {
  readonly machine: Machine;
}

/** The printable pages of a machine. */
export function MachineLinks({ machine: { number, ref } }: MachineLinksProps) {
  const isYard = useIsYard();
  const record =
    ref === null || isYard ? [] : [`${saleCalls.purchaseRecord.path}?${new URLSearchParams({ ref })}`];
  const pages = [
    ...record.map((url) => ["Print the record", url] as const),
    ["Print the label", `${saleCalls.yardLabel.path}?number=${number}`] as const,
  ];
  return pages.map(([text, url]) => (
    <a key={text} href={url} target="_blank" rel="noreferrer" className={linkClasses}>
      {text}
      <span className="sr-only"> of machine {number}</span>
    </a>
  ));
}

/** The machine as it stands in the yard; its record can be corrected. */
export function PurchaseSummary(props: SaleProps) {
  const { now } = useDeskPage();
  const [isCorrecting, setIsCorrecting] = useState(false);
  const isYard = useIsYard();
  const { purchase } = props.deal;
  if (purchase === null) return null;
  const { machine, paid_by: way } = purchase;
  return (
    <section aria-label="Purchase" className="grid gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">Machine {machine.number}</span>
        {!isYard && <span className="font-semibold tabular-nums">{formatCents(machine.price_cents)}</span>}
        {!isYard && way !== null && <span className="text-sm">{paidWays[way]}</span>}
        <span className="text-sm">{holdText(machine, now)}</span>
        <span className="text-ink-muted text-sm">
          Bought {formatDay(machine.bought_on, now)}. {!isYard && `${gstKinds[machine.gst]}.`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <MachineLinks machine={machine} />
        {!isCorrecting && !isYard && (
          <ToolButton className="px-3 text-sm lg:min-h-9" onClick={() => setIsCorrecting(true)}>
            Correct the record
          </ToolButton>
        )}
      </div>
      {isCorrecting && <CorrectionForm {...props} onClose={() => setIsCorrecting(false)} />}
    </section>
  );
}
