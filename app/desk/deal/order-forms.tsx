import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";

import { changeOrder, changeParcel, enterParcel, enterPayment } from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { formatCents } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";

import { DealForm } from "./deal-form.tsx";
import { enteredLabels } from "./deal-text.ts";
import { heldBy } from "./deal-tools.ts";
import { carrierList } from "./desk-setting-queries.ts";
import { MoneyField } from "./money-field.tsx";
import { Choice, TextInput } from "./text-inputs.tsx";
import type { DealProps } from "./use-deal-call.ts";
import { useKeptText } from "./use-kept-text.ts";

interface OrderFormProps extends DealProps {
  readonly onClose: () => void;
}

/** The amount is what is still owed; what was paid too much, or for a cancelled order, is paid back. */
export function PaymentForm(props: OrderFormProps) {
  const { record, deal } = props;
  const { now } = useDeskPage();
  const [cents, setCents] = useState<number | null>(() => amountDue(deal));
  const [method, setMethod] = useState<keyof typeof enteredLabels>("transfer");
  const [day, setDay] = useState<string>(nzDate(now));
  const note = useKeptText(record, "payment");
  const amount = cents ?? 0;
  const body = {
    ref: record.ref_number,
    amount_cents: amount,
    method,
    received_on: day,
    note: note.text || null,
    again: false,
  };
  return (
    <DealForm
      {...props}
      kept={note}
      label="Payment"
      button="Save payment"
      body={body}
      send={enterPayment}
      done={amount > 0 ? `${formatCents(amount)} entered` : `${formatCents(-amount)} paid back`}
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-2">
        <MoneyField label="Amount" required cents={cents} onChange={setCents} />
        <Choice label="How" value={method} choices={enteredLabels} onChange={setMethod} />
        <TextInput label="On" type="date" required max={nzDate(now)} value={day} onChange={setDay} />
        <TextInput label="Note" maxLength={1000} value={note.text} onChange={note.type} />
      </div>
      <p className="text-ink-muted text-sm">
        Enter money that we pay back with a minus: -20.
        {method === "correction" && ` ${correctionText}`}
      </p>
    </DealForm>
  );
}

const correctionText =
  "A correction is only for what was entered by mistake: it counts like a payment, and nobody is mailed.";

function amountDue({ order, payments }: DealProps["deal"]): number | null {
  if (order === null) return null;
  return (order.state === "cancelled" ? -heldBy({ payments }) : order.balance_cents) || null;
}

interface ParcelFormProps extends OrderFormProps {
  /** To be corrected; a new one without it. */
  readonly parcel?: DealProps["deal"]["parcels"][number];
}

export function ParcelForm({ parcel, ...props }: ParcelFormProps) {
  const { data: carriers = [] } = useQuery(carrierList);
  const [tracking, setTracking] = useState(parcel?.tracking ?? "");
  const [typed, setCarrier] = useState<string | null>(parcel?.carrier ?? null);
  const carrier = typed ?? carriers[0]?.name ?? "";
  const id = useId();
  const entry = { carrier, tracking, again: false };
  const { ref_number: ref } = props.record;
  return (
    <DealForm
      {...props}
      label={parcel === undefined ? "Parcel" : "Correct the parcel"}
      button={parcel === undefined ? "Save and tell the customer" : "Correct it"}
      body={entry}
      send={(body, key) =>
        parcel === undefined
          ? enterParcel({ ref, ...body }, key)
          : changeParcel({ id: parcel.id, ...body }, key)
      }
      done={`${carrier} ${tracking}`}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput label="Tracking number" required value={tracking} onChange={setTracking} />
        <TextInput label="Carrier" required maxLength={60} list={id} value={carrier} onChange={setCarrier} />
        <datalist id={id}>
          {carriers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <p className="text-ink-muted text-sm">
        {parcel === undefined
          ? "The customer gets the mail “On its way”."
          : "The customer’s page follows at once. If our mail has left, they get another one that says sorry."}
      </p>
    </DealForm>
  );
}

export function CancelOrderForm(props: OrderFormProps) {
  const note = useKeptText(props.record, "cancel");
  return (
    <DealForm
      {...props}
      kept={note}
      label="Cancel the order"
      button="Cancel the order"
      body={{ ref: props.record.ref_number, change: "cancel", note: note.text || null }}
      send={changeOrder}
      done="order cancelled"
    >
      <TextInput label="Why, for us" maxLength={1000} value={note.text} onChange={note.type} />
      <p className="text-ink-muted text-sm">Its parts are free again. What was paid waits to be paid back.</p>
    </DealForm>
  );
}
