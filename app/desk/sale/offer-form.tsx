import { Trash2 } from "lucide-react";

import { undoableCall } from "#app/desk/api/desk-call.ts";
import { dealForm, type FieldsProps } from "#app/desk/deal/deal-form.tsx";
import { MoneyField, TextInput, WordsField } from "#app/desk/deal/inputs.tsx";
import { sentToast } from "#app/desk/deal/tool-rows.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { validUntil } from "#domain/deals/deadlines.ts";
import { type Cents, formatCents } from "#domain/deals/money.ts";
import { offerValidDays, windowsMost } from "#domain/deals/offer.ts";
import { validDaysMost } from "#domain/deals/quote.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import { saleActions } from "#domain/deals/sale-states.ts";
import type { SaleForDesk } from "#domain/deals/sale-wire.ts";
import { readShorthand } from "#domain/deals/shorthand.ts";
import { formatDay, nzClockTime, nzDate, nzInstant } from "#domain/nz-time.ts";

import { counterOf, type SaleFormProps } from "./sale-tools.ts";

/** As typed, in New Zealand time. */
interface Window {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

interface Offer {
  readonly short: string;
  readonly amount_cents: Cents | null;
  readonly days: string;
  readonly windows: readonly Window[];
  readonly words: string;
}

/** Those of the offer before that are still to come: nobody else has chosen any. */
function windowsBefore({ versions }: SaleForDesk, now: Date): Window[] {
  const windows = versions.at(-1)?.content.pick_up ?? [];
  return windows
    .map(({ from, to }) => [new Date(from), new Date(to)] as const)
    .filter(([from]) => from > now)
    .map(([from, to]) => ({ day: nzDate(from), from: nzClockTime(from), to: nzClockTime(to) }));
}

/** `1200 7d`: amount and days, in any order; null for anything else. */
function readOffer(text: string): Partial<Offer> | null {
  const said = readShorthand(text);
  if (said === null) return null;
  const { unit_cents: cents, valid_days: days, ...rest } = said;
  if (Object.values(rest).some((value) => value !== null)) return null;
  return {
    ...(cents !== null && { amount_cents: cents }),
    ...(days !== null && { days: String(days) }),
  };
}

/** Makes an offer, or another one. */
export const OfferForm = dealForm("offer", {
  label: saleActions.offer,
  start: ({ deal: sale }: SaleFormProps, now): Offer => ({
    short: "",
    // What the seller asked for, or else our last amount.
    amount_cents: counterOf(sale)?.amount_cents ?? sale.versions.at(-1)?.amount_cents ?? null,
    days: String(offerValidDays),
    windows: windowsBefore(sale, now),
    words: sale.versions.at(-1)?.content.words ?? "",
  }),
  keeps: ["short", "amount_cents", "days", "windows", "words"],
  Fields: OfferFields,
  button: ({ amount_cents: cents }) =>
    cents === null ? "Send the offer" : `Send the offer of ${formatCents(cents)}`,
  body: ({ amount_cents: cents, days, windows, words }) => ({
    amount_cents: cents ?? 0,
    valid_days: Number(days),
    pick_up: windows.map(({ day, from, to }) => ({ from: moment(day, from), to: moment(day, to) })),
    words: words || null,
  }),
  preview: saleCalls.offerPreview,
  send: async (offer, key) =>
    sentToast("offer", offer.ref, await undoableCall(saleCalls.offerSend, offer, { key })),
  done: "offer sent",
});

const noDay: Window = { day: "", from: "09:00", to: "12:00" };

/** "" while it is being typed. */
const moment = (day: string, time: string) =>
  day === "" || time === "" ? "" : nzInstant(day, time).toISOString();

function OfferFields({ values, edit, set, now }: FieldsProps<Offer>) {
  const { short, amount_cents: cents, days, windows, words } = values;
  const isUnderstood = readOffer(short) !== null;
  const last = windows.at(-1);
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_6rem]">
        <div className="col-span-2 sm:col-span-1">
          <TextInput
            label="Offer and days"
            placeholder="1200 7d"
            problem={isUnderstood ? null : "Not understood. Write it like 1200 7d"}
            value={short}
            onChange={(typed) => edit({ ...readOffer(typed), short: typed })}
          />
        </div>
        <MoneyField label="Our offer" required cents={cents} onChange={set("amount_cents")} />
        <TextInput
          label="Days valid"
          type="number"
          required
          min={0}
          max={validDaysMost}
          value={days}
          onChange={set("days")}
        />
      </div>
      <fieldset className="grid gap-2">
        <legend className="text-ink-muted text-sm">
          {windows.length === 0
            ? "When we can pick it up: we arrange it once the seller has accepted, unless you give times"
            : "When we can pick it up: the seller chooses one"}
        </legend>
        {windows.map((window, index) => (
          <WindowFields
            key={index}
            window={window}
            number={index + 1}
            onChange={(changed) => edit({ windows: windows.with(index, changed) })}
            onRemove={() => edit({ windows: windows.toSpliced(index, 1) })}
          />
        ))}
        {windows.length < windowsMost && (
          <ToolButton
            className="justify-self-start px-3 text-sm lg:min-h-9"
            onClick={() => edit({ windows: [...windows, last ?? noDay] })}
          >
            {last === undefined ? "+ A time to choose" : "+ Another time"}
          </ToolButton>
        )}
      </fieldset>
      <WordsField value={words} onChange={set("words")} />
      <p className="text-ink-muted text-sm">
        {/^\d+$/.test(days) &&
          Number(days) <= validDaysMost &&
          `Valid until ${formatDay(validUntil(now, Number(days)), now)}. `}
        Nothing is agreed until the seller accepts it.
      </p>
    </>
  );
}

interface WindowFieldsProps {
  readonly window: Window;
  readonly number: number;
  readonly onChange: (window: Window) => void;
  readonly onRemove: () => void;
}

function WindowFields({ window, number, onChange, onRemove }: WindowFieldsProps) {
  const field = (name: keyof Window, label: string, type: "date" | "time", problem: string | null = null) => (
    <TextInput
      label={label}
      type={type}
      required
      problem={problem}
      value={window[name]}
      onChange={(typed) => onChange({ ...window, [name]: typed })}
    />
  );
  return (
    <div role="group" aria-label={`Time ${number}`} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
      <div className="col-span-3">{field("day", "Day", "date")}</div>
      {field("from", "From", "time")}
      {field("to", "To", "time", window.from < window.to ? null : "Later than from")}
      <button
        type="button"
        aria-label={`Remove time ${number}`}
        className="text-ink-muted hover:bg-surface-sunken inline-flex size-11 items-center justify-center rounded-sm lg:size-9"
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </div>
  );
}
