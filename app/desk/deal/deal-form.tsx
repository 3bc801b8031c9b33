import { type ReactNode, useEffect, useRef, useState } from "react";

import { beginWriting } from "#app/desk/api/writing.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";

import { useClosing } from "./use-closing.ts";
import { type DealProps, useDealCall } from "./use-deal-call.ts";
import type { KeptText } from "./use-kept-text.ts";

interface DealFormProps<Body extends object> extends DealProps {
  readonly label: string;
  readonly button: string;
  readonly body: Body;
  readonly send: (body: Body, key: string) => Promise<void>;
  /** What it did, for the line that says so. */
  readonly done: string;
  /** The text that is typed in it. Esc keeps it, a press that discards it does not. */
  readonly kept?: KeptText;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form in the open record: its first field has the focus, Ctrl+Enter sends it, Esc closes it. */
export function DealForm<Body extends object>(props: DealFormProps<Body>) {
  const { label, button, body, send, done, kept, onClose, children } = props;
  const call = useDealCall(props.record);
  const action = useAction();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), []);
  useEffect(beginWriting, []);
  const close = useClosing(form, onClose);
  const [sent, setSent] = useState("");
  const text = JSON.stringify(body);
  // The server has asked about just this: another press says that it is meant.
  const isMeant = action.problem?.field === "again" && sent === text;
  const submit = action.onSubmit(async () => {
    setSent(text);
    const meant = isMeant ? { ...body, again: true } : body;
    await call(done, meant, (key) => send(meant, key));
    kept?.forget();
    close();
  });
  const discard = () => {
    kept?.forget();
    close();
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
        {action.problem?.message}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" aria-disabled={action.isBusy}>
          {isMeant ? "Enter it all the same" : button}
        </Button>
        <Button look="quiet" onClick={discard}>
          {kept === undefined || kept.text === "" ? "Cancel" : "Discard"}
        </Button>
      </div>
    </form>
  );
}
