import { queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import * as v from "valibot";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { minuteMs } from "#domain/durations.ts";
import { isReplyFor } from "#domain/reply-text.ts";
import { type ReplyPlaceholder, type SavedReply, savedReplySchema } from "#domain/saved-reply.ts";
import type { Submission } from "#domain/submission.ts";

type ReplyValues = Readonly<Partial<Record<ReplyPlaceholder, string>>>;

const shortReply: SavedReply = {
  id: "short",
  title: "Short reply",
  form: null,
  body: "Hi {name},\n\n\n\nReference: {reference}\n\nKind regards,\n{me}\n{business}\n{phone}",
  version: 0,
};

interface TemplateListProps {
  readonly submission: Submission;
  readonly values: ReplyValues;
  readonly onChoose: (body: string) => void;
  readonly onClose: () => void;
}

/** The saved replies that fit the record, each with a digit. */
export function TemplateList({ submission, values, onChoose, onClose }: TemplateListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { data, error, isPending, refetch } = useQuery(savedReplies);
  useLayoutEffect(() => {
    list.current?.querySelector("button")?.focus();
  }, [isPending]);
  const fitting = (data ?? []).filter((reply) => isReplyFor(reply, submission, values));
  // A digit pressed while they load must set no status, so that the short reply is not "1" for a moment.
  const replies = isPending ? [] : [...fitting, shortReply];
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const chosen = replies[Number(key) - 1];
    if (key === "Escape") onClose();
    else if (chosen !== undefined) onChoose(chosen.body);
    else if (!/^\d$/.test(key)) return;
    // Otherwise the digit would set a status.
    event.preventDefault();
  };
  return (
    <ul ref={list} aria-label="Saved replies" className="border-line divide-line divide-y rounded-sm border">
      {isPending && (
        <li>
          <button type="button" aria-disabled onKeyDown={press} className="min-h-11 px-3">
            Loading the saved replies...
          </button>
        </li>
      )}
      {error !== null && (
        <li>
          <RepliesProblem onRetry={() => void refetch()} onKeyDown={press} />
        </li>
      )}
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
              className="border-line-strong text-ink-muted rounded-sm border px-1 font-mono text-xs leading-4 font-normal max-lg:hidden pointer-coarse:hidden"
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

interface RepliesProblemProps {
  readonly onRetry: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

export function RepliesProblem({ onRetry, onKeyDown }: RepliesProblemProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-3">
      <p role="alert" className="text-danger font-semibold">
        The saved replies could not be loaded.
      </p>
      <button
        type="button"
        className="text-link min-h-11 font-semibold"
        onClick={onRetry}
        onKeyDown={onKeyDown}
      >
        Try again
      </button>
    </div>
  );
}

export const listReplies = () => deskCall(v.array(savedReplySchema), deskEndpoints.savedReplies);

/** Loaded once, with the first record; the settings are another page, which lets the desk forget them. */
export const savedReplies = queryOptions({
  queryKey: ["saved-replies"],
  queryFn: listReplies,
  staleTime: 5 * minuteMs,
  gcTime: Infinity,
});
