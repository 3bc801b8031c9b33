import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { Recipients } from "#app/desk/record-parts/recipients.tsx";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { addDays } from "#domain/calendar-date.ts";
import { payDaysMost, twentiethOfNextMonth } from "#domain/deals/deadlines.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import { type Cents, formatCents } from "#domain/deals/money.ts";
import { orderChanges } from "#domain/deals/order-changes.ts";
import { orderActions } from "#domain/deals/order.ts";
import { quoteActions } from "#domain/deals/quote-states.ts";
import { noteMost, wordsMost } from "#domain/deals/quote.ts";
import type { SoldLine } from "#domain/deals/sold.ts";
import { possibleRecipients, usualRecipient } from "#domain/mail-recipients.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { dealForm, type DealFormProps, type FieldsProps } from "./deal-form.tsx";
import { openQuestion } from "./deal-tools.ts";
import { carrierList, declineReasons } from "./desk-setting-queries.ts";
import { Choice, MoneyField, TextArea, TextInput } from "./inputs.tsx";

export const AnswerForm = dealForm("answer", {
  label: quoteActions.answer,
  start({ deal, record: { email } }) {
    const asked = openQuestion(deal);
    const possible = possibleRecipients(email, asked ?? {});
    const to = [usualRecipient(email, asked ?? {})];
    return { message: asked?.id ?? "", subject: asked?.subject ?? null, words: "", possible, to };
  },
  keeps: ["words"],
  Fields: ({ values: { words, possible, to }, set }) => (
    <>
      <TextArea
        label="Your answer"
        required
        rows={3}
        most={wordsMost}
        value={words}
        onChange={set("words")}
      />
      <Recipients possible={possible} to={to} onChange={set("to")} />
    </>
  ),
  hint: ({ subject, possible: [own], to }) =>
    [
      subject === null ? "" : `Answers their mail “${subject}”: they see both as one conversation.`,
      to.every((address) => address === own) ? "" : "To others, it has no link to the customer’s page.",
    ].join(" "),
  button: "Send the answer",
  body: ({ message, words, possible, to }) => ({ message, words, ...(possible.length > 1 && { to }) }),
  send: dealCalls.answer,
  done: "answered",
});

/** For a customer who said so elsewhere than on the page. */
export const DeclineForm = dealForm("decline", {
  label: quoteActions.decline,
  start: () => ({ reason: "", words: "" }),
  keeps: ["words"],
  Fields({ values: { reason, words }, set }) {
    const { data: reasons = [] } = useQuery(declineReasons);
    const choices = { "": "Choose", ...Object.fromEntries(reasons.map((one) => [one, one])) };
    return (
      <>
        <Choice label="Why" required value={reason} choices={choices} onChange={set("reason")} />
        <TextArea label="In their words" most={wordsMost} value={words} onChange={set("words")} />
      </>
    );
  },
  button: "Note it",
  body: (values) => values,
  send: dealCalls.decline,
  done: "the customer said no thanks",
});

/** What staff choose from. */
export const enteredLabels = {
  transfer: "Bank transfer",
  cash: "Cash",
  card: "Card",
  correction: "Correction of a wrong entry",
} as const;

interface Payment {
  readonly amount_cents: Cents | null;
  readonly method: keyof typeof enteredLabels;
  readonly received_on: string;
  readonly note: string;
}

/** Money that came in: what is still owed unless changed. What goes back has a form of its own, with its credit note and mail. */
export const PaymentForm = dealForm("payment", {
  label: "Payment",
  start: ({ deal }, now): Payment => ({
    amount_cents: amountDue(deal),
    method: "transfer",
    received_on: nzDate(now),
    note: "",
  }),
  keeps: ["note"],
  Fields: ({ values: { amount_cents: cents, method, received_on: day, note }, set, now }) => (
    <div className="grid grid-cols-2 gap-3">
      <MoneyField
        label="Amount"
        required
        cents={cents}
        problem={(cents ?? 0) < 0 && method !== "correction" ? goesBack : null}
        onChange={set("amount_cents")}
      />
      <Choice label="How" value={method} choices={enteredLabels} onChange={set("method")} />
      <TextInput
        label="On"
        type="date"
        required
        max={nzDate(now)}
        value={day}
        onChange={set("received_on")}
      />
      <TextInput label="Note" maxLength={noteMost} value={note} onChange={set("note")} />
    </div>
  ),
  hint: ({ method }) => (method === "correction" ? correctionText : ""),
  button: "Save payment",
  body: ({ amount_cents: cents, note, ...values }) => ({
    ...values,
    amount_cents: cents ?? 0,
    note: note || null,
    again: false,
  }),
  send: dealCalls.payment,
  done: ({ amount_cents: cents }) => `${formatCents(cents)} entered`,
});

const goesBack = `To pay money back, use “${orderActions.refund.label}”`;
const correctionText =
  "A correction is only for what was entered by mistake: it counts like a payment, with a minus if it takes money out, and nobody is mailed.";

function amountDue({ order }: DealForDesk): Cents | null {
  if (order === null || order.state === "cancelled" || order.balance_cents <= 0) return null;
  return order.balance_cents;
}

interface ParcelValues {
  /** Null for the usual one. */
  readonly carrier: string | null;
  readonly tracking: string;
}

const parcelForm = {
  Fields({ values: { carrier, tracking }, set }: FieldsProps<ParcelValues>) {
    const { data: carriers = [] } = useQuery(carrierList);
    const id = useId();
    return (
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput label="Tracking number" required value={tracking} onChange={set("tracking")} />
        <TextInput
          label="Carrier"
          required
          maxLength={60}
          list={id}
          value={carrier ?? usualCarrier()}
          onChange={set("carrier")}
        />
        <datalist id={id}>
          {carriers.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
    );
  },
  body: ({ carrier, tracking }: ParcelValues) => ({
    carrier: carrier ?? usualCarrier(),
    tracking,
    again: false,
  }),
  done: ({ carrier, tracking }: ParcelValues) => `${carrier} ${tracking}`,
};

const usualCarrier = () => deskClient.getQueryData(carrierList.queryKey)?.[0]?.name ?? "";

export const ParcelForm = dealForm("parcel", {
  ...parcelForm,
  label: "Parcel",
  start: (): ParcelValues => ({ carrier: null, tracking: "" }),
  hint: orderActions.parcel.hint,
  button: "Save and tell the customer",
  send: dealCalls.parcel,
});

interface CorrectionProps extends DealFormProps {
  readonly parcel: DealForDesk["parcels"][number];
}

export const ParcelCorrection = dealForm("correction", {
  ...parcelForm,
  label: "Correct the parcel",
  start: ({ parcel: { carrier, tracking } }: CorrectionProps): ParcelValues => ({ carrier, tracking }),
  hint: "The customer’s page follows at once. If our mail has left, they get another one that says sorry.",
  button: "Correct it",
  body: (values, { parcel: { id } }) => ({ id, ...parcelForm.body(values) }),
  send: ({ id, carrier, tracking, again }, key) =>
    deskSend(dealCalls.parcelChange, { id, carrier, tracking, again }, { key }),
});

/** For customers who pay on the 20th. */
export const LaterDayForm = dealForm("later", {
  label: orderChanges.extend.label,
  start: (_, now) => ({ pay_by: twentiethOfNextMonth(now), note: "" }),
  keeps: ["note"],
  Fields: ({ values: { pay_by: day, note }, set, now, problem }) => (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextInput
        label="Last day to pay"
        type="date"
        required
        min={nzDate(now)}
        max={addDays(nzDate(now), payDaysMost)}
        problem={problem?.field === "pay_by" ? problem.message : null}
        value={day}
        onChange={set("pay_by")}
      />
      <TextInput label="Note, for us" maxLength={noteMost} value={note} onChange={set("note")} />
    </div>
  ),
  hint: orderChanges.extend.hint,
  button: "Save and tell the customer",
  body: ({ pay_by, note }) => ({ change: "extend" as const, pay_by, note: note || null }),
  send: dealCalls.order,
  done: ({ pay_by: day }) => `to be paid by ${formatDay(day)}`,
});

const pulledText = ({ pulled_at: at, text }: SoldLine) => (at === null ? [] : [text]);
export const CancelOrderForm = dealForm("cancel", {
  label: orderChanges.cancel.label,
  start: ({ deal: { sold } }) => ({ note: "", pulled: sold.flatMap(pulledText) }),
  keeps: ["note"],
  Fields: ({ values: { note }, set }) => (
    <TextInput label="Why, for us" maxLength={noteMost} value={note} onChange={set("note")} />
  ),
  hint: ({ pulled: parts }) =>
    `${orderChanges.cancel.hint}${parts.length > 0 ? ` To put back: ${parts.join("; ")}.` : ""}`,
  button: orderChanges.cancel.label,
  body: ({ note }) => ({ change: "cancel" as const, note: note || null }),
  send: dealCalls.order,
  done: orderChanges.cancel.done,
});
