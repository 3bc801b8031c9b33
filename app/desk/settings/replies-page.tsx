import { useState } from "react";

import { addReply, changeReply, deleteReply, listReplies } from "#app/desk/api/settings.ts";
import { savedReplies } from "#app/desk/reply/saved-reply-query.ts";
import { deskClient } from "#app/desk/state/desk-client.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import type { SavedReply } from "#domain/saved-reply.ts";

import { ReplyEditor } from "./reply-editor.tsx";
import { Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Saved replies", hidden: true });

export default function Replies() {
  const state = useLoaded(listReplies);
  const [deleting, setDeleting] = useState<SavedReply | null>(null);
  const { data, reload } = state;
  const change = async <Result,>(call: Promise<Result>): Promise<Result> => {
    const forget = () => deskClient.removeQueries({ queryKey: savedReplies.queryKey });
    const result = await call.finally(forget);
    await reload();
    return result;
  };
  return (
    <Section
      title="Saved replies"
      intro="Texts for your replies. Words in {braces} are filled in from the request."
    >
      {data === null ? (
        <Loading state={state} />
      ) : (
        <div className="border-line bg-surface-raised divide-line divide-y rounded-sm border">
          {data.map((reply) => (
            <ReplyEditor
              key={reply.id}
              reply={reply}
              onSave={(draft, version) => change(changeReply(reply.id, draft, version))}
              onDelete={() => setDeleting(reply)}
            />
          ))}
          <ReplyEditor key={`new ${data.length}`} reply={null} onSave={(draft) => change(addReply(draft))} />
        </div>
      )}
      {deleting !== null && (
        <ConfirmDialog
          title="Delete this reply?"
          label="Delete"
          onConfirm={() => change(deleteReply(deleting.id))}
          onClose={() => setDeleting(null)}
        >
          <p>“{deleting.title}” will be deleted for everyone.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
