import { type RefObject, useEffect } from "react";

import type { DraftStore } from "./draft.ts";
import { fillEmptyFields, type TypedValues, typedValues } from "./form-values.ts";

/** Values to start from, and a name by which a reload recognises them. */
export interface Prefill {
  readonly id: string;
  readonly values: TypedValues;
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
    if (prefill !== null && prefill.id !== saved.prefill) fillEmptyFields(form.current, prefill.values);
    fillEmptyFields(form.current, saved.values);
    draft.update({ values: typedValues(form.current), ...(prefill === null ? {} : { prefill: prefill.id }) });
  }, [form, draft, prefill]);
}
