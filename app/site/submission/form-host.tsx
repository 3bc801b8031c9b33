import type { ReactNode } from "react";

import { LateScript, PostedMark } from "#app/shared/document/inline-scripts.tsx";
import type { FormName } from "#domain/forms/submissions.ts";

interface FormHostProps {
  readonly form: FormName;
  readonly children: ReactNode;
}

/** Where React takes over one form in the browser (`browser.tsx` next to its page); the rest of the page stays HTML. */
export function FormHost({ form, children }: FormHostProps) {
  return (
    <>
      <div data-form={form}>{children}</div>
      <PostedMark />
      <LateScript source={`/app/site/${form}/browser.tsx`} />
    </>
  );
}
