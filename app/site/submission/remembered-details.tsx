import { type RefObject, useRef, useState } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { machineOf } from "#domain/submission-values.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { fillForm, focusFirstEmpty, type TypedValues, typedValues } from "./form-values.ts";
import { forgetRemembered, remember, useRemembered } from "./remembered.ts";
import { useFormInput } from "./use-form-input.ts";

interface RememberedDetailsProps {
  readonly submission: Submission;
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Offers what the visitor has asked this browser to keep. */
export function RememberedDetails({ submission, form }: RememberedDetailsProps) {
  const kept = useRemembered(submission);
  const [answer, setAnswer] = useState<"done" | "forgotten" | null>(null);
  const [typed, setTyped] = useState<TypedValues>({});
  const status = useRef<HTMLParagraphElement>(null);
  useFormInput(status, (element) => setTyped(typedValues(element)));
  const names = Object.keys(kept);
  // It stays so: an emptied form is no reason to offer them after all.
  if (answer === null && names.length > 0 && names.every((name) => typed[name] === kept[name])) {
    setAnswer("done");
  }
  const use = () => {
    setAnswer("done");
    tickRemember(submission, true);
    if (form.current === null) return;
    fillForm(form.current, withoutOtherMachine(submission, kept, typedValues(form.current)));
    focusFirstEmpty(form.current);
  };
  const forget = () => {
    forgetRemembered();
    tickRemember(submission, false);
    close("forgotten");
  };
  const close = (how: "done" | "forgotten") => {
    setAnswer(how);
    // The button that has the focus goes.
    status.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {/* Without text it takes no space, but it is there: screen readers announce only what changes in it. */}
      <p ref={status} role="status" tabIndex={-1} className="text-ink-muted empty:absolute">
        {answer === "forgotten" && "Forgotten: your details are no longer on this phone."}
      </p>
      {answer === null && names.length > 0 && (
        <Offer
          name={kept["full_name"]}
          machine={machineOf(submission, kept)}
          onUse={use}
          onClose={() => close("done")}
          onForget={forget}
        />
      )}
    </>
  );
}

interface OfferProps {
  readonly name: string | undefined;
  readonly machine: string;
  readonly onUse: () => void;
  readonly onClose: () => void;
  readonly onForget: () => void;
}

/** It lies over the page, so that nothing moves for it. */
function Offer({ name, machine, onUse, onClose, onForget }: OfferProps) {
  return (
    <section
      aria-label="Details from last time"
      className="remembered border-brand bg-surface-raised fixed inset-x-2 bottom-2 z-10 mx-auto grid max-w-xl gap-3 rounded-md border-2 p-4 shadow-lg"
    >
      <div>
        <p className="font-semibold">
          {machine === "" ? "Same person as last time?" : "Same person, same machine as last time?"}
        </p>
        <p className="text-ink-muted">{[name, machine].filter(Boolean).join(", ")}</p>
      </div>
      <div className="flex flex-wrap gap-2 sm:gap-3">
        <Button onClick={onUse} className="grow max-sm:px-3 sm:grow-0">
          Fill them in
        </Button>
        <Button onClick={onClose} look="outline" className="max-sm:px-3">
          Not now
        </Button>
        <Button onClick={onForget} look="outline" className="max-sm:px-3">
          Forget
        </Button>
      </div>
    </section>
  );
}

/** Another machine than last time, or another year of it: nothing of the old one must come along. */
function withoutOtherMachine(submission: Submission, kept: TypedValues, typed: TypedValues): TypedValues {
  const isOfMachine = (name: string) => submission.fields[name]?.role === "machine";
  const isOther = Object.entries(typed).some(
    ([name, text]) => isOfMachine(name) && text.toLowerCase() !== kept[name]?.toLowerCase(),
  );
  return isOther ? Object.fromEntries(Object.entries(kept).filter(([name]) => !isOfMachine(name))) : kept;
}

/** Of a form of its own: it concerns this browser only, is never sent, and stays as it is when the other is emptied. */
export function RememberForm({ submission }: { readonly submission: Submission }) {
  return <form id={rememberFormId(submission)} hidden />;
}

/** Ticked by the visitor only: on a shared phone, the one before did not speak for this one. */
export function RememberBox({ submission }: { readonly submission: Submission }) {
  const id = rememberBoxId(submission);
  return (
    <div className="flex gap-3 noscript:hidden">
      <input
        id={id}
        form={rememberFormId(submission)}
        type="checkbox"
        className="accent-brand mt-0.5 size-6 shrink-0"
        onChange={({ target }) => {
          if (!target.checked) forgetRemembered();
        }}
      />
      <label htmlFor={id} className="min-h-7">
        Remember my details on this phone for next time
      </label>
    </div>
  );
}

function rememberFormId(submission: Submission): string {
  return controlId(submission, "remember-form");
}

function rememberBoxId(submission: Submission): string {
  return controlId(submission, "remember");
}

function tickRemember(submission: Submission, isTicked: boolean): void {
  const box = document.getElementById(rememberBoxId(submission));
  if (box instanceof HTMLInputElement) box.checked = isTicked;
}

/** After a send, or once the outbox has it: keeps the visitor's details if the box is ticked. */
export function keepForNextTime(submission: Submission, typed: TypedValues): void {
  const box = document.getElementById(rememberBoxId(submission));
  if (box instanceof HTMLInputElement && box.checked) remember(submission, typed);
}
