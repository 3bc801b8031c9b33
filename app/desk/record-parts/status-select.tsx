import { useLayoutEffect, useRef, useState } from "react";

import { controlClasses } from "#app/shared/ui/control.tsx";
import { isRecordStatus, type RecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { choosing, useSeen } from "./use-seen.ts";

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
