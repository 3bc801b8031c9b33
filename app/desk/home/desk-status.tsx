import { CircleAlert, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

import type { ChangeReport } from "#app/desk/state/change-report.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";

interface DeskStatusProps {
  /** Of the list. What the last change did is shown in its place, so that it covers nothing. */
  readonly status: string;
  /** The tools of the list. */
  readonly children: ReactNode;
}

/** Shows the last problem, at any scroll position, and the status of the list. Neither takes the focus. */
export function DeskStatus({ status, children }: DeskStatusProps) {
  const { view, go, state, desk } = useDeskPage();
  const { problem, about, retry, dismiss, report, staleReference } = state;
  // It is tried again once the server is back.
  const isRetried = state.isUnreached && retry !== null;
  // On phones, the open record covers the list.
  const isQuiet = view.reference !== null;
  const showCurrent = () => {
    go({ ...view, reference: staleReference });
    void desk.reload();
  };
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
        {problem !== null && staleReference !== null && (
          <ToolButton className="text-ink px-3 text-sm" onClick={showCurrent}>
            Show it as it is now
          </ToolButton>
        )}
        {problem !== null && <p className="font-semibold wrap-anywhere empty:hidden">{about}</p>}
        {problem !== null && retry !== null && state.shown !== null && (
          <>
            <p>
              Nothing you typed is lost.{isRetried && " It is tried again as soon as the server is back."}
            </p>
            <ToolButton className="text-ink px-3 text-sm" onClick={retry}>
              Try again
            </ToolButton>
          </>
        )}
        {problem !== null && dismiss !== null && (
          <ToolButton
            aria-label={isRetried ? undefined : "Close"}
            className="text-ink px-3 text-sm"
            onClick={dismiss}
          >
            {isRetried ? "Do not try again" : <X aria-hidden className="size-4" />}
          </ToolButton>
        )}
      </div>
      <div
        className={`bg-surface sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 px-4 lg:py-0.5 print:hidden ${isQuiet && report === null ? "max-lg:sr-only" : ""}`}
      >
        <p
          role="status"
          className="text-ink-muted flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-1 text-sm lg:min-h-9"
        >
          {report === null ? <span className="truncate">{status}</span> : <UndoLine report={report} />}
        </p>
        <div className={`${isQuiet ? "max-lg:hidden" : ""} ${report === null ? "" : "max-sm:hidden"}`}>
          {children}
        </div>
      </div>
    </>
  );
}

const shownMs = 10_000;

/** Says what the last change did and offers to undo it. Goes away by itself: the history keeps the change. */
function UndoLine({ report }: { readonly report: ChangeReport }) {
  const { desk } = useDeskPage();
  useEffect(() => {
    const { undoEnd } = report;
    const leftMs = undoEnd === undefined ? shownMs : undoEnd - performance.now();
    const timer = setTimeout(() => desk.forgetReport(), leftMs);
    return () => clearTimeout(timer);
  }, [report, desk]);
  return (
    <>
      <span className="text-ink min-w-0 leading-tight font-semibold sm:truncate" title={report.words}>
        {report.words}
        {report.takeBack !== undefined && report.undoEnd !== undefined && (
          <Countdown key={report.undoEnd} until={report.undoEnd} />
        )}
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

/** " in 10 s", for the eye only: screen readers would say every second. `until` is by `performance.now()`. */
function Countdown({ until }: { readonly until: number }) {
  const left = () => Math.max(0, Math.ceil((until - performance.now()) / secondMs));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left), secondMs / 4);
    return () => clearInterval(timer);
  });
  return <span aria-hidden> in {seconds} s</span>;
}

const secondMs = 1000;

const lineButton =
  "hover:bg-surface-sunken inline-flex h-11 shrink-0 items-center justify-center rounded-sm font-semibold lg:h-8";
