import { useState } from "react";

import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { isBirth, type LiveEvent, type LiveNews } from "#domain/live.ts";

interface LiveAnnouncerProps {
  readonly news: LiveNews | null;
  readonly viewer: Viewer;
  /** The record that is open. */
  readonly reference: string | null;
}

/**
 * Reads aloud, when nothing else is being said, what has come in and what colleagues do on the open record:
 * the same words once more where it happens once more, and nothing again where another record is opened.
 */
export function LiveAnnouncer({ news, viewer, reference }: LiveAnnouncerProps) {
  const [said, setSaid] = useState<Said>({ news: null, words: "" });
  if (news !== null && news !== said.news) setSaid({ news, words: announcement(news, viewer, reference) });
  return (
    <p role="status" className="sr-only">
      <span key={said.news?.last_event}>{said.words}</span>
    </p>
  );
}

interface Said {
  readonly news: LiveNews | null;
  readonly words: string;
}

function announcement({ events }: LiveNews, viewer: Viewer, reference: string | null): string {
  const births = events.filter(isBirth);
  const changes = events.filter(
    (event) => event.reference === reference && event.user_id !== null && event.user_id !== viewer.user.id,
  );
  const newest = births.at(-1);
  const came =
    newest === undefined
      ? ""
      : births.length === 1
        ? `New: ${titleOf(newest)} ${newest.reference}.`
        : `${births.length} new records.`;
  const changed = changes.map((event) => `${viewer.nameOf(event.user_id)} ${deedOf(event)}.`);
  return [came, ...changed].join(" ").trim();
}

function titleOf({ table }: LiveEvent): string {
  return submissionBy("table", table)?.title.toLowerCase() ?? "record";
}

function deedOf({ type }: LiveEvent): string {
  return type === "note" ? "added a note" : "changed this record";
}
