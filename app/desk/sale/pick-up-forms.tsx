import { dealForm } from "#app/desk/deal/deal-form.tsx";
import { TextInput } from "#app/desk/deal/inputs.tsx";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { pickUpChanges, saleActions } from "#domain/deals/sale-states.ts";
import { nzClockTime, nzDate, nzInstant } from "#domain/nz-time.ts";

import type { SaleFormProps } from "./sale-tools.ts";

export const PickedUpForm = dealForm("picked-up", {
  label: saleActions.pick_up,
  start: (_: SaleFormProps, now) => ({ day: nzDate(now) }),
  Fields: ({ values: { day }, set, now }) => (
    <div className="max-w-48">
      <TextInput label="On" type="date" required max={nzDate(now)} value={day} onChange={set("day")} />
    </div>
  ),
  hint: pickUpChanges.done.hint,
  button: "It is picked up",
  body: ({ day }) => ({ change: "done" as const, when: day }),
  send: saleCalls.pickUp,
  done: pickUpChanges.done.done,
});

/** Without a day, it was missed; with one, it is moved. */
export const MissedForm = dealForm("missed", {
  label: saleActions.missed,
  start: ({ deal: { pick_up: pickUp } }: SaleFormProps) => ({
    day: "",
    from: pickUp?.from ? nzClockTime(new Date(pickUp.from)) : "",
  }),
  keeps: ["day", "from"],
  Fields: ({ values: { day, from }, set, now }) => (
    <div className="grid grid-cols-2 gap-3 sm:max-w-80">
      <TextInput label="New day" type="date" min={nzDate(now)} value={day} onChange={set("day")} />
      <TextInput label="From" type="time" value={from} onChange={set("from")} />
    </div>
  ),
  hint: ({ day }) => pickUpChanges[day === "" ? "missed" : "moved"].hint,
  button: ({ day }) => (day === "" ? "It was missed" : "Move it"),
  body: ({ day, from }) => ({ change: "missed" as const, when: newTime(day, from) }),
  send: saleCalls.pickUp,
  done: ({ when }) => pickUpChanges[when === null ? "missed" : "moved"].done,
});

/** A day alone keeps the time of day. */
function newTime(day: string, from: string): string | null {
  if (day === "") return null;
  return from === "" ? day : nzInstant(day, from).toISOString();
}

type Cancelling = { readonly change: "cancel"; readonly when: null };

export const CancelPickUpForm = dealForm<object, Cancelling, SaleFormProps>("cancel-pick-up", {
  label: saleActions.cancel,
  start: () => ({}),
  Fields: () => null,
  hint: pickUpChanges.cancel.hint,
  button: saleActions.cancel,
  body: () => ({ change: "cancel", when: null }),
  send: saleCalls.pickUp,
  done: pickUpChanges.cancel.done,
});
