import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { submissionOf } from "#app/desk/api/list-view.ts";
import { NameForm } from "#app/desk/session/name-form.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { showToast } from "#app/desk/state/notices.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { randomKey } from "#app/shared/forms/draft.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { gapIn } from "#domain/plain-text.ts";
import { isNameless, isReplyFor, replyValues } from "#domain/reply-text.ts";
import { fillReply, type SavedReply } from "#domain/saved-reply.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { sendReply } from "./composer.tsx";
import { RepliesProblem, savedReplies } from "./template-list.tsx";

interface BulkReplyProps {
  readonly records: readonly SubmissionRecord[];
  readonly onClose: () => void;
}

/** Sends one saved reply to several customers, each with their own name, machine and part. */
export function BulkReply({ records, onClose }: BulkReplyProps) {
  const { view, viewer } = useDeskPage();
  const submission = submissionOf(view);
  const title = `Reply to ${records.length === 1 ? "1 customer" : `${records.length} customers`}`;
  const valuesOf = (record: SubmissionRecord) => replyValues(submission, record, viewer.user);
  const { data = [], error, isPending, refetch } = useQuery(savedReplies);
  const fitting = data.filter((reply) =>
    records.every((record) => isReplyFor(reply, submission, valuesOf(record))),
  );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mt-4 grid gap-4">
        {isNameless(viewer.user.full_name) ? (
          <NameForm onNamed={reloadRecords} />
        ) : error !== null ? (
          <RepliesProblem onRetry={() => void refetch()} />
        ) : isPending ? (
          <p>Loading the saved replies...</p>
        ) : fitting.length === 0 ? (
          <p>No saved reply fits all of them. Add one in the settings, or select fewer records.</p>
        ) : (
          <ReplyChoice
            replies={fitting}
            textFor={(reply, record) => fillReply(reply.body, valuesOf(record))}
            records={records}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ReplyChoiceProps {
  readonly replies: readonly SavedReply[];
  readonly textFor: (reply: SavedReply, record: SubmissionRecord) => string;
  readonly records: readonly SubmissionRecord[];
  readonly onClose: () => void;
}

function ReplyChoice({ replies, textFor, records, onClose }: ReplyChoiceProps) {
  const [chosen, setChosen] = useState(replies[0]?.id);
  const [asked, setAsked] = useState<string | null>(null);
  // The keys stay when the replies are sent again: no customer gets two.
  const [keys] = useState(() => new Map(records.map((record) => [record, randomKey()])));
  const [hasBegun, setHasBegun] = useState(false);
  const [closed] = useState(() => new AbortController());
  useEffect(() => () => closed.abort(), [closed]);
  const action = useAction();
  const reply = replies.find(({ id }) => id === chosen) ?? replies[0];
  const [first] = records;
  if (reply === undefined || first === undefined) return null;
  const submit = action.onSubmit(async () => {
    const gap = records.map((record) => gapIn(textFor(reply, record))).find((one) => one !== null) ?? null;
    setAsked(gap);
    if (gap !== null && gap !== asked) throw new CallProblem(gap);
    setHasBegun(true); // The keys stand for this text: it may not change any more.
    for (const [record, key] of keys) {
      if (closed.signal.aborted) break;
      await sendReply(record.ref_number, { text: textFor(reply, record), key });
      keys.delete(record);
    }
    const sent = records.length - keys.size;
    showToast({ text: `Sending ${sent === 1 ? "1 reply" : `${sent} replies`}` });
    void reloadRecords();
    onClose();
  });
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Outcome action={action} />
      <label className="grid gap-1 text-sm">
        <span className="text-ink-muted">Saved reply</span>
        <select
          className={controlClasses}
          value={reply.id}
          disabled={hasBegun}
          onChange={({ target }) => setChosen(target.value)}
        >
          {replies.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <div>
        <p className="text-ink-muted text-sm">To {first.ref_number}, for example:</p>
        <p
          dir="auto"
          className="border-line bg-surface-sunken mt-1 rounded-sm border p-3 text-sm wrap-anywhere whitespace-pre-line"
        >
          {textFor(reply, first)}
        </p>
      </div>
      <DialogButtons
        label={action.isBusy ? "Sending..." : `Send ${records.length}`}
        isBusy={action.isBusy}
        onCancel={onClose}
      />
    </form>
  );
}
