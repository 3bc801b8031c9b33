import { isReferenceNumber } from "#domain/reference-number.ts";

import type { Tab } from "./presence.ts";

export interface Placed {
  readonly tab: Tab;
  /** The record that the tab has open; null where none is. */
  readonly reference: string | null;
}

/** Asks every instance to say again who is where. */
export const placesQuestion = "who is where";

const form = /^at ([0-9a-f-]{36}) ([0-9a-f-]{36}) (\S+)$/;

/** What instances tell one another about a tab. */
export function placeMessage({ tab, reference }: Placed): string {
  return `at ${tab.userId} ${tab.id} ${reference ?? "-"}`;
}

export function readPlaceMessage(message: string): Placed | null {
  const [, userId, id, reference] = form.exec(message) ?? [];
  if (userId === undefined || id === undefined) return null;
  return { tab: { userId, id }, reference: isReferenceNumber(reference) ? reference : null };
}

/** Says that a stream of a tab is over; the tab may have another one by now, on whichever instance. */
export function departureMessage({ userId, id }: Tab): string {
  return `left ${userId} ${id}`;
}

export function readDepartureMessage(message: string): Tab | null {
  const [, userId, id] = /^left ([0-9a-f-]{36}) ([0-9a-f-]{36})$/.exec(message) ?? [];
  return userId === undefined || id === undefined ? null : { userId, id };
}
