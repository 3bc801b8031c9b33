import type { Desk } from "#app/desk/state/desk.ts";
import type { StatusReport } from "#app/desk/state/status-report.ts";
import type { RecordStatus } from "#domain/record-status.ts";

import { BulkBar } from "./bulk-bar.tsx";
import { UndoBar } from "./undo-bar.tsx";
import type { Selection } from "./use-selection.ts";

interface DockProps {
  readonly selection: Selection;
  readonly listed: number;
  readonly report: StatusReport | null;
  readonly desk: Desk;
  /** On a phone, the record's own bar stands below. */
  readonly isOpen: boolean;
  readonly onStatus: (status: RecordStatus) => void;
}

/** At the lower edge, within reach of a thumb: what is selected, and what was done last. */
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
