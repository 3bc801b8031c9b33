import { useRef, useState } from "react";

import { suggestions } from "#domain/catalogue/suggestions.ts";
import type { Field } from "#domain/field.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import { useFormInput } from "./use-form-input.ts";

export function suggestionListId(
  { name }: Pick<Submission, "name">,
  { suggests }: Field,
): string | undefined {
  return suggests === undefined ? undefined : `${name}-${suggests}`;
}

/** What the fields of a form suggest: the models follow the make. */
export function SuggestionLists({ submission }: { readonly submission: Submission }) {
  const box = useRef<HTMLDivElement>(null);
  const [make, setMake] = useState("");
  const fields = fieldEntries(submission).filter(([, { suggests }]) => suggests !== undefined);
  const makeName = fields.find(([, { suggests }]) => suggests === "makes")?.[0] ?? "";
  useFormInput(box, (form) => {
    const control = form.elements.namedItem(makeName);
    if (control instanceof HTMLInputElement) setMake(control.value);
  });
  return (
    <div ref={box} hidden>
      {fields.map(([name, field]) => (
        <datalist key={name} id={suggestionListId(submission, field)}>
          {field.suggests !== undefined &&
            suggestions(field.suggests, make).map((text) => <option key={text} value={text} />)}
        </datalist>
      ))}
    </div>
  );
}
