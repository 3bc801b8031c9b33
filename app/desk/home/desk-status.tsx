import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

import { toolClasses } from "#app/desk/ui/tool.ts";

interface PanelNoticesProps {
  readonly problem: string | null;
  /** Does once more what failed; null where that is of no use or offered elsewhere. */
  readonly retry: (() => void) | null;
  /** Shows the record that the problem is about as it stands now. */
  readonly onLook: (() => void) | null;
  /** What the panel is doing or showing. */
  readonly status: string;
  /** On a phone, a record stands open instead of the list that the status is about. */
  readonly isQuiet: boolean;
  /** What can be done with the list. */
  readonly children: ReactNode;
}

/**
 * What went wrong, in view at any scroll position, and how things stand. Both are read aloud, and
 * neither takes the focus from the record that staff are working on.
 */
export function PanelNotices({ problem, retry, onLook, status, isQuiet, children }: PanelNoticesProps) {
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
        {problem !== null && onLook !== null && (
          <button type="button" className={`${toolClasses} text-ink px-3 text-sm`} onClick={onLook}>
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
