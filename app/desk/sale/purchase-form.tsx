import { deskCall } from "#app/desk/api/desk-call.ts";
import { dealForm, type FieldsProps } from "#app/desk/deal/deal-form.tsx";
import { Choice, MoneyField, TextInput, type TextInputProps } from "#app/desk/deal/inputs.tsx";
import { newestVersion } from "#app/desk/deal/tool-rows.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { gstKinds, type Purchase, purchaseFieldNames } from "#domain/deals/purchase.ts";
import { machineText } from "#domain/deals/requested.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleActions } from "#domain/deals/sale-states.ts";
import type { RecordedPurchase } from "#domain/deals/sale-wire.ts";
import type { VehicleCondition } from "#domain/forms/vehicle-submission.ts";
import { frameNumberDoubt } from "#domain/frame-number-check.ts";
import { nzDate } from "#domain/nz-time.ts";

import type { SaleFormProps } from "./sale-tools.ts";

const runs: Readonly<Record<VehicleCondition, boolean>> = {
  running: true,
  "running-issues": true,
  "not-running": false,
  damaged: false,
  "parts-only": false,
};

/** What the record, the offer and the pick-up say already. */
function startPurchase({ record, deal: sale }: SaleFormProps, now: Date): Purchase {
  const { full_name: name, phone, vehicle_type: type, condition } = record;
  const pickUp = sale.pick_up;
  return {
    name,
    address: null, // Where the machine stands need not be where its seller lives.
    phone,
    birth_date: null,
    identified_by: null,
    identity_number: null,
    not_identified_why: null,
    description: `${machineText(record)}, ${type}`,
    vin: null,
    registration: null,
    functioning: condition && runs[condition],
    price_cents: newestVersion(sale.versions)?.amount_cents ?? null,
    paid_by: pickUp && ({ account: "transfer", cash: "cash" } as const)[pickUp.pay],
    bought_on: nzDate(now),
    gst: pickUp && (pickUp.gst_registered ? "taxable-theirs" : "second-hand"),
  };
}

const choose = { "": "Choose" } as const;
type TextName = Exclude<keyof Purchase, "functioning" | "price_cents" | "paid_by" | "gst">;

function PurchaseFields({ values, set, now, problem }: FieldsProps<Purchase>) {
  const at = (field: keyof Purchase) => (problem?.field === field ? problem.message : null);
  const text = (
    name: TextName,
    label: string,
    limits: Pick<TextInputProps, "maxLength" | "type" | "max">,
  ) => (
    <TextInput
      label={label}
      {...limits}
      problem={at(name)}
      value={values[name]}
      onChange={(typed) => set(name)(typed || null)}
    />
  );
  const past = { type: "date", max: nzDate(now) } as const;
  const choice = <Name extends "paid_by" | "gst">(
    name: Name,
    label: string,
    choices: Record<NonNullable<Purchase[Name]> | "", string>,
  ) => (
    <Choice
      label={label}
      value={values[name] ?? ""}
      choices={choices}
      problem={at(name)}
      onChange={(chosen) => set(name)(chosen || null)}
    />
  );
  const doubt = frameNumberDoubt(values.vin ?? "", values.description ?? "");
  return (
    <div className="grid gap-3 @min-[34rem]/record:grid-cols-2">
      {text("name", "Full name, as on the ID", { maxLength: 120 })}
      {text("birth_date", "Date of birth", past)}
      <div className="@min-[34rem]/record:col-span-2">
        {text("address", "Home address", { maxLength: 500 })}
      </div>
      {text("phone", "Phone", { maxLength: 40 })}
      {text("identified_by", "Identified by", { maxLength: 120 })}
      {text("identity_number", "Number on the ID", { maxLength: 60 })}
      {text("not_identified_why", "If not identified: why", { maxLength: 500 })}
      <div className="@min-[34rem]/record:col-span-2">
        {text("description", "The machine", { maxLength: 500 })}
      </div>
      {text("vin", "VIN or frame number", { maxLength: 60 })}
      {text("registration", "Registration", { maxLength: 20 })}
      {doubt !== null && (
        <p className="text-warn text-sm font-semibold @min-[34rem]/record:col-span-2">{doubt}</p>
      )}
      <Choice
        label="Goes, or nearly"
        value={values.functioning === null ? "" : values.functioning ? "yes" : "no"}
        choices={{ ...choose, yes: "Yes", no: "No" }}
        problem={at("functioning")}
        onChange={(chosen) => set("functioning")(chosen === "" ? null : chosen === "yes")}
      />
      <MoneyField
        label="Price paid"
        problem={at("price_cents")}
        cents={values.price_cents}
        onChange={set("price_cents")}
      />
      {choice("paid_by", "Paid by", { ...choose, transfer: "Bank transfer", cash: "Cash" })}
      {text("bought_on", "Bought on", past)}
      <div className="@min-[34rem]/record:col-span-2">{choice("gst", "GST", { ...choose, ...gstKinds })}</div>
    </div>
  );
}

const purchaseForm = {
  label: saleActions.purchase,
  Fields: PurchaseFields,
  send: saleCalls.purchase,
} as const;

/** The dealer's record. The server says what the law still asks for, one field at a time. */
export const PurchaseForm = dealForm("purchase", {
  ...purchaseForm,
  keeps: purchaseFieldNames,
  start: startPurchase,
  hint: "As the Secondhand Dealers and Pawnbrokers Act 2004 asks. Print it after this, and both of you sign it.",
  button: "Record the purchase",
  body: (values) => values,
  done: "the purchase is recorded",
});

interface PurchaseCorrectionProps extends SaleFormProps {
  readonly recorded: RecordedPurchase;
}

/** What is sealed is kept in no tab. */
const RecordedForm = dealForm("purchase-correction", {
  ...purchaseForm,
  label: "Correct the purchase",
  start: ({ recorded: { purchase } }: PurchaseCorrectionProps) => purchase,
  hint: "What was recorded first stays with it; the printed page shows both.",
  button: "Add the correction",
  body: (values, { recorded }) => ({ ...values, corrects: recorded.id }),
  done: "the purchase is corrected",
});

/** Adds a correction to the dealer's record. Loading it is a view that the audit list names. */
export function CorrectionForm(props: SaleFormProps) {
  const { ref_number: ref } = props.record;
  const state = useLoaded(`purchase-${ref}`, () => deskCall(saleCalls.purchaseRecord, { ref, as: "json" }));
  if (state.data === null) return <Loading state={state} />;
  return <RecordedForm {...props} recorded={state.data} />;
}
