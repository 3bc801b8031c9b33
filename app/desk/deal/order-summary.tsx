import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";

import { changeParcel } from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { momentText } from "#app/desk/ui/mail-error.ts";
import { ActMenu } from "#app/desk/ui/menu.tsx";
import { CopyIcon, ToolButton } from "#app/desk/ui/tool.tsx";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderStates } from "#domain/deals/order.ts";
import { parcelStates } from "#domain/deals/stage.ts";
import { formatDay } from "#domain/nz-time.ts";

import { balanceText, methodLabels, parcelStateLabels } from "./deal-text.ts";
import { heldBy } from "./deal-tools.ts";
import { carrierList } from "./desk-setting-queries.ts";
import { ParcelForm } from "./order-forms.tsx";
import { type DealProps, useDealCall } from "./use-deal-call.ts";

/** The order, what was paid for it, and its parcels. */
export function OrderSummary({ record, deal }: DealProps) {
  const { viewer, now } = useDeskPage();
  const { order, payments } = deal;
  useQuery({ ...carrierList, enabled: order !== null }); // Ready when a parcel is entered.
  if (order === null) return null;
  return (
    <section aria-label="Order" className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">Invoice {order.invoice_number}</span>
        <span className="font-semibold tabular-nums">{formatCents(order.total_cents)}</span>
        <span className="text-sm font-semibold">{orderStates[order.state].label}</span>
        <span className="text-ink-muted text-sm">{balanceText(order, heldBy(deal), now)}</span>
        <span className="group/field text-ink-muted inline-flex items-center text-sm">
          Code {order.payment_code}
          <CopyIcon what="payment code" text={order.payment_code} />
        </span>
      </p>
      {payments.length > 0 && (
        <ul aria-label="Payments" className="text-sm">
          {payments.map(({ id, amount_cents: cents, method, received_on: day, note, by }) => (
            <li key={id}>
              <span className="mr-2 font-semibold tabular-nums">{formatCents(cents)}</span>
              {methodLabels[method]}, {formatDay(day, now)}, entered by <bdi>{viewer.nameOf(by)}</bdi>
              {note !== null && <bdi className="text-ink-muted ml-2">{note}</bdi>}
            </li>
          ))}
        </ul>
      )}
      <Parcels record={record} deal={deal} />
    </section>
  );
}

type Parcel = DealForDesk["parcels"][number];
type ParcelState = Parcel["state"];

function Parcels(props: DealProps) {
  const { record, deal } = props;
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  const [last, setLast] = useState<Parcel | null>(null);
  const [wrong, setWrong] = useState<Parcel | null>(null);
  if (deal.parcels.length === 0) return null;
  const change = ({ id }: Parcel, state: ParcelState) => {
    const done = `parcel ${parcelStateLabels[state].toLowerCase()}`;
    return call(done, { id, state }, (key) => changeParcel({ id, state }, key));
  };
  const choose = (parcel: Parcel, state: ParcelState) => {
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
                <StateMenu parcel={parcel} onChoose={(state) => choose(parcel, state)} />
                <ToolButton className="px-3 text-sm lg:min-h-9" onClick={() => setWrong(parcel)}>
                  Correct <span className="sr-only">{parcel.tracking}</span>
                </ToolButton>
              </>
            ) : (
              <span className="font-semibold">{parcelStateLabels[parcel.state]}</span>
            )}
          </li>
        ))}
      </ul>
      {wrong !== null && (
        <ParcelForm {...props} key={wrong.id} parcel={wrong} onClose={() => setWrong(null)} />
      )}
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
      {last !== null && (
        <ConfirmDialog
          title="Has the whole order arrived?"
          label="It has arrived"
          onConfirm={() => deliver(last)}
          onClose={() => setLast(null)}
        >
          <p>No other parcel is on its way. Once the order is delivered, its parcels cannot be changed.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface StateMenuProps {
  readonly parcel: Parcel;
  readonly onChoose: (state: ParcelState) => void;
}

function StateMenu({ parcel: { tracking, state }, onChoose }: StateMenuProps) {
  const label = `State of ${tracking}`;
  return (
    <ActMenu
      label={label}
      className="text-sm lg:min-h-9"
      choices={parcelStates.filter((one) => one !== state).map((one) => [one, parcelStateLabels[one]])}
      onChoose={onChoose}
    >
      <span className="sr-only">{label}:</span> {parcelStateLabels[state]}
    </ActMenu>
  );
}

function Tracking({ parcel: { carrier, tracking, url } }: { readonly parcel: Parcel }) {
  const text = `${carrier} ${tracking}`;
  if (url === null) return <span className="font-semibold">{text}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-link font-semibold">
      {text}
    </a>
  );
}
