import { type RefObject, useEffect } from "react";

import type { DraftStore } from "#app/shared/forms/draft.ts";

import { fillUntouchedFields, type TypedValues, typedValues } from "./form-values.ts";

/** Values to start from, and a name by which a reload recognises them. */
export interface Prefill {
  readonly id: string;
  readonly values: TypedValues;
  /** Names of fields in an earlier draft that no longer fit this start. */
  readonly outdates: (draft: TypedValues) => readonly string[];
}

/** Fills a form when React takes over: what is typed already wins, then a new prefill, then the draft. */
export function useFilledForm(
  form: RefObject<HTMLFormElement | null>,
  draft: DraftStore,
  prefill: Prefill | null,
): void {
  useEffect(() => {
    if (form.current === null) return;
    const saved = draft.read();
    const isNew = prefill !== null && prefill.id !== saved.prefill;
    if (isNew) fillUntouchedFields(form.current, prefill.values);
    const outdated = new Set(isNew ? prefill.outdates(saved.values) : []);
    const kept = Object.entries(saved.values).filter(([name]) => !outdated.has(name));
    fillUntouchedFields(form.current, Object.fromEntries(kept));
    draft.update({ values: typedValues(form.current), ...(prefill === null ? {} : { prefill: prefill.id }) });
  }, [form, draft, prefill]);
}
