import { deskClient } from "#app/desk/state/desk-client.ts";
import { loadedRecord } from "#app/desk/state/desk-queries.ts";
import { changeKey } from "#app/desk/state/pending-changes.ts";
import type { LiveEvent, LiveUpdate } from "#domain/live.ts";
import { isMailEvent } from "#domain/record-event.ts";

/** Bursts of updates lead to one load per pause. */
const pauseMs = 150;

/** Loads again what updates touched and the page shows. */
export class UpdateQueue {
  #waiting: LiveUpdate[] = [];

  add(update: LiveUpdate): void {
    this.#waiting.push(update);
    if (this.#waiting.length > 1) return;
    setTimeout(() => {
      const updates = this.#waiting;
      this.#waiting = [];
      reloadTouched(updates);
    }, pauseMs);
  }
}

function reloadTouched(updates: readonly LiveUpdate[]): void {
  if (updates.some((update) => update.is_gap)) return void deskClient.invalidateQueries();
  // The end of a change loads everything about records.
  if (deskClient.isMutating({ mutationKey: changeKey }) > 0) return;
  const events = updates.flatMap((update) => update.events).filter((event) => !isKnown(event));
  if (events.length === 0) return;
  const touched = [
    ["summary"],
    ...[...new Set(events.map(({ table }) => table))].map((table) => ["list", table]),
    ...[...new Set(events.map(({ reference }) => reference))].map((reference) => ["record", reference]),
    ...(events.some(({ type }) => isMailEvent(type)) ? [["warnings"]] : []),
  ];
  for (const queryKey of touched) void deskClient.invalidateQueries({ queryKey });
}

/** Whether the record was loaded after that change of its own, as after the user's own one. */
function isKnown({ id, reference }: LiveEvent): boolean {
  return loadedRecord(reference)?.version === id;
}
