import { Undo2, X } from "lucide-react";
import { useEffect } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import type { StatusReport } from "#app/desk/state/status-report.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { type RecordStatus, recordStatuses, statusLabels } from "#domain/record-status.ts";

import type { Selection } from "./selection.tsx";

interface DockProps {
  readonly selection: Selection;
  readonly listed: number;
  readonly report: StatusReport | null;
  readonly desk: Desk;
  /** A record is open: on phones, its own bar is below this one. */
  readonly isOpen: boolean;
  readonly onStatus: (status: RecordStatus) => void;
}

/** The bars at the bottom edge, within reach of a thumb: the selection and the last change. */
export function Dock({ selection, listed, report, desk, isOpen, onStatus }: DockProps) {
  const hasSelection = selection.records.length > 0;
  const isShown = hasSelection || report !== null;
  const edge = isOpen ? "max-lg:bottom-16 max-lg:mb-16" : "bottom-0";
  return (
    <div
      className={`pointer-events-none sticky z-20 mt-auto grid justify-items-center max-sm:-mx-4 lg:bottom-4 print:hidden ${isShown ? edge : ""}`}
    >
      <div
        className={`border-line-strong bg-surface-raised divide-line pointer-events-auto w-full max-w-3xl divide-y sm:rounded-md ${isShown ? "mt-4 border-t-2 sm:border-2" : ""}`}
      >
        <div role="status">{report !== null && <UndoBar report={report} desk={desk} />}</div>
        {hasSelection && (
          <div className={isOpen ? "max-lg:hidden" : ""}>
            <BulkBar selection={selection} listed={listed} onStatus={onStatus} />
          </div>
        )}
      </div>
    </div>
  );
}

interface BulkBarProps {
  readonly selection: Selection;
  readonly listed: number;
  readonly onStatus: (status: RecordStatus) => void;
}

function BulkBar({ selection, listed, onStatus }: BulkBarProps) {
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

interface UndoBarProps {
  readonly report: StatusReport;
  readonly desk: Desk;
}

const shownMs = 30_000;

/** Reports a status change and offers to undo it. Disappears by itself: the history keeps the change. */
function UndoBar({ report, desk }: UndoBarProps) {
  useEffect(() => {
    const timer = setTimeout(() => desk.forgetReport(), shownMs);
    return () => clearTimeout(timer);
  }, [report, desk]);
  return (
    <div className="flex items-center gap-2 px-4 py-2">
      <p className="min-w-0 grow wrap-anywhere">{report.words}</p>
      {report.undo.length > 0 && (
        <button type="button" className={`${toolClasses} px-3 text-sm`} onClick={() => void desk.undo()}>
          <Undo2 aria-hidden className="size-4" /> Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className="hover:bg-surface-sunken inline-flex size-11 shrink-0 items-center justify-center rounded-sm"
        onClick={() => desk.forgetReport()}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
