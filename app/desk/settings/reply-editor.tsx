import { ChevronDown, Plus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";

import { Outcome, formText, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useUnsaved } from "#app/desk/ui/unsaved.tsx";
import { useUser } from "#app/desk/ui/use-user.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { business } from "#domain/business.ts";
import {
  type ReplyDraft,
  type SavedReply,
  fillReply,
  formNames,
  replyFields,
  replyPlaceholders,
  unknownPlaceholders,
} from "#domain/saved-reply.ts";

import { Conflict } from "./conflict.tsx";

interface ReplyEditorProps {
  /** Null for a new reply. */
  readonly reply: SavedReply | null;
  /** `version` is the one that the draft is based on, 0 for a new reply. */
  readonly onSave: (draft: ReplyDraft, version: number) => Promise<SavedReply>;
  readonly onDelete?: () => void;
}

/** A saved reply that opens into a form and a preview. */
export function ReplyEditor({ reply, onSave, onDelete }: ReplyEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { action, former, body, isChanged, isNewer, takeOver, readForm, save } = useReplyDraft(reply, onSave);
  const submit = action.onSubmit((filled) => save(filled, former.reply?.version ?? 0));
  const choose = (work: (filled: HTMLFormElement) => Promise<string | void>) => {
    const filled = form.current;
    filled?.querySelector<HTMLElement>("[type=submit]")?.focus();
    if (filled !== null) void action.run(() => work(filled));
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
          <Outcome action={action} />
          {reply !== null && isNewer && isChanged && !action.isBusy && (
            <Conflict
              onTake={() => choose(async () => takeOver(reply))}
              onKeep={() => choose((filled) => save(filled, reply.version))}
            >
              <p className="font-semibold wrap-anywhere">{reply.title}</p>
              <p className="wrap-anywhere whitespace-pre-line">{reply.body}</p>
            </Conflict>
          )}
          <form
            ref={form}
            method="post"
            onInput={() => readForm(form.current)}
            onSubmit={submit}
            className="grid gap-5"
          >
            {Object.entries(replyFields).map(([name, field]) => (
              <FormField
                key={`${name} ${former.mount}`}
                name={name}
                field={field}
                isCapped
                initial={initialOf(former.reply, name)}
                problemId={action.problemAt(name)}
              />
            ))}
            <PlaceholderBar form={form} onInserted={() => readForm(form.current)} />
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

/** What the fields of a reply hold, and what they are based on. */
function useReplyDraft(reply: SavedReply | null, onSave: ReplyEditorProps["onSave"]) {
  const action = useAction();
  /** What the draft is based on; the fields are mounted again with `mount`. */
  const [former, setFormer] = useState({ reply, mount: 0 });
  const [body, setBody] = useState(reply?.body ?? "");
  const [isChanged, setIsChanged] = useState(false);
  useUnsaved(isChanged);
  const isNewer = reply !== null && reply.version > (former.reply?.version ?? 0);
  const takeOver = (newer: SavedReply) => {
    setFormer({ reply: newer, mount: former.mount + 1 });
    setBody(newer.body);
    setIsChanged(false);
  };
  // What someone else has saved takes the place of the fields, but not of what is not saved yet.
  if (isNewer && !isChanged && !action.isBusy) takeOver(reply);

  const compare = (filled: HTMLFormElement, stored: ReplyText | null) => {
    const draft = draftIn(filled);
    setBody(draft.body);
    setIsChanged(textOf(draft) !== textOf(stored));
  };
  const readForm = (filled: HTMLFormElement | null) => {
    if (filled !== null) compare(filled, former.reply);
  };
  const save = async (filled: HTMLFormElement, version: number) => {
    const draft = draftIn(filled);
    setFormer({ ...former, reply: await onSave(draft, version) });
    // Something may have been typed since.
    compare(filled, draft);
    return "Saved.";
  };
  return { action, former, body, isChanged, isNewer, takeOver, readForm, save };
}

type ReplyText = Pick<SavedReply, "title" | "body"> & { readonly form?: string | null };

function textOf(reply: ReplyText | null): string {
  return JSON.stringify([reply?.title ?? "", reply?.form ?? "", reply?.body ?? ""]);
}

function initialOf(reply: SavedReply | null, name: string): string | undefined {
  const value = Object.entries(reply ?? {}).find(([known]) => known === name)?.[1];
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
  business: business.name,
  phone: business.phone,
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
