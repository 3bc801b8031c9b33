import { queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";

import { listReplies } from "#app/desk/api/settings-calls.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { isReplyFor } from "#domain/reply-text.ts";
import type { ReplyPlaceholder, SavedReply } from "#domain/saved-reply.ts";
import type { Submission } from "#domain/submission.ts";

const shortReply: SavedReply = {
  id: "short",
  title: "Short reply",
  form: null,
  body: "Hi {name},\n\n\n\nReference: {reference}\n\nKind regards,\n{me}\n{business}\n{phone}",
};

/** Loaded once; the settings are another page. */
const savedReplies = queryOptions({
  queryKey: ["saved-replies"],
  queryFn: listReplies,
  staleTime: 5 * 60_000,
  gcTime: Infinity,
});

interface TemplateListProps {
  readonly desk: Desk;
  readonly submission: Submission;
  readonly values: Readonly<Partial<Record<ReplyPlaceholder, string>>>;
  readonly onChoose: (body: string) => void;
  readonly onClose: () => void;
}

/** The saved replies that fit the record, each with a digit. */
export function TemplateList({ desk, submission, values, onChoose, onClose }: TemplateListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data, isPending } = useQuery(savedReplies, desk.data.client);
  useEffect(() => {
    if (!isPending) list.current?.querySelector("button")?.focus();
  }, [isPending]);
  if (isPending) return <p className="text-ink-muted text-sm">Loading the saved replies...</p>;
  const fitting = (data ?? []).filter((reply) => isReplyFor(reply, submission, values));
  const replies = [...fitting, shortReply];
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const chosen = replies[Number(key) - 1];
    if (key === "Escape") onClose();
    else if (chosen !== undefined) onChoose(chosen.body);
    else return;
    // Otherwise the digit would set a status.
    event.preventDefault();
  };
  return (
    <ul ref={list} aria-label="Saved replies" className="border-line divide-line divide-y rounded-sm border">
      {replies.map(({ id, title, body }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            className="hover:bg-surface-sunken flex min-h-11 w-full items-center gap-3 px-3 text-left font-semibold"
            onKeyDown={press}
            onClick={() => onChoose(body)}
          >
            <kbd
              aria-hidden
              className="border-line-strong text-ink-muted rounded-sm border px-1 font-mono text-xs leading-4 font-normal"
            >
              {index < 9 ? index + 1 : " "}
            </kbd>
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}
