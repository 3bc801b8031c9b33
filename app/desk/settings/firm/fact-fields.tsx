import { Choice, TextInput } from "#app/desk/deal/inputs.tsx";
import { validDaysMost } from "#domain/deals/quote.ts";
import { factLengths, type Region, regions } from "#domain/firm-choices.ts";
import type { FirmFacts } from "#domain/firm.ts";

import { Fact, type FirmFieldsProps } from "./fact.tsx";

const pairs = "grid gap-4 sm:grid-cols-2";
const note = "text-ink-muted max-w-[65ch] text-sm";

const texts = [
  ["trading_name"],
  ["legal_name"],
  ["gst_number"],
  ["phone", "tel"],
  ["email", "email"],
  ["street"],
  ["town"],
  ["postcode"],
] as const;
const regionChoices = Object.fromEntries(regions.map((name) => [name, name])) as Record<Region, string>;

export function FactFields(form: FirmFieldsProps) {
  const { value, edit } = form;
  return (
    <div className={pairs}>
      {texts.map(([name, type = "text"]) => (
        <Fact key={name} form={form} name={name}>
          {(field) => (
            <TextInput
              {...field}
              type={type}
              maxLength={factLengths[name]}
              required
              value={value[name]}
              onChange={(typed) => edit({ [name]: typed })}
            />
          )}
        </Fact>
      ))}
      <Fact form={form} name="region">
        {(field) => (
          <>
            <Choice
              {...field}
              value={value.region}
              choices={regionChoices}
              onChange={(region) => edit({ region })}
            />
            <p className={note}>It decides which anniversary day you are closed on.</p>
          </>
        )}
      </Fact>
    </div>
  );
}

const days = [
  ["valid_days", { min: 0, max: validDaysMost }],
  ["pay_within_days", { min: 1, max: 60 }],
] as const;

export function QuoteFields(form: FirmFieldsProps) {
  const { value, edit } = form;
  return (
    <>
      <div className={pairs}>
        {days.map(([name, limits]) => (
          <Fact key={name} form={form} name={name}>
            {(field) => (
              <TextInput
                {...field}
                {...limits}
                type="number"
                required
                // Empty, it is no number until the user types on.
                value={Number.isNaN(value[name]) ? "" : String(value[name])}
                onChange={(typed) => edit({ [name]: Number.parseInt(typed, 10) })}
              />
            )}
          </Fact>
        ))}
        <Fact form={form} name="reminders">
          {(field) => (
            <Choice
              {...field}
              value={value.reminders ? "on" : "off"}
              choices={{ on: "Remind customers of quotes and payments", off: "Send no reminders" }}
              onChange={(chosen) => edit({ reminders: chosen === "on" })}
            />
          )}
        </Fact>
      </div>
      <p className={note}>In the composer, staff can choose other days for one quote.</p>
    </>
  );
}

const months = Object.fromEntries(
  "January February March April May June July August September October November December"
    .split(" ")
    .map((name, index) => [String(index + 1), name]),
);
const gstChoices = {
  gst_basis: { payments: "Payments: when money comes in", invoices: "Invoices: when it is invoiced" },
  gst_months: { "1": "Every month", "2": "Every two months", "6": "Every six months" },
  gst_first_month: months,
};

export function GstFields(form: FirmFieldsProps) {
  return (
    <>
      <div className={pairs}>
        {(["gst_basis", "gst_months", "gst_first_month"] as const).map((name) => (
          <Fact key={name} form={form} name={name}>
            {(field) => (
              <Choice
                {...field}
                value={String(form.value[name])}
                choices={gstChoices[name]}
                onChange={(chosen) => form.edit(gstFact(name, chosen))}
              />
            )}
          </Fact>
        ))}
      </div>
      <p className={note}>As Inland Revenue has you registered. Your GST returns in myIR name the periods.</p>
    </>
  );
}

function gstFact(name: keyof typeof gstChoices, chosen: string): Partial<FirmFacts> {
  return { [name]: name === "gst_basis" ? chosen : Number(chosen) };
}
