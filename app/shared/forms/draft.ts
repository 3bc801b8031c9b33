import * as v from "valibot";

import { tryStorage } from "#app/shared/document/storage.ts";

import { draftKey } from "./draft-key.ts";

const draftSchema = v.object({
  values: v.record(v.string(), v.string()),
  /** The id of the prefill already in these values, so that a reload does not overwrite changes. */
  prefill: v.optional(v.string()),
  /** The last attempt: the same payload keeps its key, even after a reload. */
  attempt: v.optional(v.object({ payload: v.string(), key: v.string() })),
});
export type Draft = v.InferOutput<typeof draftSchema>;

const emptyDraft: Draft = { values: {} };

/** What a visitor has typed: survives errors, reloads and navigation, ends with the tab. */
export interface DraftStore {
  read(): Draft;
  update(change: Partial<Draft>): void;
  clear(): void;
}

export function draftStore(name: string): DraftStore {
  return draftAt(draftKey(name));
}

/** A draft in session storage. If the browser forbids that, the form still works. */
export function draftAt(storageKey: string): DraftStore {
  const read = () =>
    tryStorage(() => v.parse(draftSchema, JSON.parse(sessionStorage.getItem(storageKey) ?? "{}"))) ??
    emptyDraft;
  return {
    read,
    update: (change) =>
      tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }))),
    clear: () => tryStorage(() => sessionStorage.removeItem(storageKey)),
  };
}
