import { Clock } from "lucide-react";

import { useCalendar } from "#app/shared/document/use-calendar.ts";
import { useNow } from "#app/shared/document/use-now.ts";
import { dueWords } from "#domain/due-words.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";

interface ReplyPromiseProps {
  readonly submission: Submission;
}

/** What we promise who sends the form: as advertised and, once React has started, the moment it comes to. */
export function ReplyPromise({ submission }: ReplyPromiseProps) {
  const calendar = useCalendar();
  const now = useNow();
  const words = calendar === null ? null : dueWords(replyDue(submission.replyRule, now, calendar), now);
  return (
    <div className="flex gap-3">
      <Clock aria-hidden strokeWidth={1.5} className="text-brand mt-0.5 size-6 shrink-0" />
      <div className="max-w-prose">
        <p>{submission.promise}</p>
        {/* As tall as what may stand there, so that nothing moves when it is filled in. */}
        <p className="min-h-[3lh] sm:min-h-[2lh]">
          {words !== null && (
            <>
              Sent now, that is{" "}
              <strong>
                <span className="whitespace-nowrap">{words.time}</span> {words.day}
              </strong>
              {words.because}.
            </>
          )}
        </p>
      </div>
    </div>
  );
}
