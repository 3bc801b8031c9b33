import * as v from "valibot";

import { addressLine } from "#domain/firm.ts";

import { type DeliveryWay, deliveryWayRows } from "./delivery-ways.ts";
import { centsSchema, type DraftFreight, freightBy, type Freight, type FreightZone } from "./quote.ts";

/** Up to 5, 15 and 25 kg. Heavier parcels are priced by hand. */
export const weightClasses = ["S", "M", "L"] as const;
export type WeightClass = (typeof weightClasses)[number];
export const partWeightClasses = [...weightClasses, "hand"] as const;
export const weightLimits: Readonly<Record<WeightClass, number>> = { S: 5, M: 15, L: 25 };

export const zoneLabels: Readonly<Record<FreightZone, string>> = {
  north: "North Island",
  south: "South Island",
  islands: "Offshore islands",
};

const prices = v.strictObject({ S: centsSchema, M: centsSchema, L: centsSchema });

/** Cents by zone and weight class, and what a rural address adds to each parcel. */
export const freightTableSchema = v.strictObject({
  service: v.pipe(v.string(), v.trim(), v.minLength(1, "Service is missing"), v.maxLength(80)),
  zones: v.strictObject({ north: prices, south: prices, islands: prices }),
  rural_cents: centsSchema,
});
export type FreightTable = v.InferOutput<typeof freightTableSchema>;

/** To be confirmed by the owner. */
export const freightTable: FreightTable = {
  service: "Courier",
  zones: {
    north: { S: 1500, M: 2500, L: 4000 },
    south: { S: 2500, M: 4000, L: 6500 },
    islands: { S: 4500, M: 7000, L: 11_000 },
  },
  rural_cents: 600,
};

/** Adds "rural delivery" to a rural place, unless it says so itself. */
export function freightPlace(place: string, rural: boolean): string {
  const named = [place, rural && !/rural/i.test(place) ? "rural delivery" : ""];
  return named.filter((part) => part !== "").join(", ");
}

/** How and where freight goes, for the customer. */
export function freightText({ service, zone, rural, words, way }: Freight): string {
  if (way === "pick-up")
    return [`from ${addressLine()}`, words ?? ""].filter((part) => part !== "").join(", ");
  const place = freightPlace(words ?? (zone === null ? "" : zoneLabels[zone]), rural);
  return [service ?? "", place].filter((part) => part !== "").join(", ");
}

/** The same at the desk, where everybody knows our address. */
export function freightForStaff(freight: Freight): string {
  return freight.way === "pick-up" ? deliveryWayRows["pick-up"].label : freightText(freight);
}

interface FreightPlace {
  readonly zone: FreightZone | null;
  readonly rural: boolean;
}

/** Returns the words of freight that goes to another place: those of the place, unless staff wrote their own. */
export function wordsForPlace(
  from: FreightPlace & { readonly words: string | null },
  to: FreightPlace,
): string | null {
  return from.words === wordsOf(from) ? wordsOf(to) : from.words;
}

function wordsOf({ zone, rural }: FreightPlace): string | null {
  return zone === null ? null : freightPlace(zoneLabels[zone], rural);
}

export function freightFrom(
  table: FreightTable,
  { zone, rural }: { readonly zone: FreightZone; readonly rural: boolean },
  weight: WeightClass,
) {
  const cents = table.zones[zone][weight] + (rural ? table.rural_cents : 0);
  return { service: table.service, cents, words: freightPlace(zoneLabels[zone], rural) };
}

/** Returns the weight classes that cost as much; none if staff set the price by hand. */
export function weightsAt(table: FreightTable, { zone, rural, cents }: DraftFreight): WeightClass[] {
  if (zone === null) return [];
  return weightClasses.filter((weight) => freightFrom(table, { zone, rural }, weight).cents === cents);
}

/** Returns the courier's freight as it is when the parts go that way: a depot has its own name, and no rural extra. */
export function freightOfWay(
  table: FreightTable | null,
  way: DeliveryWay,
  courier: DraftFreight,
): DraftFreight {
  if (way === "courier") return courier;
  const [weight] = table === null ? [] : weightsAt(table, courier);
  const { zone } = courier;
  const isPriced = table !== null && zone !== null && weight !== undefined;
  const { cents } = isPriced ? freightFrom(table, { zone, rural: false }, weight) : courier;
  return freightBy(way, { ...courier, cents, words: null });
}
