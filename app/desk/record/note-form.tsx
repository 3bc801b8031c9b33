import { Phone } from "lucide-react";
import { type SubmitEvent, useRef } from "react";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { announceCall } from "#app/desk/state/notices.ts";
import { useSending } from "#app/desk/state/use-sending.ts";
import { focusPart, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { TooLong } from "#app/desk/ui/too-long.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { draftAt, newKey } from "#app/shared/forms/draft.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { noteMaxLength } from "#domain/record-event.ts";

/** A note that only staff see, or a call with one. The draft stays until it is saved, through errors and reloads. */
export function NoteForm({ reference }: { readonly reference: string }) {
  const { viewer } = useDeskPage();
  const draft = draftAt(deskItem(viewer.user.id, `note-${reference}`));
  const add = useRef<HTMLButtonElement>(null);
  const {
    text: begun,
    type,
    send,
    isBusy,
    failed,
  } = useSending<WrittenNote>(["note", reference], draft, async (written) => {
    const key = newKey(draft, written.isCall ? `call ${written.text}` : written.text);
    if (written.isCall) await logCallOn(reference, written.text, key);
    else {
      await deskSend(deskCalls.note, { text: written.text, key }, { query: { reference } });
      await reloadRecords();
    }
    draft.clear();
    if (document.activeElement === add.current) focusPart("title"); // The button goes with the text.
  });
  const text = begun ?? "";
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && text.trim() !== "") send({ text, isCall: false });
  };

  return (
    <form onSubmit={submit} className="grid gap-2">
      <label className="grid gap-1 text-sm">
        <span className="text-ink-muted flex items-center justify-between gap-2">
          Note for staff <KeyHint action="note" />
        </span>
        <textarea
          data-part="note"
          {...keyProps("note")}
          dir="auto"
          rows={2}
          // Text typed while the note is being sent would be lost.
          readOnly={isBusy}
          className={`${controlClasses} field-sizing-content max-h-96 text-base`}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
        <TooLong text={text} most={noteMaxLength} />
      </label>
      <div role="alert">
        {failed !== null && (
          <p className="text-danger text-sm font-semibold">
            {failed.problem}.{failed.text.trim() !== "" && " Your note is still here."}
          </p>
        )}
      </div>
      <p className="text-ink-muted flex flex-wrap items-center gap-3 text-sm">
        {(text !== "" || isBusy) && (
          <>
            <ToolButton ref={add} type="submit" aria-disabled={isBusy} className="text-ink px-3 lg:min-h-9">
              {isBusy ? "Adding..." : failed === null ? "Add note" : "Try again"}
            </ToolButton>
            <span aria-hidden className="max-lg:hidden pointer-coarse:hidden">
              or Ctrl+Enter
            </span>
          </>
        )}
        <ToolButton
          data-part="call"
          shortcut="call"
          aria-disabled={isBusy}
          className="text-ink px-3 lg:min-h-9"
          onClick={() => {
            if (!isBusy) send({ text, isCall: true });
          }}
        >
          <Phone aria-hidden className="size-4" />{" "}
          {text.trim() === "" ? "Log a call" : "Log a call with this note"}
        </ToolButton>
      </p>
    </form>
  );
}

interface WrittenNote {
  readonly text: string;
  readonly isCall: boolean;
}

/** Stops the clock of the record, and can be taken back. */
function logCallOn(reference: string, text: string, key: string): Promise<void> {
  const undo = async () => {
    await deskSend(deskCalls.callBack, { key }, { query: { reference } });
    return { text: `Undone. ${reference}: no call logged` };
  };
  return announceCall(
    deskSend(deskCalls.call, { text, key }, { query: { reference } }).then(() => ({
      text: `${reference}: call logged`,
      undo,
    })),
  );
}
