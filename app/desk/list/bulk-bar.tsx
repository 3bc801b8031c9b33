import { X } from "lucide-react";

import { toolClasses } from "#app/desk/ui/tool.ts";
import { type RecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";

import type { Selection } from "./use-selection.ts";

interface BulkBarProps {
  readonly selection: Selection;
  /** How many records are listed. */
  readonly listed: number;
  readonly onStatus: (status: RecordStatus) => void;
}

/** Changes all selected records at once. */
export function BulkBar({ selection, listed, onStatus }: BulkBarProps) {
  const count = selection.records.length;
  return (
    <section aria-label="Selected records" className="flex flex-wrap items-center gap-2 px-4 py-2">
      <p role="status" className="mr-2 font-semibold whitespace-nowrap tabular-nums">
        {count} selected
      </p>
      <div
        role="group"
        aria-label="Set status"
        className="grid grid-cols-2 gap-2 max-sm:order-last max-sm:w-full sm:flex"
      >
        {recordStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className={`${toolClasses} px-3 text-sm`}
            onClick={() => onStatus(status)}
          >
            {statusLabels[status]}
          </button>
        ))}
      </div>
      <span className="ml-auto flex items-center gap-1">
        {count < listed && (
          <button
            type="button"
            className="text-link min-h-11 px-2 text-sm font-semibold"
            onClick={selection.all}
          >
            Select all {listed}
          </button>
        )}
        <button
          type="button"
          aria-label="Clear selection"
          className="hover:bg-surface-sunken inline-flex size-11 items-center justify-center rounded-sm"
          onClick={selection.clear}
        >
          <X aria-hidden className="size-5" />
        </button>
      </span>
    </section>
  );
}
