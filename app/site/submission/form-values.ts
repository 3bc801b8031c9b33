import type { FieldPayload } from "#app/shared/api/submissions.ts";
import { kindOf } from "#domain/field.ts";
import { joinSeveral } from "#domain/several.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

export type TypedValues = Readonly<Record<string, string>>;

/** What is in a form, as the browser would post it; empty fields are left out. */
export function typedValues(form: HTMLFormElement): TypedValues {
  const entries = [...new FormData(form)].map(
    ([name, value]) => [name, typeof value === "string" ? value : ""] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value.trim() !== ""));
}

/** The typed texts in the wire's types: only the form's own fields. */
export function payloadOf(submission: Submission, typed: TypedValues): FieldPayload {
  const payload: Record<string, string | number> = {};
  const texts = joinSeveral(submission, typed);
  for (const [name, field] of fieldEntries(submission)) {
    const text = texts[name]?.trim();
    if (text !== undefined && text !== "") payload[name] = kindOf(field).fromText(text);
  }
  return payload;
}

/** Writes values into those fields of a form that nobody has changed, and opens what hides one of them. */
export function fillForm(form: HTMLFormElement, values: TypedValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      control.checked ||= control.value === value;
    } else if (control instanceof RadioNodeList) {
      if (control.value === "") control.value = value;
    } else if (isTextControl(control) && isUntouched(control)) {
      control.value = value;
    }
    if (control instanceof HTMLElement && value !== "") openAround(control);
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Opens everything folded that contains a control. */
function openAround(control: HTMLElement): void {
  for (let at = control.closest("details"); at !== null; at = at.parentElement?.closest("details") ?? null) {
    at.open = true;
  }
}

export function focusControl(control: HTMLElement): void {
  openAround(control);
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}

/** Focuses the first required field without a value: also the consent box, or a choice that is not made. */
export function focusFirstEmpty(form: HTMLFormElement): void {
  const empty = [...form.elements].find((control) => isTextControl(control) && control.validity.valueMissing);
  if (empty instanceof HTMLElement) focusControl(empty);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(control: Element | RadioNodeList | null): control is TextControl {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  );
}

function isUntouched(control: TextControl): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value === control.defaultValue;
  const atFirst = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
  return control.value === atFirst?.value;
}

/** Whether any field differs from what the page came with. */
export function isFilledIn(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (isBox) return control.checked !== control.defaultChecked;
    return isTextControl(control) && !isUntouched(control);
  });
}
