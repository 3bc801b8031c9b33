import { useQuery } from "@tanstack/react-query";

import { setParcelState } from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { CopyIcon } from "#app/desk/ui/copy-button.tsx";
import { momentText } from "#app/desk/ui/moment-text.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderStateLabels } from "#domain/deals/stage.ts";
import { formatDay } from "#domain/nz-time.ts";

import { balanceText, methodLabels, parcelStateLabels } from "./deal-text.ts";
import { heldBy } from "./deal-tools.ts";
import { carrierList } from "./desk-setting-queries.ts";
import { Choice } from "./text-inputs.tsx";
import { type DealProps, useDealCall } from "./use-deal-call.ts";

/** The order, what was paid for it, and its parcels. */
export function OrderSummary({ record, deal }: DealProps) {
  const { viewer, desk, now } = useDeskPage();
  const { order, payments } = deal;
  useQuery({ ...carrierList, enabled: order !== null }, desk.data.client); // Ready when a parcel is entered.
  if (order === null) return null;
  return (
    <section aria-label="Order" className="grid gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">Invoice {order.invoice_number}</span>
        <span className="font-semibold tabular-nums">{formatCents(order.total_cents)}</span>
        <span className="text-sm font-semibold">{orderStateLabels[order.state]}</span>
        <span className="text-ink-muted text-sm">{balanceText(order, heldBy(deal), now)}</span>
        <span className="group/field text-ink-muted inline-flex items-center text-sm">
          Code {order.payment_code}
          <CopyIcon what="payment code" text={order.payment_code} />
        </span>
      </p>
      {deal.owed_back.map(({ invoice_number: invoice, cents }) => (
        <p key={invoice} className="text-sm font-semibold">
          Invoice {invoice} was cancelled: {formatCents(cents)} to pay back
        </p>
      ))}
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

function Parcels({ record, deal }: DealProps) {
  const { now } = useDeskPage();
  const call = useDealCall(record);
  const action = useAction();
  if (deal.parcels.length === 0) return null;
  const change = (id: string, state: keyof typeof parcelStateLabels) => {
    const body = { id, state };
    const done = `parcel ${parcelStateLabels[state].toLowerCase()}`;
    void action.run(() => call(done, body, (key) => setParcelState(body, key)));
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
            <span className="w-44">
              <Choice
                label={`State of ${parcel.tracking}`}
                isLabelHidden
                value={parcel.state}
                choices={parcelStateLabels}
                onChange={(state) => change(parcel.id, state)}
              />
            </span>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
    </>
  );
}

function Tracking({
  parcel: { carrier, tracking, url },
}: {
  readonly parcel: DealForDesk["parcels"][number];
}) {
  const text = `${carrier} ${tracking}`;
  if (url === null) return <span className="font-semibold">{text}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-link font-semibold">
      {text}
    </a>
  );
}
