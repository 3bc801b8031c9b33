import * as v from "valibot";

import type { LiveStart } from "./wire.ts";

export interface LiveEvent {
  readonly id: number; // Also the record's version from then on, unless it is a note.
  readonly type: string;
  readonly table: string;
  readonly record_id: string;
  readonly reference: string;
  readonly user_id: string | null; // Null for the visitor or the server.
}

export interface LiveUpdate extends LiveStart {
  readonly events: readonly LiveEvent[]; // Oldest first.
  readonly is_gap: boolean; // Events are missing: load everything again.
}

export interface LivePresence {
  readonly reference: string;
  readonly people: readonly string[];
}

export interface PolledUpdate extends LiveUpdate {
  readonly presence: LivePresence | null;
}

/** The random name of a browser tab. */
export const tabSchema = v.pipe(v.string(), v.uuid());

/** How often the stream beats. A client that misses two beats reconnects. */
export const liveBeatMs = 10_000;

export function isNewRecord({ type }: LiveEvent): boolean {
  return type === "created" || type === "adopted";
}
