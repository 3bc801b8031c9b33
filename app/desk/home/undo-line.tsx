import { Undo2, X } from "lucide-react";
import { useEffect } from "react";

import type { ChangeReport } from "#app/desk/state/change-report.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";

const shownMs = 10_000;

/** Says what the last change did and offers to undo it. Goes away by itself: the history keeps the change. */
export function UndoLine({ report }: { readonly report: ChangeReport }) {
  const { desk } = useDeskPage();
  useEffect(() => {
    const { undoEnd } = report;
    const leftMs = undoEnd === undefined ? shownMs : undoEnd - performance.now();
    const timer = setTimeout(() => desk.forgetReport(), leftMs);
    return () => clearTimeout(timer);
  }, [report, desk]);
  return (
    <>
      <span className="text-ink min-w-0 truncate font-semibold" title={report.words}>
        {report.words}
      </span>
      {(report.undo.length > 0 || report.takeBack !== undefined) && (
        <button
          type="button"
          {...keyProps("undo")}
          className={`${lineButton} text-link gap-1.5 px-2`}
          onClick={() => void desk.undo()}
        >
          <Undo2 aria-hidden className="size-4" /> Undo <KeyHint action="undo" />
        </button>
      )}
      <button
        type="button"
        aria-label="Close"
        className={`${lineButton} w-11 lg:w-8`}
        onClick={() => desk.forgetReport()}
      >
        <X aria-hidden className="size-4" />
      </button>
    </>
  );
}

const lineButton =
  "hover:bg-surface-sunken inline-flex h-11 shrink-0 items-center justify-center rounded-sm font-semibold lg:h-8";
