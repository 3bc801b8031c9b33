import { useMutationState } from "@tanstack/react-query";
import { CircleAlert, Undo2, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "react-router";

import { type ChangeSet, failureText, pendingFilter } from "#app/desk/state/change-records.ts";
import { recordNames } from "#app/desk/state/change-text.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import {
  hideProblem,
  hideToast,
  type DeskProblem,
  type Toast,
  undoLast,
  useNotices,
} from "#app/desk/state/notices.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";

interface DeskStatusProps {
  /** The status of the list. A toast takes its place, so that it covers nothing. */
  readonly status: string;
  /** The tools of the list. */
  readonly children: ReactNode;
}

/** Shows the last problem, at any scroll position, and the status of the list. Neither takes the focus. */
export function DeskStatus({ status, children }: DeskStatusProps) {
  const { view } = useDeskPage();
  const { toast } = useNotices();
  // On phones, the open record covers the list.
  const isQuiet = view.reference !== null;
  return (
    <>
      <ProblemBox />
      <div
        className={`bg-surface sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 px-4 lg:py-0.5 print:hidden ${isQuiet && toast === null ? "max-lg:sr-only" : ""}`}
      >
        <p
          role="status"
          className="text-ink-muted flex min-h-11 min-w-0 flex-1 basis-40 items-center gap-1 text-sm lg:min-h-9"
        >
          {toast === null ? <span className="truncate">{status}</span> : <ToastLine toast={toast} />}
        </p>
        <div className={`${isQuiet ? "max-lg:hidden" : ""} ${toast === null ? "" : "max-sm:hidden"}`}>
          {children}
        </div>
      </div>
    </>
  );
}

function ProblemBox() {
  const { view, go, state } = useDeskPage();
  const { problem: failed } = useNotices();
  const waiting = useWaiting();
  const notLoaded =
    state.loadProblem === null ? null : { text: state.loadProblem, retry: () => void reloadDesk() };
  const problem: DeskProblem | null = failed ?? waiting ?? notLoaded;
  const { text, about, retry, reference } = problem ?? {};
  const show = (stale: string) => {
    hideProblem();
    go({ ...view, reference: stale });
    void reloadDesk();
  };
  return (
    <div
      className={`sticky top-2 z-20 ${problem === null ? "" : "border-danger bg-danger-soft text-danger mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border-2 px-4 py-3"}`}
    >
      <div role="alert" className="min-w-0">
        {problem !== null && (
          <p className="flex gap-2 font-semibold wrap-anywhere">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {text}
          </p>
        )}
      </div>
      {reference !== undefined && (
        <ToolButton className="text-ink px-3 text-sm" onClick={() => show(reference)}>
          Show it as it is now
        </ToolButton>
      )}
      {about !== undefined && <p className="font-semibold wrap-anywhere">{about}</p>}
      {problem !== null && problem === waiting && <p>It is tried again as soon as the server is back.</p>}
      {retry !== undefined && state.shown !== null && (
        <>
          <p>Nothing you typed is lost.</p>
          <ToolButton className="text-ink px-3 text-sm" onClick={retry}>
            Try again
          </ToolButton>
        </>
      )}
      {failed !== null && (
        <ToolButton aria-label="Close" className="text-ink px-3 text-sm" onClick={hideProblem}>
          <X aria-hidden className="size-4" />
        </ToolButton>
      )}
    </div>
  );
}

/** The changes that have not reached the server yet. */
function useWaiting(): DeskProblem | null {
  const waiting = useMutationState({
    filters: pendingFilter,
    select: ({ state }) => ({ error: state.failureReason, changes: state.variables as ChangeSet }),
  });
  const [first] = waiting;
  if (!first?.error) return null;
  const about = waiting.map(({ changes }) => recordNames(changes.edits)).join(", ");
  return { text: failureText(first.changes, first.error), about };
}

const shownMs = 10_000;

/** Says what the last change did and offers to undo it. Goes away by itself: the history keeps the change. */
export function ToastLine({ toast }: { readonly toast: Toast }) {
  const { text, reference, undo, undoEnd } = toast;
  useEffect(() => {
    const leftMs = undoEnd === undefined ? shownMs : undoEnd - performance.now();
    const timer = setTimeout(hideToast, leftMs);
    return () => clearTimeout(timer);
  }, [toast, undoEnd]);
  return (
    <>
      <span className="text-ink min-w-0 leading-tight font-semibold sm:truncate" title={text}>
        {text}
        {undoEnd !== undefined && <Countdown key={undoEnd} until={undoEnd} />}
      </span>
      {reference !== undefined && (
        <Link to={recordLink(reference)} className={`${lineButton} text-link px-2`}>
          Open it
        </Link>
      )}
      {undo !== undefined && (
        <button
          type="button"
          {...keyProps("undo")}
          className={`${lineButton} text-link gap-1.5 px-2`}
          onClick={() => void undoLast()}
        >
          <Undo2 aria-hidden className="size-4" /> Undo <KeyHint action="undo" />
        </button>
      )}
      <button type="button" aria-label="Close" className={`${lineButton} w-11 lg:w-8`} onClick={hideToast}>
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
