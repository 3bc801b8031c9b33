import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";

import { failureText } from "#app/desk/api/desk-call.ts";
import { purchaseOf, type RecordedPurchase, recordPurchase } from "#app/desk/api/sales.ts";
import { dealForm, type FieldsProps } from "#app/desk/deal/deal-form.tsx";
import { Choice, MoneyField, TextInput } from "#app/desk/deal/inputs.tsx";
import { gstKinds } from "#domain/deals/purchase.ts";
import { saleActions } from "#domain/deals/sale-states.ts";
import { saleRequests } from "#domain/deals/sale-wire.ts";
import type { VehicleCondition } from "#domain/forms/vehicle-submission.ts";
import { frameNumberDoubt } from "#domain/frame-number-check.ts";
import { nzDate } from "#domain/nz-time.ts";

import { newestOffer, type SaleFormProps } from "./sale-tools.ts";

/** As typed: empty for what is not known. */
const purchaseSchema = v.object({
  name: v.string(),
  address: v.string(),
  phone: v.string(),
  birth_date: v.string(),
  identified_by: v.string(),
  identity_number: v.string(),
  not_identified_why: v.string(),
  description: v.string(),
  vin: v.string(),
  registration: v.string(),
  functioning: v.string(),
  price_cents: v.nullable(v.number()),
  paid_by: v.string(),
  bought_on: v.string(),
  gst: v.string(),
});
type Purchase = v.InferOutput<typeof purchaseSchema>;

const runs: Readonly<Record<VehicleCondition, string>> = {
  running: "yes",
  "running-issues": "yes",
  "not-running": "no",
  damaged: "no",
  "parts-only": "no",
};

/** What the record, the offer and the pick-up say already. */
function startPurchase({ record, sale }: SaleFormProps, now: Date): Purchase {
  const { full_name: name, location, phone, vehicle_type: type, year, make, model, condition } = record;
  const pickUp = sale.pick_up;
  return {
    name,
    address: location,
    phone,
    birth_date: "",
    identified_by: "",
    identity_number: "",
    not_identified_why: "",
    description: `${year} ${make} ${model}, ${type}`,
    vin: "",
    registration: "",
    functioning: Object.entries(runs).find(([each]) => each === condition)?.[1] ?? "",
    price_cents: newestOffer(sale)?.amount_cents ?? null,
    paid_by: pickUp === null ? "" : { account: "transfer", cash: "cash" }[pickUp.pay],
    bought_on: nzDate(now),
    gst: pickUp === null ? "" : pickUp.gst_registered ? "taxable-theirs" : "second-hand",
  };
}

const texts = {
  name: ["Full name, as on the ID", 120],
  address: ["Home address", 500],
  phone: ["Phone", 40],
  identified_by: ["Identified by", 120],
  identity_number: ["Number on the ID", 60],
  not_identified_why: ["If not identified: why", 500],
  description: ["The machine", 500],
  vin: ["VIN or frame number", 60],
  registration: ["Registration", 20],
} as const;

const choose = { "": "Choose" } as const;
const yesOrNo = { ...choose, yes: "Yes", no: "No" } as const;
const ways = { ...choose, transfer: "Bank transfer", cash: "Cash" } as const;
const gstChoices = { ...choose, ...gstKinds } as const;

function PurchaseFields({ values, set, now, problem }: FieldsProps<Purchase>) {
  const at = (field: keyof Purchase) => (problem?.field === field ? problem.message : null);
  const text = (name: keyof typeof texts) => (
    <TextInput
      label={texts[name][0]}
      maxLength={texts[name][1]}
      problem={at(name)}
      value={values[name]}
      onChange={set(name)}
    />
  );
  const day = (name: "birth_date" | "bought_on", label: string) => (
    <TextInput
      label={label}
      type="date"
      max={nzDate(now)}
      problem={at(name)}
      value={values[name]}
      onChange={set(name)}
    />
  );
  const choice = (
    name: "functioning" | "paid_by" | "gst",
    label: string,
    choices: Record<string, string>,
  ) => (
    <Choice label={label} value={values[name]} choices={choices} problem={at(name)} onChange={set(name)} />
  );
  const doubt = frameNumberDoubt(values.vin, values.description);
  return (
    <div className="grid gap-3 @min-[34rem]/record:grid-cols-2">
      {text("name")}
      {day("birth_date", "Date of birth")}
      <div className="@min-[34rem]/record:col-span-2">{text("address")}</div>
      {text("phone")}
      {text("identified_by")}
      {text("identity_number")}
      {text("not_identified_why")}
      <div className="@min-[34rem]/record:col-span-2">{text("description")}</div>
      {text("vin")}
      {text("registration")}
      {doubt !== null && (
        <p className="text-warn text-sm font-semibold @min-[34rem]/record:col-span-2">{doubt}</p>
      )}
      {choice("functioning", "Runs, or would after small repairs", yesOrNo)}
      <MoneyField
        label="Price paid"
        problem={at("price_cents")}
        cents={values.price_cents}
        onChange={set("price_cents")}
      />
      {choice("paid_by", "Paid by", ways)}
      {day("bought_on", "Bought on")}
      <div className="@min-[34rem]/record:col-span-2">{choice("gst", "GST", gstChoices)}</div>
    </div>
  );
}

const fieldsSchema = v.omit(saleRequests.purchase, ["ref", "corrects"]);

/** Empty fields are null on the wire. */
function bodyOf({ functioning, ...values }: Purchase) {
  const filled = Object.entries(values).map(([name, value]) => [name, value === "" ? null : value]);
  const runsNow = functioning === "" ? null : functioning === "yes";
  return v.parse(fieldsSchema, { ...Object.fromEntries(filled), functioning: runsNow });
}

const purchaseForm = {
  label: saleActions.purchase,
  keeps: purchaseSchema,
  showsProblems: true,
  Fields: PurchaseFields,
} as const;

/** The dealer's record. The server says what the law still asks for, one field at a time. */
export const PurchaseForm = dealForm("purchase", {
  ...purchaseForm,
  start: startPurchase,
  hint: "As the Secondhand Dealers and Pawnbrokers Act 2004 asks. Print it after this, and both of you sign it.",
  button: "Record the purchase",
  body: (values) => bodyOf(values),
  send: recordPurchase,
  done: "the purchase is recorded",
});

interface CorrectionProps extends SaleFormProps {
  readonly recorded: RecordedPurchase;
}

/** What is sealed is kept in no tab. */
const RecordedForm = dealForm("purchase-correction", {
  ...purchaseForm,
  label: "Correct the purchase",
  keeps: undefined,
  start: ({ recorded: { purchase } }: CorrectionProps): Purchase => {
    const typed = Object.entries(purchase).map(([name, value]) => [name, value ?? ""]);
    const functioning = purchase.functioning === null ? "" : purchase.functioning ? "yes" : "no";
    const { price_cents } = purchase;
    return v.parse(purchaseSchema, { ...Object.fromEntries(typed), functioning, price_cents });
  },
  hint: "What was recorded first stays with it; the printed page shows both.",
  button: "Add the correction",
  body: (values, _, { recorded }) => ({ ...bodyOf(values), corrects: recorded.id }),
  send: recordPurchase,
  done: "the purchase is corrected",
});

/** Adds a correction to the dealer's record. Loading it is a view that the audit list names. */
export function CorrectionForm(props: SaleFormProps) {
  const { ref_number: ref } = props.record;
  const { data, error } = useQuery({
    queryKey: ["purchase", ref],
    queryFn: () => purchaseOf(ref),
    refetchOnWindowFocus: false,
  });
  if (data !== undefined) return <RecordedForm {...props} recorded={data} />;
  return (
    <p role={error === null ? "status" : "alert"} className="text-ink-muted text-sm">
      {error === null ? "Loading the record..." : failureText(error)}
    </p>
  );
}
