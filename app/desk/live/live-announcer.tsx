import { useState } from "react";

import { titleOf } from "#app/desk/preferences/alerts.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import type { Viewer } from "#app/desk/state/viewer.ts";
import { isNewRecord, type LiveEvent, type LiveUpdate } from "#domain/live.ts";

/** Announces new records, and what others do on the open record, to screen readers. */
export function LiveAnnouncer({ update }: { readonly update: LiveUpdate | null }) {
  const { view, viewer } = useDeskPage();
  const [announced, setAnnounced] = useState<Announced>({ update: null, text: "" });
  if (update !== null && update !== announced.update)
    setAnnounced({ update, text: announcement(update, viewer, view.reference) });
  return (
    <p role="status" className="sr-only">
      {/* The key makes a screen reader repeat the same text for another event. */}
      <span key={announced.update?.last_event}>{announced.text}</span>
    </p>
  );
}

interface Announced {
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
