import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import {
  freightFrom,
  type partWeightClasses,
  weightClasses,
  weightLimits,
  weightsAt,
  wordsForPlace,
  zoneLabels,
} from "#domain/deals/freight.ts";
import { type DraftFreight, noFreight, type QuoteDraft } from "#domain/deals/quote.ts";

import { freightPrices } from "./desk-setting-queries.ts";
import { Choice, MoneyField, TextInput } from "./inputs.tsx";

export interface DraftFieldsProps {
  readonly draft: QuoteDraft;
  readonly suggestions: DealForDesk["suggestions"];
  readonly onEdit: (draft: QuoteDraft) => void;
}

type Weight = (typeof partWeightClasses)[number];

const zones = { none: "No zone", ...zoneLabels } as const;
const weights = {
  hand: "By hand",
  ...Object.fromEntries(weightClasses.map((weight) => [weight, `Up to ${weightLimits[weight]} kg`])),
} as Readonly<Record<Weight, string>>;

/** Zone, weight and rural price the freight from the table in Settings; the amount can be typed over. */
export function FreightFields({ draft, suggestions, onEdit }: DraftFieldsProps) {
  const { data: table } = useQuery(freightPrices);
  const freight = draft.freight ?? noFreight;
  const [chosen, setChosen] = useState<Weight | null>(null);
  const [priced = null] = table === undefined ? [] : weightsAt(table, freight);
  const suggested = freight.cents === null ? suggestions.weight : null;
  const weight = priced ?? chosen ?? suggested ?? "hand";
  const change = (cells: Partial<DraftFreight>) => onEdit({ ...draft, freight: { ...freight, ...cells } });
  const price = (cells: Partial<DraftFreight>, to: Weight = weight) => {
    const { zone, rural } = { ...freight, ...cells };
    const isPriced = to !== "hand" && zone !== null && table !== undefined;
    const words = wordsForPlace(freight, { zone, rural });
    change({ ...cells, words, ...(isPriced && freightFrom(table, { zone, rural }, to)) });
  };
  const text = (name: "service" | "words", label: string, most: number) => (
    <TextInput
      label={label}
      maxLength={most}
      value={freight[name]}
      onChange={(typed) => change({ [name]: typed })}
    />
  );
  return (
    <fieldset className="border-line grid gap-3 rounded-sm border p-3">
      <legend className="text-ink-muted px-1 text-sm">Freight to the gate</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <MoneyField label="Freight" cents={freight.cents} onChange={(cents) => change({ cents })} />
        <Choice
          label="Zone"
          value={freight.zone ?? "none"}
          choices={zones}
          onChange={(zone) => price({ zone: zone === "none" ? null : zone })}
        />
        <Choice
          label="Weight"
          value={weight}
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
            onChange={({ target }) => price({ rural: target.checked })}
          />
          Rural
        </label>
      </div>
      {freight.cents === null && suggestions.freight_note !== null && (
        <p className="text-sm font-semibold">{suggestions.freight_note}</p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {text("service", "Service", 80)}
        {text("words", "In words", 300)}
      </div>
    </fieldset>
  );
}
