import { makes, modelNames } from "#domain/catalogue/models.ts";
import { partNames } from "#domain/catalogue/parts.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import { suggestionListId } from "./offered-models.ts";

interface Suggestion {
  readonly value: string;
  readonly make?: string;
}

const suggestions: Readonly<Record<"makes" | "models" | "parts", readonly Suggestion[]>> = {
  makes: makes.map((value) => ({ value })),
  models: makes.flatMap((make) => modelNames(make).map((value) => ({ value, make }))),
  parts: partNames.map((value) => ({ value })),
};

/** What the fields of a form suggest. Outside of it: the page has the lists, and no script need carry them. */
export function SuggestionLists({ submission }: { readonly submission: Submission }) {
  return fieldEntries(submission).map(
    ([name, field]) =>
      field.suggests && (
        <datalist key={name} id={suggestionListId(submission, field)}>
          {suggestions[field.suggests].map(({ value, make }) => (
            <option key={value} value={value} data-make={make} />
          ))}
        </datalist>
      ),
  );
}
