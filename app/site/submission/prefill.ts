import type { DraftStore } from "#app/shared/forms/draft.ts";
import type { FieldProblem } from "#domain/submission-values.ts";

import { fillForm, focusControl, focusFirstEmpty, type TypedValues, typedValues } from "./form-values.ts";

/** What a form starts with, and an id by which a reload recognises it. */
export interface Prefill {
  readonly id: string;
  /** An empty text is a value too: what was handed on does not fit its field. */
  readonly values: TypedValues;
  /** What the visitor has to look at again. */
  readonly problems: readonly FieldProblem[];
  /** Name of the field that the visitor has to fill in, if the link leaves that open. */
  readonly asks?: string | undefined;
  /** Names of the draft's other fields that contradict these values. */
  readonly outdates: (draft: TypedValues) => readonly string[];
}

export const noPrefill = (): Prefill | null => null;

/** Fills a form: typed values win, then a new prefill, then the draft. Returns what has to be looked at again. */
export function startFilled(
  form: HTMLFormElement,
  draft: DraftStore,
  prefill: Prefill | null,
): readonly FieldProblem[] {
  const saved = draft.read();
  if (prefill === null) {
    fillForm(form, saved.values);
    draft.update({ values: typedValues(form) });
    return [];
  }
  const isNew = prefill.id !== saved.prefill;
  const outdated = isNew ? [...Object.keys(prefill.values), ...prefill.outdates(saved.values)] : [];
  const kept = Object.entries(saved.values).filter(([name]) => !outdated.includes(name));
  fillForm(form, { ...Object.fromEntries(kept), ...(isNew ? prefill.values : {}) });
  const typed = typedValues(form);
  draft.update({ values: typed, prefill: prefill.id });
  if (isNew) focusFirstOpen(form, prefill);
  return prefill.problems.filter(({ field }) => (typed[field] ?? "") === prefill.values[field]);
}

/** What the visitor has to look at again or to choose comes before what is still empty. Nobody who types is interrupted. */
function focusFirstOpen(form: HTMLFormElement, { problems, asks }: Prefill): void {
  if (form.contains(document.activeElement)) return;
  const first = problems[0]?.field ?? asks;
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) focusControl(control);
  else focusFirstEmpty(form);
}
