import { useEffect, useState } from "react";

import { listReplies } from "#app/desk/api/saved-replies.ts";
import type { SavedReply } from "#domain/saved-reply.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { replyLink, shortReply } from "./reply-mail.ts";

export interface Reply {
  /** Opens one's own mail program, with the reference and the chosen text filled in. */
  readonly href: string;
  readonly replies: readonly SavedReply[];
  /** The id of the chosen saved reply; empty for the short one. */
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

/** The answer by e-mail to one record. Another record begins with the short reply again. */
export function useReply(submission: Submission, record: SubmissionRecord, user: CurrentUser): Reply {
  const replies = useReplies();
  const [choice, setChoice] = useState({ id: "", of: record.id });
  const chosen = choice.of === record.id ? choice.id : "";
  const text = replies.find(({ id }) => id === chosen)?.body ?? shortReply;
  return {
    href: replyLink(submission, record, user, text),
    replies,
    chosen,
    choose: (id) => setChoice({ id, of: record.id }),
  };
}

/** Without them, a reply starts with the short text: no reason to bother anybody. */
function useReplies(): readonly SavedReply[] {
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    listReplies().then(setReplies, (error: unknown) => console.error("No saved replies", error));
  }, []);
  return replies;
}
