import { ChevronDown, Plus } from "lucide-react";
import { type SubmitEvent, useId, useRef, useState } from "react";

import { formText } from "#app/desk/ui/form-text.ts";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { useAction } from "#app/desk/ui/use-action.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { type ReplyDraft, replyFields, type SavedReply } from "#domain/saved-reply.ts";

import { PlaceholderBar } from "./placeholder-bar.tsx";
import { ReplyPreview } from "./reply-preview.tsx";

interface ReplyEditorProps {
  /** Null for a new one. */
  readonly reply: SavedReply | null;
  readonly onSave: (draft: ReplyDraft) => Promise<string | null>;
  readonly onDelete?: () => void;
}

/** One reply: its title, and behind it the form, the preview and what can be done. */
export function ReplyEditor({ reply, onSave, onDelete }: ReplyEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction();
  const problemId = useId();
  const [body, setBody] = useState(reply?.body ?? "");
  const [isChanged, setIsChanged] = useState(false);
  useLeaveWarning(isChanged);

  const look = () => {
    if (form.current === null) return;
    const [title, text] = [formText(form.current, "title"), formText(form.current, "body")];
    setBody(text);
    setIsChanged(title !== (reply?.title ?? "") || text !== (reply?.body ?? ""));
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = {
      title: formText(event.currentTarget, "title"),
      body: formText(event.currentTarget, "body"),
    };
    if (await action.run(() => onSave(draft))) setIsChanged(false);
  };
  const Icon = reply === null ? Plus : ChevronDown;
  return (
    <details className="group">
      <summary className="hover:bg-surface-sunken flex min-h-14 items-center gap-3 px-4 py-2 font-semibold">
        <Icon
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
        <span className="min-w-0 grow wrap-anywhere">{reply?.title ?? "Add a reply"}</span>
        {isChanged && <span className="text-warn text-sm">Not saved</span>}
      </summary>
      <div className="grid gap-6 px-4 pt-2 pb-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <Outcome action={action} id={problemId} />
          <form
            ref={form}
            method="post"
            onInput={look}
            onSubmit={(event) => void submit(event)}
            className="grid gap-5"
          >
            {Object.entries(replyFields).map(([name, field]) => (
              <FormField
                key={name}
                name={name}
                field={field}
                initial={reply?.[name === "title" ? "title" : "body"]}
                problemId={action.problem?.field === name ? problemId : undefined}
              />
            ))}
            <PlaceholderBar form={form} onInserted={look} />
            <div className="flex flex-wrap gap-3">
              <Button type="submit" aria-disabled={action.isBusy}>
                {reply === null ? "Add" : "Save"}
              </Button>
              {onDelete !== undefined && (
                <Button look="outline" onClick={onDelete}>
                  Delete
                </Button>
              )}
            </div>
          </form>
        </div>
        <ReplyPreview body={body} />
      </div>
    </details>
  );
}
