import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { toolClasses } from "#app/desk/ui/tool.ts";

interface DeskStatusProps {
  readonly problem: string | null;
  /** Null if a retry makes no sense or is offered elsewhere. */
  readonly retry: (() => void) | null;
  /** Shows the current version of the record that the problem is about; null if there is none. */
  readonly onShowCurrent: (() => void) | null;
  readonly status: string;
  /** Hides the status on phones: the open record covers the list. */
  readonly isQuiet: boolean;
  /** The tools of the list. */
  readonly children: ReactNode;
}

/** Shows the last problem, at any scroll position, and the status of the list. Neither takes the focus. */
export function DeskStatus({ problem, retry, onShowCurrent, status, isQuiet, children }: DeskStatusProps) {
  return (
    <>
      <div
        className={`sticky top-2 z-10 ${problem === null ? "" : "border-danger bg-danger-soft text-danger mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-2 px-4 py-3"}`}
      >
        <div role="alert" className="min-w-0">
          {problem !== null && (
            <p className="flex gap-2 font-semibold wrap-anywhere">
              <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
              {problem}
            </p>
          )}
        </div>
        {problem !== null && onShowCurrent !== null && (
          <button type="button" className={`${toolClasses} text-ink px-3 text-sm`} onClick={onShowCurrent}>
            Show it as it is now
          </button>
        )}
        {problem !== null && retry !== null && (
          <>
            <p>Nothing you typed is lost.</p>
            <button type="button" className={`${toolClasses} text-ink px-3 text-sm`} onClick={retry}>
              Try again
            </button>
          </>
        )}
      </div>
      <div
        className={`flex items-center justify-between gap-4 lg:my-1 print:hidden ${isQuiet ? "max-lg:sr-only" : "my-2"}`}
      >
        <p role="status" className="text-ink-muted min-h-6 min-w-0 text-sm">
          {status}
        </p>
        {isQuiet ? <div className="max-lg:hidden">{children}</div> : children}
      </div>
    </>
  );
}
