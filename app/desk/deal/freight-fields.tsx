import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import {
  freightFrom,
  type FreightTable,
  type WeightClass,
  weightClasses,
  weightLimits,
  weightsAt,
  wordsForPlace,
  zoneLabels,
} from "#domain/deals/freight.ts";
import { type DraftFreight, noFreight, type QuoteDraft } from "#domain/deals/quote.ts";

import { freightPrices } from "./desk-setting-queries.ts";
import { MoneyField } from "./money-field.tsx";
import { Choice, TextInput } from "./text-inputs.tsx";

interface FreightFieldsProps {
  readonly draft: QuoteDraft;
  readonly suggestions: DealForDesk["suggestions"];
  readonly onEdit: (draft: QuoteDraft) => void;
}

const zones = { none: "No zone", ...zoneLabels } as const;
const weights = {
  hand: "By hand",
  ...Object.fromEntries(weightClasses.map((weight) => [weight, `Up to ${weightLimits[weight]} kg`])),
} as Readonly<Record<WeightClass | "hand", string>>;

/** Zone, weight and rural price the freight from the table in Settings; the amount can be typed over. */
export function FreightFields({ draft, suggestions, onEdit }: FreightFieldsProps) {
  const { data: table } = useQuery(freightPrices);
  const freight = draft.freight ?? noFreight;
  const [chosen, setChosen] = useState<WeightClass | "hand" | null>(null);
  const change = (cells: Partial<DraftFreight>) => onEdit({ ...draft, freight: { ...freight, ...cells } });
  const price = (cells: Partial<DraftFreight>, of: WeightClass | "hand") => {
    const next = { ...freight, ...cells };
    const priced = of === "hand" || table === undefined ? {} : fromTable(table, next, of);
    change({ ...cells, words: wordsForPlace(freight, next), ...priced });
  };
  const suggested = freight.cents === null ? suggestions.weight : null;
  const [priced = null] = table === undefined ? [] : weightsAt(table, freight);
  const shownWeight = priced ?? chosen ?? suggested ?? "hand";
  return (
    <fieldset className="border-line grid gap-3 rounded-sm border p-3">
      <legend className="text-ink-muted px-1 text-sm">Freight to the gate</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <MoneyField label="Freight" cents={freight.cents} onChange={(cents) => change({ cents })} />
        <Choice
          label="Zone"
          value={freight.zone ?? "none"}
          choices={zones}
          onChange={(zone) => price({ zone: zone === "none" ? null : zone }, shownWeight)}
        />
        <Choice
          label="Weight"
          value={shownWeight}
          choices={weights}
          onChange={(next) => {
            setChosen(next);
            price({}, next);
          }}
        />
        <label className="flex min-h-11 items-center gap-2 self-end text-sm lg:min-h-9">
          <input
            type="checkbox"
            className="accent-brand size-5"
            checked={freight.rural}
            onChange={({ target }) => price({ rural: target.checked }, shownWeight)}
          />
          Rural
        </label>
      </div>
      {freight.cents === null && suggestions.freight_note !== null && (
        <p className="text-sm font-semibold">{suggestions.freight_note}</p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          label="Service"
          maxLength={80}
          value={freight.service}
          onChange={(service) => change({ service })}
        />
        <TextInput
          label="In words"
          maxLength={300}
          value={freight.words}
          onChange={(words) => change({ words })}
        />
      </div>
    </fieldset>
  );
}

function fromTable(
  table: FreightTable,
  { zone, rural }: Pick<DraftFreight, "zone" | "rural">,
  weight: WeightClass,
): Partial<DraftFreight> {
  return zone === null ? {} : freightFrom(table, { zone, rural }, weight);
}
