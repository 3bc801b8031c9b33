import { Copy } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";

import { readSentForm } from "#app/shared/forms/sent-form.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";

import { fillForm, focusControl } from "./form-values.ts";
import { addressField, noteFields, replacing } from "./replaced-form.ts";

/** Copies the reference number and says so. The region exists before its text, so that screen readers announce it. */
export function CopyReference({ reference }: { readonly reference: string }) {
  const [outcome, setOutcome] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(reference).then(
      () => setOutcome("Copied"),
      () => setOutcome("Not copied: your browser does not allow it"),
    );
  };
  if (!("clipboard" in navigator)) return null;
  return (
    <>
      <Button look="outline" aria-label="Copy reference number" onClick={copy}>
        <Copy aria-hidden className="size-5" />
        Copy
      </Button>
      <span role="status" className="font-semibold">
        {outcome}
      </span>
    </>
  );
}

interface FixAddressProps {
  readonly submission: Submission;
  readonly reference: string;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Brings everything back into the form, with a note for staff, and leads to the e-mail address. */
export function FixAddress({ submission, reference, form }: FixAddressProps) {
  const [sent, setSent] = useState(readSentForm);
  useEffect(() => {
    // The next person on this phone may come back to this page.
    const forget = () => setSent(null);
    addEventListener("pagehide", forget);
    return () => removeEventListener("pagehide", forget);
  }, []);
  const isKept = sent?.reference === reference;
  const fix = () => {
    const name = submissionBy("name", submission.name)?.name;
    if (form.current === null || name === undefined) return;
    if (isKept) fillForm(form.current, replacing(sent, noteFields[name]));
    const control = form.current.elements.namedItem(addressField(submission));
    if (control instanceof HTMLElement) focusControl(control);
  };
  return (
    <p className="text-ink">
      Wrong e-mail address?{" "}
      <button type="button" className="text-link font-semibold" onClick={fix}>
        Fix it
      </button>{" "}
      and send the form again.{" "}
      {isKept ? "We’ll ignore this one." : "Add this reference, so that we know which one counts."}
    </p>
  );
}
