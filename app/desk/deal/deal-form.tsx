import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";

import { Button } from "#app/shared/ui/button.tsx";

import { useEscape } from "./use-escape.ts";

interface DealFormProps {
  readonly label: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form in the open record: its first field has the focus, Ctrl+Enter sends it, Esc closes it. */
export function DealForm({ label, button, isBusy, problem, onSubmit, onClose, children }: DealFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);
  useEscape(form, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      ref={form}
      aria-label={label}
      className="border-line bg-surface grid gap-3 rounded-sm border p-3"
      onSubmit={submit}
    >
      {children}
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" aria-disabled={isBusy}>
          {button}
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
