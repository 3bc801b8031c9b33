import { useLayoutEffect, useRef, useState } from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { type RecordStatus, isRecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

interface StatusSelectProps {
  readonly record: SubmissionRecord;
  /** `seen` is the record as it stood when somebody began to choose. */
  readonly onChange: (seen: SubmissionRecord, status: RecordStatus) => Promise<void>;
  /** Takes little room, beside an open record. */
  readonly isSmall?: boolean;
}

/** Changes a record's status; disabled until the change has been made and the list reloaded. */
export function StatusSelect({ record, onChange, isSmall = false }: StatusSelectProps) {
  const { ref_number: reference, status } = record;
  const { seen, begin } = useSeen(record);
  const [pending, setPending] = useState<RecordStatus | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const hadFocus = useRef(false);

  // A disabled control loses the focus: give it back, so that the keyboard stays where it was.
  useLayoutEffect(() => {
    if (pending !== null || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
  }, [pending]);

  const change = async (next: string) => {
    if (!isRecordStatus(next)) return;
    hadFocus.current = document.activeElement === select.current;
    setPending(next);
    await onChange(seen(), next);
    setPending(null);
  };

  return (
    <select
      ref={select}
      {...choosing(begin)}
      aria-label={`Status of ${reference}`}
      className={`${controlClasses} self-start disabled:opacity-60 ${isSmall ? "lg:min-h-9 lg:px-2 lg:py-0.5 lg:text-sm" : ""}`}
      disabled={pending !== null}
      value={pending ?? status}
      onChange={(event) => void change(event.target.value)}
    >
      {!isRecordStatus(status) && <option value={status}>{status}</option>}
      {recordStatuses.map((value) => (
        <option key={value} value={value}>
          {statusLabels[value]}
        </option>
      ))}
    </select>
  );
}

interface OrderCheckProps {
  readonly reference: string;
  readonly placed: boolean;
  readonly onChange: (placed: boolean) => Promise<void>;
}

/** Notes that a record led to an order, so that it is kept; shows the new answer while it is on its way. */
export function OrderCheck({ reference, placed, onChange }: OrderCheckProps) {
  const [pending, setPending] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (pending !== null) return;
    setPending(next);
    await onChange(next);
    setPending(null);
  };
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm lg:min-h-8">
      <input
        type="checkbox"
        aria-label={`Order placed: ${reference}`}
        className="accent-brand size-5 shrink-0"
        checked={pending ?? placed}
        onChange={(event) => void change(event.target.checked)}
      />
      Order placed
    </label>
  );
}

interface Seen<Thing> {
  /** What was shown when somebody began to choose; what has come in since is not what they decided on. */
  readonly seen: () => Thing;
  /** Somebody begins to choose. */
  readonly begin: () => void;
}

/** For a control that opens: while it is open, what it is about may change behind it. */
export function useSeen<Thing>(shown: Thing): Seen<Thing> {
  const atBeginning = useRef<Thing | null>(null);
  return {
    seen() {
      const thing = atBeginning.current ?? shown;
      atBeginning.current = null;
      return thing;
    },
    begin() {
      atBeginning.current = shown;
    },
  };
}

/** When somebody begins to choose from a list that may open. */
export function choosing(begin: () => void) {
  return {
    onPointerDown: begin,
    onKeyDown({ currentTarget }: { readonly currentTarget: Element }) {
      if (!isOpen(currentTarget)) begin();
    },
  };
}

function isOpen(control: Element): boolean {
  return CSS.supports("selector(:open)") && control.matches(":open");
}
