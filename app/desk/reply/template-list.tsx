import { queryOptions, useQuery } from "@tanstack/react-query";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { minuteMs } from "#domain/durations.ts";
import { isReplyFor } from "#domain/reply-text.ts";
import { type ReplyPlaceholder, type SavedReply } from "#domain/saved-reply.ts";
import type { Submission } from "#domain/submission.ts";

type ReplyValues = Readonly<Partial<Record<ReplyPlaceholder, string>>>;

const shortReply: SavedReply = {
  id: "short",
  title: "Short reply",
  form: null,
  body: "Hi {name},\n\n\n\nReference: {reference}\n\nKind regards,\n{me}\n{business}\n{phone}",
  version: 0,
};

/** The saved replies that fit the record; none while they load. */
export function useFittingReplies(submission: Submission, values: ReplyValues) {
  const { data, error, isPending, refetch } = useQuery(savedReplies);
  const fitting = (data ?? []).filter((reply) => isReplyFor(reply, submission, values));
  return { replies: isPending ? [] : [...fitting, shortReply], error, isPending, refetch };
}

interface TemplateListProps {
  readonly saved: ReturnType<typeof useFittingReplies>;
  readonly onChoose: (body: string) => void;
}

/** Saved replies, each with the digit that chooses it in an empty reply. */
export function TemplateList({ saved: { replies, error, isPending, refetch }, onChoose }: TemplateListProps) {
  return (
    <ul aria-label="Saved replies" className="border-line divide-line divide-y rounded-sm border">
      {isPending && <li className="flex min-h-11 items-center px-3">Loading the saved replies...</li>}
      {error !== null && (
        <li>
          <RepliesProblem onRetry={() => void refetch()} />
        </li>
      )}
      {replies.map(({ id, title, body }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            className="hover:bg-surface-sunken flex min-h-11 w-full items-center gap-3 px-3 text-left font-semibold"
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

export function RepliesProblem({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 px-3">
      <p role="alert" className="text-danger font-semibold">
        The saved replies could not be loaded.
      </p>
      <button type="button" className="text-link min-h-11 font-semibold" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

export const listReplies = () => deskCall(deskCalls.savedReplies, {});

/** Loaded once, with the first record; the settings are another page, which lets the desk forget them. */
export const savedReplies = queryOptions({
  queryKey: ["saved-replies"],
  queryFn: listReplies,
  staleTime: 5 * minuteMs,
  gcTime: Infinity,
});
