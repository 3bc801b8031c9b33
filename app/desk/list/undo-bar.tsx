import { Undo2, X } from "lucide-react";
import { useEffect } from "react";

import type { Desk } from "#app/desk/state/desk.ts";
import type { StatusReport } from "#app/desk/state/status-report.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";

interface UndoBarProps {
  readonly report: StatusReport;
  readonly desk: Desk;
}

const shownMs = 30_000;

/** Says what a change of status did, and takes it back. It goes by itself: the history keeps what was. */
export function UndoBar({ report, desk }: UndoBarProps) {
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
