import type { ReactNode } from "react";

import { LateScript, PostedMark } from "#app/shared/document/inline-scripts.tsx";
import type { Submission } from "#domain/submission.ts";

import { SuggestionLists } from "./suggestion-lists.tsx";

interface FormHostProps {
  readonly submission: Submission;
  readonly children: ReactNode;
}

/** Where React takes over one form in the browser (`browser.tsx` next to its page); the rest of the page stays HTML. */
export function FormHost({ submission, children }: FormHostProps) {
  return (
    <>
      <div data-form={submission.name}>{children}</div>
      <PostedMark />
      <SuggestionLists submission={submission} />
      <LateScript source={`/app/site/${submission.name}/browser.tsx`} />
    </>
  );
}
