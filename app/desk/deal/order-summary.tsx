import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";

import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { momentText } from "#app/desk/ui/mail-error.ts";
import { ActMenu } from "#app/desk/ui/menu.tsx";
import { CopyIcon, ToolButton } from "#app/desk/ui/tool.tsx";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk, ShownOrder } from "#domain/deals/deal-wire.ts";
import { deliveryWayRows, wayOf } from "#domain/deals/delivery-ways.ts";
import { takenWords } from "#domain/deals/history-words.ts";
import { holdWords } from "#domain/deals/hold.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderActions, orderStates } from "#domain/deals/order.ts";
import { parcelStateNames, parcelStates } from "#domain/deals/parcels.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { type DealProps, useDealCall } from "./deal-call.ts";
import { ParcelCorrection } from "./deal-forms.tsx";
import { carrierList } from "./desk-setting-queries.ts";
import { PaymentList } from "./payment-list.tsx";

/** The order, what was paid for it, and its parcels. */
export function OrderSummary({ record, deal }: DealProps) {
  const { now } = useDeskPage();
  const { order } = deal;
  useQuery({ ...carrierList, enabled: order !== null }); // Ready when a parcel is entered.
  if (order === null) return null;
  const way = wayOf(deal.versions.find(({ number }) => number === order.number)?.content.freight ?? {});
  return (
    <section aria-label="Order" className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">Invoice {order.invoice_number}</span>
        <span className="font-semibold tabular-nums">{formatCents(order.total_cents)}</span>
        <span className="text-sm font-semibold">{orderStates[order.state].label}</span>
        <span className="text-ink-muted text-sm">{balanceText(order, order.paid_cents, now)}</span>
        <span className="group/field text-ink-muted inline-flex items-center text-sm">
          Code {order.payment_code}
          <CopyIcon what="payment code" text={order.payment_code} />
        </span>
      </p>
      {way !== "courier" && <p className="text-sm font-semibold">{deliveryWayRows[way].label}</p>}
      {deal.held_machine !== null && orderStates[order.state].isUnsent && (
        <p className="text-warn text-sm font-semibold">{holdWords(deal.held_machine)}</p>
      )}
      {deal.is_unpayable && orderStates[order.state].step === "pay" && (
        <p className="text-danger text-sm font-semibold">Customers cannot see where to pay</p>
      )}
      {deal.taken_back.map(({ amount_cents: cents, why, by }, at) => (
        <p key={at} className="text-danger text-sm font-semibold">
          {takenWords[why](formatCents(cents))}
          {by !== null && `, evidence is due by ${formatDay(by, now)}`}
        </p>
      ))}
      <PaymentList record={record} deal={deal} />
      <Documents deal={deal} />
      <Parcels record={record} deal={deal} />
    </section>
  );
}

/** What the order still gets, and until when; `held` is for one that is cancelled. */
export function balanceText(
  { state, balance_cents: balance, pay_by: payBy }: Pick<ShownOrder, "state" | "balance_cents" | "pay_by">,
  held: number,
  now: Date,
): string {
  if (orderStates[state].money === "to_refund" && held > 0) return `${formatCents(held)} to pay back`;
  if (state === "cancelled") return "nothing is owed";
  if (state === "refunded") return "all paid back";
  if (balance < 0) return `${formatCents(-balance)} overpaid`;
  if (balance === 0) return "paid in full";
  if (orderStates[state].step !== "pay") return `${formatCents(balance)} still owing`;
  // The deadline is the first moment of the day after.
  const last = formatDay(nzDate(new Date(Date.parse(payBy) - 1)), now);
  const isOver = state === "lapsed" || now >= new Date(payBy);
  return `${formatCents(balance)} ${isOver ? "was due" : "to pay"} by ${last}`;
}

/** Invoices and credit notes, as the customer has them. */
function Documents({ deal: { documents } }: Pick<DealProps, "deal">) {
  if (documents.length === 0) return null;
  return (
    <ul aria-label="Documents" className="flex flex-wrap gap-x-4 text-sm">
      {documents.map(({ number, total_cents: cents }) => {
        const address = `${moneyCalls.document.path}?${new URLSearchParams({ number })}`;
        return (
          <li key={number} className="inline-flex min-h-11 items-center gap-2 lg:min-h-8">
            <a href={address} target="_blank" rel="noreferrer" className="text-link">
              {number}
            </a>
            <span className="tabular-nums">{formatCents(number.startsWith("CN") ? -cents : cents)}</span>
            <a href={`${address}&as=pdf`} className="text-link">
              PDF<span className="sr-only"> of {number}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

type Parcel = DealForDesk["parcels"][number];

function Parcels(props: DealProps) {
  const { record, deal } = props;
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const [last, setLast] = useState<Parcel | null>(null);
  const [wrong, setWrong] = useState<Parcel | null>(null);
  if (deal.parcels.length === 0) return null;
  const change = ({ id }: Parcel, state: Parcel["state"]) =>
    call(`parcel ${parcelStates[state].desk.toLowerCase()}`, { id, state }, dealCalls.parcelChange);
  const choose = (parcel: Parcel, state: Parcel["state"]) => {
    const isLast = deal.parcels.every((one) => one.id === parcel.id || one.state !== "with_carrier");
    if (state === "delivered" && isLast) setLast(parcel);
    else void action.run(() => change(parcel, state));
    if (state === "removed") focusPart("title"); // The menu goes.
  };
  const deliver = async (parcel: Parcel) => {
    await change(parcel, "delivered");
    flushSync(() => setLast(null)); // Nothing else can take the focus while the question is open.
    focusPart("title"); // The menu goes.
  };
  return (
    <>
      <ul aria-label="Parcels" className="grid gap-2 text-sm">
        {deal.parcels.map((parcel) => (
          <li key={parcel.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Tracking parcel={parcel} />
            <span className="text-ink-muted">
              {parcel.delivered_at === null
                ? `sent ${momentText(parcel.sent_at, now)}`
                : `delivered ${momentText(parcel.delivered_at, now)}`}
            </span>
            {deal.order?.state === "sent" ? (
              <>
                <ActMenu
                  label={`State of ${parcel.tracking}`}
                  className="text-sm lg:min-h-9"
                  choices={otherStates(parcel).map((state) => [state, parcelStates[state].desk])}
                  onChoose={(state) => choose(parcel, state)}
                >
                  <span className="sr-only">State of {parcel.tracking}:</span>{" "}
                  {parcelStates[parcel.state].desk}
                </ActMenu>
                <ToolButton className="px-3 text-sm lg:min-h-9" onClick={() => setWrong(parcel)}>
                  Correct <span className="sr-only">{parcel.tracking}</span>
                </ToolButton>
              </>
            ) : (
              <span className="font-semibold">{parcelStates[parcel.state].desk}</span>
            )}
          </li>
        ))}
      </ul>
      {wrong !== null && (
        <ParcelCorrection {...props} key={wrong.id} parcel={wrong} onClose={() => setWrong(null)} />
      )}
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      {last !== null && (
        <ConfirmDialog
          title="Has the whole order arrived?"
          label={orderActions.delivered.label}
          onConfirm={() => deliver(last)}
          onClose={() => setLast(null)}
        >
          <p>No other parcel is on its way. Once the order is delivered, its parcels cannot be changed.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const otherStates = ({ state }: Parcel) => parcelStateNames.filter((other) => other !== state);

function Tracking({ parcel: { carrier, tracking, url } }: { readonly parcel: Parcel }) {
  const text = `${carrier} ${tracking}`;
  if (url === null) return <span className="font-semibold">{text}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-link font-semibold">
      {text}
    </a>
  );
}
