import { Mail } from "lucide-react";
import { useEffect, useState } from "react";

import { listReplies } from "#app/api/saved-replies.ts";
import { ButtonAnchor } from "#app/ui/button.tsx";
import { controlClasses } from "#app/ui/control.tsx";
import type { SavedReply } from "#domain/saved-reply.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { replyLink, shortReply } from "./reply-mail.ts";

interface ReplyByMailProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly user: CurrentUser;
}

/** Answers in one's own mail program, with the reference and a saved reply filled in. */
export function ReplyByMail({ submission, record, user }: ReplyByMailProps) {
  const replies = useReplies();
  const [chosen, setChosen] = useState("");
  const text = replies.find(({ id }) => id === chosen)?.body ?? shortReply;
  return (
    <div className="grid gap-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      <ButtonAnchor look="action" href={replyLink(submission, record, user, text)}>
        <Mail aria-hidden className="size-5" /> Reply by e-mail
      </ButtonAnchor>
      {replies.length > 0 && (
        <select
          aria-label="Saved reply"
          className={controlClasses}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">Short reply</option>
          {replies.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Without them, a reply starts with the short text: no reason to bother anybody. */
function useReplies(): readonly SavedReply[] {
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    listReplies().then(setReplies, (error: unknown) => console.error("No saved replies", error));
  }, []);
  return replies;
}
