import type { Field } from "#domain/field.ts";
import type { Submission } from "#domain/submission.ts";

export function suggestionListId(
  { name }: Pick<Submission, "name">,
  { suggests }: Pick<Field, "suggests">,
): string | undefined {
  return suggests === undefined ? undefined : `${name}-${suggests}`;
}

/** Offers only the models of the make that is in the form; those of every make as long as there is none. */
export function offerModels(submission: Submission, { elements }: HTMLFormElement): void {
  const list = document.getElementById(suggestionListId(submission, { suggests: "models" }) ?? "");
  const control = elements.namedItem("make");
  if (list === null || !(control instanceof HTMLInputElement)) return;
  const make = control.value.trim().toLowerCase();
  for (const option of list.querySelectorAll("option")) {
    option.disabled = make !== "" && option.dataset["make"]?.toLowerCase() !== make;
  }
}
