import { CircleAlert, X } from "lucide-react";
import type { ReactNode } from "react";

import type { ChangeReport } from "#app/desk/state/change-report.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";

import { UndoLine } from "./undo-line.tsx";

interface DeskStatusProps {
  readonly problem: string | null;
  /** The records that the problem is about, in words. */
  readonly about: string | null;
  /** It is tried again once the server is back. */
  readonly isRetried: boolean;
  /** Null if a retry makes no sense or is offered elsewhere. */
  readonly retry: (() => void) | null;
  /** Shows the current version of the record that the problem is about; null if there is none. */
  readonly onShowCurrent: (() => void) | null;
  /** Hides the problem; null if it ends by itself. */
  readonly onDismiss: (() => void) | null;
  readonly status: string;
  /** What the last change did: it takes the place of the status, where it covers nothing. */
  readonly report: ChangeReport | null;
  readonly desk: Desk;
  /** Hides the status on phones: the open record covers the list. */
  readonly isQuiet: boolean;
  /** The tools of the list. */
  readonly children: ReactNode;
}

/** Shows the last problem, at any scroll position, and the status of the list. Neither takes the focus. */
export function DeskStatus(props: DeskStatusProps) {
  const { problem, about, isRetried, retry, onShowCurrent, onDismiss, status } = props;
  const { report, desk, isQuiet, children } = props;
  return (
    <>
      <div
        className={`sticky top-2 z-20 ${problem === null ? "" : "border-danger bg-danger-soft text-danger mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-2 px-4 py-3"}`}
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
        {problem !== null && <p className="font-semibold wrap-anywhere empty:hidden">{about}</p>}
        {problem !== null && retry !== null && (
          <>
            <p>
              Nothing you typed is lost.{isRetried && " It is tried again as soon as the server is back."}
            </p>
            <button type="button" className={`${toolClasses} text-ink px-3 text-sm`} onClick={retry}>
              Try again
            </button>
          </>
        )}
        {problem !== null && onDismiss !== null && (
          <button
            type="button"
            aria-label={isRetried ? undefined : "Close"}
            className={`${toolClasses} text-ink px-3 text-sm`}
            onClick={onDismiss}
          >
            {isRetried ? "Do not try again" : <X aria-hidden className="size-4" />}
          </button>
        )}
      </div>
      <div
        className={`bg-surface sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 px-4 lg:py-0.5 print:hidden ${isQuiet && report === null ? "max-lg:sr-only" : ""}`}
      >
        <p
          role="status"
          className="text-ink-muted flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-1 text-sm lg:min-h-9"
        >
          {report === null ? (
            <span className="truncate">{status}</span>
          ) : (
            <UndoLine report={report} desk={desk} />
          )}
        </p>
        <div className={`${isQuiet ? "max-lg:hidden" : ""} ${report === null ? "" : "max-sm:hidden"}`}>
          {children}
        </div>
      </div>
    </>
  );
}
