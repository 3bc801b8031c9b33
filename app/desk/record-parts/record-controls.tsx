import { useLayoutEffect, useRef, useState } from "react";

import { useDeskBasics } from "#app/desk/state/desk-page.ts";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { isRecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { statusColour } from "./record-marks.tsx";

interface StatusSelectProps {
  readonly record: SubmissionRecord;
  /** For rows, where it is the badge as well. */
  readonly isBadge?: boolean;
  /** The keys 1 to 4 set it. */
  readonly hasKeys?: boolean;
}

/** Changes a record's status. */
export function StatusSelect({ record, isBadge = false, hasKeys = false }: StatusSelectProps) {
  const { desk } = useDeskBasics();
  const { ref_number: reference, status } = record;
  const select = useRecordSelect(record, status, async (seen, next) => {
    if (isRecordStatus(next)) await desk.setStatus(seen, next);
  });
  return (
    <select
      {...select}
      aria-label={`Status of ${reference}`}
      {...(hasKeys && keyProps(...recordStatuses))}
      data-status={isBadge ? select.value : undefined}
      className={isBadge ? `${badgeClasses} ${statusColour(select.value)}` : selectClasses}
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

/** On a large screen, a mouse needs less. */
export const selectClasses = `${controlClasses} lg:min-h-9! lg:py-1! lg:text-sm disabled:opacity-60`;

const badgeClasses =
  "min-h-11 w-full rounded-[0.8rem] border-y-8 border-transparent bg-clip-padding px-1 lg:rounded-sm lg:border lg:border-current/40 text-[0.8125rem] font-semibold disabled:opacity-60 lg:min-h-6 [&>option]:bg-surface-raised [&>option]:text-ink";

/**
 * Props of a select that changes a record as the user saw it when they opened the menu. Disabled until the change is
 * saved and the list reloaded.
 */
export function useRecordSelect(
  record: SubmissionRecord,
  current: string,
  onChange: (seen: SubmissionRecord, next: string) => Promise<void>,
) {
  const seen = useSnapshot(record);
  const [pending, setPending] = useState<string | null>(null);
  const ref = useRef<HTMLSelectElement>(null);
  const hadFocus = useRef(false);

  // A disabled control loses the focus: give it back for keyboard users.
  useLayoutEffect(() => {
    if (pending !== null || !hadFocus.current) return;
    hadFocus.current = false;
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [pending]);

  const change = async (next: string) => {
    hadFocus.current = document.activeElement === ref.current;
    setPending(next);
    await onChange(seen.use(), next);
    setPending(null);
  };
  return {
    ref,
    disabled: pending !== null,
    value: pending ?? current,
    onChange: ({ target }: { readonly target: HTMLSelectElement }) => void change(target.value),
    onPointerDown: seen.take,
    onKeyDown: ({ currentTarget }: { readonly currentTarget: Element }) => {
      if (!isOpen(currentTarget)) seen.take();
    },
  };
}

/** Marks a record that led to an order, so that retention keeps it. */
export function OrderCheck({ record }: { readonly record: SubmissionRecord }) {
  const { desk } = useDeskBasics();
  const [pending, setPending] = useState<boolean | null>(null);
  const change = async (next: boolean) => {
    if (pending !== null) return;
    setPending(next);
    await desk.change(record, { order_placed: next });
    setPending(null);
  };
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm lg:min-h-8">
      <input
        type="checkbox"
        aria-label={`Order placed: ${record.ref_number}`}
        {...keyProps("order")}
        className="accent-brand size-5 shrink-0"
        checked={pending ?? record.order_placed}
        onChange={(event) => void change(event.target.checked)}
      />
      Order placed <KeyHint action="order" />
    </label>
  );
}

interface Snapshot<Thing> {
  readonly take: () => void;
  /** Returns the snapshot and drops it; without one, the current value. */
  readonly use: () => Thing;
}

/** Remembers a value while a menu is open: it may change behind the menu, but the choice is for what was shown. */
export function useSnapshot<Thing>(current: Thing): Snapshot<Thing> {
  const taken = useRef<Thing | null>(null);
  return {
    take() {
      taken.current = current;
    },
    use() {
      const thing = taken.current ?? current;
      taken.current = null;
      return thing;
    },
  };
}

function isOpen(control: Element): boolean {
  return CSS.supports("selector(:open)") && control.matches(":open");
}
