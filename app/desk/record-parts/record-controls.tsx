import { useMutationState } from "@tanstack/react-query";
import { useLayoutEffect, useRef } from "react";

import { changeRecord, type ChangeSet, pendingFilter } from "#app/desk/state/change-records.ts";
import { KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
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

/** Changes a record's status. Disabled during the update (specification section 4). */
export function StatusSelect({ record, isBadge = false, hasKeys = false }: StatusSelectProps) {
  const { id, ref_number: reference, status } = record;
  const select = useRef<HTMLSelectElement>(null);
  /** As it was when the menu was opened: it may change behind it, but the choice is for what was shown. */
  const seen = useRef<SubmissionRecord | null>(null);
  const isChanging = useIsChanging(id);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isChanging || !hadFocus.current) return;
    hadFocus.current = false; // A disabled control loses the focus: keyboard users get it back.
    if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
  }, [isChanging]);
  const change = (next: string) => {
    hadFocus.current = document.activeElement === select.current;
    if (isRecordStatus(next)) changeRecord(seen.current ?? record, { status: next });
    seen.current = null;
  };
  return (
    <select
      ref={select}
      disabled={isChanging}
      value={status}
      onChange={({ target }) => change(target.value)}
      onPointerDown={() => (seen.current = record)}
      onKeyDown={({ currentTarget }) => {
        if (!isOpen(currentTarget)) seen.current = record;
      }}
      aria-label={`Status of ${reference}`}
      {...(hasKeys && keyProps(...recordStatuses))}
      data-status={isBadge ? status : undefined}
      className={isBadge ? `${badgeClasses} ${statusColour(status)}` : selectClasses}
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

function useIsChanging(id: string): boolean {
  const changes = useMutationState({
    filters: pendingFilter,
    select: ({ state }) => (state.variables as ChangeSet).edits.some(({ record }) => record.id === id),
  });
  return changes.includes(true);
}

/** Marks a record that led to an order, so that retention keeps it. */
export function OrderCheck({ record }: { readonly record: SubmissionRecord }) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm lg:min-h-8">
      <input
        type="checkbox"
        aria-label={`Order placed: ${record.ref_number}`}
        {...keyProps("order")}
        className="accent-brand size-5 shrink-0"
        checked={record.order_placed}
        onChange={({ target }) => changeRecord(record, { order_placed: target.checked })}
      />
      Order placed <KeyHint action="order" />
    </label>
  );
}

function isOpen(control: Element): boolean {
  return CSS.supports("selector(:open)") && control.matches(":open");
}
