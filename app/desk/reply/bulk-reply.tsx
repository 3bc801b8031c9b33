import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useId, useState } from "react";

import { sendReply, takeReplyBack } from "#app/desk/api/replies.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { NameForm } from "#app/desk/session/name-form.tsx";
import type { Desk } from "#app/desk/state/desk.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Dialog, DialogButtons } from "#app/desk/ui/dialog.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { isNameless, isReplyFor, replyValues } from "#domain/reply-text.ts";
import { fillReply, type SavedReply } from "#domain/saved-reply.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { savedReplies } from "./template-list.tsx";

interface BulkReplyProps {
  readonly submission: Submission;
  readonly records: readonly SubmissionRecord[];
  readonly viewer: Viewer;
  readonly desk: Desk;
  readonly onClose: () => void;
}

/** Sends one saved reply to several customers, each with their own name, machine and part. */
export function BulkReply({ submission, records, viewer, desk, onClose }: BulkReplyProps) {
  const title = `Reply to ${records.length === 1 ? "1 customer" : `${records.length} customers`}`;
  const valuesOf = (record: SubmissionRecord) => replyValues(submission, record, viewer.user);
  const { data = [] } = useQuery(savedReplies, desk.data.client);
  const fitting = data.filter((reply) =>
    records.every((record) => isReplyFor(reply, submission, valuesOf(record))),
  );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="mt-4 grid gap-4">
        {isNameless(viewer.user.full_name) ? (
          <NameForm onNamed={() => desk.data.reload([["summary"]])} />
        ) : fitting.length === 0 ? (
          <p>No saved reply fits all of them. Add one in the settings, or select fewer records.</p>
        ) : (
          <ReplyChoice
            replies={fitting}
            textFor={(reply, record) => fillReply(reply.body, valuesOf(record))}
            records={records}
            desk={desk}
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
  readonly desk: Desk;
  readonly onClose: () => void;
}

function ReplyChoice({ replies, textFor, records, desk, onClose }: ReplyChoiceProps) {
  const [chosen, setChosen] = useState(replies[0]?.id);
  const [sent] = useState(() => new Map<string, string>()); // Keys by reference: a retry sends none twice.
  const action = useAction();
  const problemId = useId();
  const reply = replies.find(({ id }) => id === chosen) ?? replies[0];
  const [first] = records;
  if (reply === undefined || first === undefined) return null;
  const send = async () => {
    for (const record of records) {
      const { ref_number: reference } = record;
      if (sent.has(reference)) continue;
      const key = crypto.randomUUID();
      await sendReply(reference, textFor(reply, record), key);
      sent.set(reference, key);
    }
    return null;
  };
  const takeBack = async () => {
    await Promise.all([...sent].map(([reference, key]) => takeReplyBack(reference, key)));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await action.run(send)) await leave();
  };
  const leave = async () => {
    onClose();
    if (sent.size === 0) return;
    const words = sent.size === 1 ? "1 reply is about to leave" : `${sent.size} replies are about to leave`;
    await desk.tell({ words, undo: [], takeBack });
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Outcome action={action} id={problemId} />
      <label className="grid gap-1 text-sm">
        <span className="text-ink-muted">Saved reply</span>
        <select
          className={controlClasses}
          value={reply.id}
          disabled={sent.size > 0}
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
        onCancel={() => void leave()}
      />
    </form>
  );
}
