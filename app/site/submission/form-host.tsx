import type { ReactNode } from "react";

import { FirmOfPage } from "#app/shared/document/firm-of-page.tsx";
import { LateScript, PostedMark } from "#app/shared/document/inline-scripts.tsx";
import { makes, modelNames } from "#domain/catalogue/models.ts";
import { partNames } from "#domain/catalogue/parts.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

import { suggestionListId } from "./submission-field.tsx";

interface FormHostProps {
  readonly submission: Submission;
  readonly children: ReactNode;
}

/** Holds a form that React takes over in the browser (`browser.tsx` next to its page). The rest of the page stays HTML. */
export function FormHost({ submission, children }: FormHostProps) {
  return (
    <>
      <div data-form={submission.name}>{children}</div>
      <PostedMark />
      <FirmOfPage />
      <SuggestionLists submission={submission} />
      <LateScript source={`/app/site/${submission.name}/browser.tsx`} />
    </>
  );
}

interface SuggestedValue {
  readonly value: string;
  readonly make?: string;
}

const suggestions: Readonly<Record<"makes" | "models" | "parts", readonly SuggestedValue[]>> = {
  makes: makes.map((value) => ({ value })),
  models: makes.flatMap((make) => modelNames(make).map((value) => ({ value, make }))),
  parts: partNames.map((value) => ({ value })),
};

/** The suggestions of the fields. They are in the page, so that no script need carry them. */
function SuggestionLists({ submission }: { readonly submission: Submission }) {
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
