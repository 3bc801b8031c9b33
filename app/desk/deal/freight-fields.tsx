import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import {
  collectSentence,
  type DeliveryWay,
  deliveryWayRows,
  deliveryWays,
  wayOf,
} from "#domain/deals/delivery-ways.ts";
import {
  freightFrom,
  freightOfWay,
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

const ways = Object.fromEntries(deliveryWays.map((way) => [way, deliveryWayRows[way].label])) as Readonly<
  Record<DeliveryWay, string>
>;

/** How the parts get to the customer, and what that costs. */
export function FreightFields(props: DraftFieldsProps) {
  const { draft, suggestions, onEdit } = props;
  const { data: table } = useQuery(freightPrices);
  const freight = draft.freight ?? noFreight;
  const way = wayOf(freight);
  const courier = way === "courier" ? freight : (suggestions.freight ?? noFreight);
  return (
    <fieldset className="border-line grid gap-3 rounded-sm border p-3">
      <legend className="text-ink-muted px-1 text-sm">{deliveryWayRows[way].price}</legend>
      <Choice
        label="How it gets there"
        value={way}
        choices={ways}
        onChange={(to) => onEdit({ ...draft, freight: freightOfWay(table ?? null, to, courier) })}
      />
      {way === "pick-up" ? (
        <p className="text-sm">{collectSentence()} No freight.</p>
      ) : (
        <PriceFields {...props} />
      )}
    </fieldset>
  );
}

/** Zone, weight and rural price the freight from the table in Settings; the amount can be typed over. */
function PriceFields({ draft, suggestions, onEdit }: DraftFieldsProps) {
  const { data: table } = useQuery(freightPrices);
  const freight = draft.freight ?? noFreight;
  const isDepot = freight.way === "depot";
  const [chosen, setChosen] = useState<Weight | null>(null);
  const [priced = null] = table === undefined ? [] : weightsAt(table, freight);
  const suggested = freight.cents === null ? suggestions.weight : null;
  const weight = priced ?? chosen ?? suggested ?? "hand";
  const change = (cells: Partial<DraftFreight>) => onEdit({ ...draft, freight: { ...freight, ...cells } });
  const price = (cells: Partial<DraftFreight>, to: Weight = weight) => {
    const { zone, rural } = { ...freight, ...cells };
    const isPriced = to !== "hand" && zone !== null && table !== undefined;
    const words = wordsForPlace(freight, { zone, rural });
    const made = { ...cells, words, ...(isPriced && freightFrom(table, { zone, rural }, to)) };
    change(isDepot ? { ...made, words: freight.words } : made);
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
    <>
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
        {!isDepot && (
          <label className="flex min-h-11 items-center gap-2 self-end text-sm lg:min-h-9">
            <input
              type="checkbox"
              className="accent-brand size-5"
              checked={freight.rural}
              onChange={({ target }) => price({ rural: target.checked })}
            />
            Rural
          </label>
        )}
      </div>
      {freight.cents === null && suggestions.freight_note !== null && (
        <p className="text-sm font-semibold">{suggestions.freight_note}</p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {text("service", "Service", 80)}
        {text("words", isDepot ? "Which depot" : "In words", 300)}
      </div>
    </>
  );
}
