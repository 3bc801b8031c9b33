import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";

import { messageTitles, momentText } from "./deal-text.ts";

interface MessageListProps {
  readonly messages: DealForDesk["messages"];
  readonly viewer: Viewer;
  readonly now: Date;
}

/** What the customer wrote on the page, and what we answered. */
export function MessageList({ messages, viewer, now }: MessageListProps) {
  if (messages.length === 0) return null;
  return (
    <ol aria-label="Messages" className="grid gap-2">
      {messages.map(({ id, kind, words, at, by }) => (
        <li
          key={id}
          className={`rounded-sm border-l-4 px-3 py-1.5 text-sm ${by === null ? "border-info bg-info-soft/60" : "border-brand bg-brand-soft/60"}`}
        >
          <p>
            <span className="font-semibold">{by === null ? messageTitles[kind] : viewer.nameOf(by)}</span>{" "}
            <time dateTime={at} className="text-ink-muted">
              {momentText(at, now)}
            </time>
          </p>
          {words !== null && words !== "" && (
            <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
              {words}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
