import { ChevronDown, Plus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";

import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { listReplies, savedReplies } from "#app/desk/reply/template-list.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { formText, Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { deskCalls } from "#domain/desk-wire.ts";
import { firm } from "#domain/firm.ts";
import {
  fillReply,
  formNames,
  type ReplyDraft,
  replyFields,
  replyPlaceholders,
  type SavedReply,
  unknownPlaceholders,
} from "#domain/saved-reply.ts";

import { Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Saved replies", hidden: true });

export default function Replies() {
  const state = useLoaded("replies", listReplies);
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
              onSave={(draft, version) => change(saveReply(draft, reply.id, version))}
              onDelete={() => setDeleting(reply)}
            />
          ))}
          <ReplyEditor key={`new ${data.length}`} reply={null} onSave={(draft) => change(saveReply(draft))} />
        </div>
      )}
      {deleting !== null && (
        <ConfirmDialog
          title="Delete this reply?"
          label="Delete"
          onConfirm={() => change(deskSend(deskCalls.savedReplyRemoval, {}, { id: deleting.id }))}
          onClose={() => setDeleting(null)}
        >
          <p>“{deleting.title}” will be deleted for everyone.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Adds a reply, or changes one: refused if someone else has saved since `version`. */
function saveReply(draft: ReplyDraft, id?: string, version?: number): Promise<SavedReply> {
  if (id === undefined) return deskCall(deskCalls.newSavedReply, draft);
  return deskCall(deskCalls.savedReplyChange, draft, { id, ...(version !== undefined && { version }) });
}

interface ReplyEditorProps {
  readonly reply: SavedReply | null;
  /** `version` is the one that the draft is based on, 0 for a new reply. Returns what is stored now. */
  readonly onSave: (draft: ReplyDraft, version: number) => Promise<SavedReply>;
  readonly onDelete?: () => void;
}

/** A saved reply that opens into a form and a preview. If somebody else has saved first, what is typed stays. */
function ReplyEditor({ reply, onSave, onDelete }: ReplyEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction();
  const [initial] = useState(reply);
  const [version, setVersion] = useState(reply?.version ?? 0);
  const [stored, setStored] = useState(() => textOf(reply));
  const [typed, setTyped] = useState<ReplyDraft | null>(null);
  const isChanged = typed !== null && textOf(typed) !== stored;
  useUnsaved(isChanged);
  const submit = action.onSubmit(async (filled) => {
    const draft = draftIn(filled);
    setVersion((await onSave(draft, version)).version);
    setStored(textOf(draft));
    return "Saved.";
  });
  const read = () => form.current !== null && setTyped(draftIn(form.current));
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
          <Outcome action={action} />
          <form ref={form} method="post" onInput={read} onSubmit={submit} className="grid gap-5">
            {Object.entries(replyFields).map(([name, field]) => (
              <FormField
                key={name}
                name={name}
                field={field}
                isCapped
                initial={initialOf(initial, name)}
                problemId={action.problemAt(name)}
              />
            ))}
            <PlaceholderBar form={form} onInserted={read} />
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
        <ReplyPreview body={(typed ?? initial)?.body ?? ""} />
      </div>
    </details>
  );
}

function textOf(reply: ReplyDraft | SavedReply | null): string {
  return JSON.stringify([reply?.title ?? "", reply?.form ?? "", reply?.body ?? ""]);
}

function initialOf(reply: SavedReply | null, name: string): string | undefined {
  const value = Object.entries<unknown>({ ...reply }).find(([known]) => known === name)?.[1];
  return typeof value === "string" ? value : undefined;
}

function draftIn(form: HTMLFormElement): ReplyDraft {
  const [title, body] = [formText(form, "title"), formText(form, "body")];
  const forForm = formNames.find((name) => name === formText(form, "form"));
  return { title, body, ...(forForm === undefined ? {} : { form: forForm }) };
}

const example = {
  name: "Aroha",
  full_name: "Aroha Ngata",
  reference: "QK-7F3K9M-2PWD",
  machine: "2015 Honda TRX420FM",
  part: "front diff",
  business: firm.trading_name,
  phone: firm.phone,
};

/** Shows the text with an example record filled in. */
function ReplyPreview({ body }: { readonly body: string }) {
  const { full_name: me } = useUser();
  const unknown = unknownPlaceholders(body);
  return (
    <div className="min-w-0">
      <h3 className="text-ink-muted mb-1 text-lg">Preview</h3>
      {unknown.length > 0 && (
        <p role="status" className="text-warn mb-2 text-sm font-semibold wrap-anywhere">
          Not a placeholder: {unknown.map((name) => `{${name}}`).join(", ")}
        </p>
      )}
      <p className="border-line bg-surface-sunken rounded-sm border p-3 text-sm wrap-anywhere whitespace-pre-line">
        {fillReply(body, { ...example, me })}
      </p>
    </div>
  );
}

interface PlaceholderBarProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onInserted: () => void;
}

/** Buttons that insert a placeholder at the cursor. */
function PlaceholderBar({ form, onInserted }: PlaceholderBarProps) {
  const insert = (name: string) => {
    const text = form.current?.elements.namedItem("body");
    if (!(text instanceof HTMLTextAreaElement)) return;
    text.focus();
    text.setRangeText(`{${name}}`, text.selectionStart, text.selectionEnd, "end");
    onInserted();
  };
  return (
    <div role="group" aria-label="Placeholders" className="flex flex-wrap gap-2">
      {Object.entries(replyPlaceholders).map(([name, meaning]) => (
        <ToolButton
          key={name}
          title={meaning}
          aria-label={`Insert {${name}}: ${meaning}`}
          className="px-3 text-sm font-normal"
          onClick={() => insert(name)}
        >
          {`{${name}}`}
        </ToolButton>
      ))}
    </div>
  );
}
