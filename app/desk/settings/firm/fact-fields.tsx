import { validDaysMost } from "#domain/deals/quote.ts";
import { type FirmFacts, type Region, regions } from "#domain/firm.ts";

import { ChoiceFact, type FirmFieldsProps, NumberFact, TextFact } from "./fact.tsx";

const regionChoices = Object.fromEntries(regions.map((name) => [name, name])) as Record<Region, string>;

const pairs = "grid gap-4 sm:grid-cols-2";
const note = "text-ink-muted max-w-[65ch] text-sm";

export function FactFields(form: FirmFieldsProps) {
  return (
    <div className={pairs}>
      <TextFact {...form} name="trading_name" required maxLength={40} />
      <TextFact {...form} name="legal_name" required maxLength={80} />
      <TextFact {...form} name="gst_number" required maxLength={20} />
      <TextFact {...form} name="phone" type="tel" required maxLength={20} />
      <TextFact {...form} name="email" type="email" required maxLength={254} />
      <TextFact {...form} name="street" required maxLength={80} />
      <TextFact {...form} name="town" required maxLength={60} />
      <TextFact {...form} name="postcode" required maxLength={4} />
      <div>
        <ChoiceFact
          {...form}
          name="region"
          value={form.value.region}
          choices={regionChoices}
          onChange={(region) => form.edit({ region })}
        />
        <p className={`${note} mt-1`}>It decides which anniversary day you are closed on.</p>
      </div>
    </div>
  );
}

export function QuoteFields(form: FirmFieldsProps) {
  return (
    <>
      <div className={pairs}>
        <NumberFact {...form} name="valid_days" min={0} max={validDaysMost} />
        <NumberFact {...form} name="pay_within_days" min={1} max={60} />
        <ChoiceFact
          {...form}
          name="reminders"
          value={form.value.reminders ? "on" : "off"}
          choices={{ on: "Remind customers of quotes and payments", off: "Send no reminders" }}
          onChange={(chosen) => form.edit({ reminders: chosen === "on" })}
        />
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

export function GstFields(form: FirmFieldsProps) {
  const { value, edit } = form;
  return (
    <>
      <div className={pairs}>
        <ChoiceFact
          {...form}
          name="gst_basis"
          value={value.gst_basis}
          choices={{ payments: "Payments: when money comes in", invoices: "Invoices: when it is invoiced" }}
          onChange={(basis) => edit({ gst_basis: basis })}
        />
        <ChoiceFact
          {...form}
          name="gst_months"
          value={String(value.gst_months)}
          choices={{ "1": "Every month", "2": "Every two months", "6": "Every six months" }}
          onChange={(count) => edit({ gst_months: Number(count) as FirmFacts["gst_months"] })}
        />
        <ChoiceFact
          {...form}
          name="gst_first_month"
          value={String(value.gst_first_month)}
          choices={months}
          onChange={(month) => edit({ gst_first_month: Number(month) })}
        />
      </div>
      <p className={note}>As Inland Revenue has you registered. Your GST returns in myIR name the periods.</p>
    </>
  );
}
