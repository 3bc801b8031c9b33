import { LogIn, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";

import type { Connection } from "#app/desk/api/live.ts";
import { useDeskPage, type Viewer } from "#app/desk/state/desk-page.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { isNewRecord, type LiveEvent, type LiveUpdate } from "#domain/live.ts";

import { titleOf } from "./alerts.ts";

interface ConnectionLineProps {
  readonly connection: Connection;
  readonly onSignIn: () => void;
}

/** Says when the desk may be out of date, and when it is up to date again. */
export function ConnectionLine({ connection, onSignIn }: ConnectionLineProps) {
  const isBack = useIsBack(connection);
  const text = isBack ? "Connected again." : (problems.get(connection) ?? "");
  return (
    <div role="status" className="sticky top-0 z-20 empty:hidden print:hidden">
      {text !== "" && (
        <p
          className={`border-line flex flex-wrap items-center justify-center gap-x-2 gap-y-1 border-b px-4 py-1.5 text-center text-sm font-semibold ${isBack ? "bg-ok-soft text-ok" : "bg-warn-soft text-warn"}`}
        >
          {!isBack && <WifiOff aria-hidden className="size-4 shrink-0" />}
          {text}
          {connection === "signed-out" && (
            <ToolButton onClick={onSignIn} className="text-ink px-3">
              <LogIn aria-hidden className="size-4 shrink-0" /> Sign in again
            </ToolButton>
          )}
        </p>
      )}
    </div>
  );
}

const problems: ReadonlyMap<Connection, string> = new Map([
  ["lost", "Connection lost, trying again…"],
  ["signed-out", "Your session has ended. What you typed is still here."],
]);

const showBackMs = 4000;

/** Returns true for a moment after a problem has ended. */
function useIsBack(connection: Connection): boolean {
  const [shown, setShown] = useState(connection);
  const [isBack, setIsBack] = useState(false);
  if (shown !== connection) {
    setShown(connection);
    if (problems.has(connection)) setIsBack(false);
    else if (problems.has(shown)) setIsBack(true);
  }
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setIsBack(false), showBackMs);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

/** Announces new records, and what others do on the open record, to screen readers. */
export function LiveAnnouncer({ update }: { readonly update: LiveUpdate | null }) {
  const { view, viewer } = useDeskPage();
  const [announced, setAnnounced] = useState<Announcement>({ update: null, text: "" });
  if (update !== null && update !== announced.update)
    setAnnounced({ update, text: announcement(update, viewer, view.reference) });
  return (
    <p role="status" className="sr-only">
      {/* The key makes a screen reader repeat the same text for another event. */}
      <span key={announced.update?.last_event}>{announced.text}</span>
    </p>
  );
}

interface Announcement {
  readonly update: LiveUpdate | null;
  readonly text: string;
}

function announcement({ events }: LiveUpdate, viewer: Viewer, openReference: string | null): string {
  const inserted = events.filter(isNewRecord);
  const changes = events.filter(
    (event) =>
      event.reference === openReference && event.user_id !== null && event.user_id !== viewer.user.id,
  );
  const newest = inserted.at(-1);
  const arrival =
    newest === undefined
      ? ""
      : inserted.length === 1
        ? `New: ${titleOf(newest)} ${newest.reference}.`
        : `${inserted.length} new records.`;
  const changeTexts = changes.map((event) => `${viewer.nameOf(event.user_id)} ${verbOf(event)}.`);
  return [arrival, ...changeTexts].join(" ").trim();
}

function verbOf({ type }: LiveEvent): string {
  return type === "note" ? "added a note" : "changed this record";
}
