import { type SubmitEvent, useCallback, useEffect, useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { noteDraft } from "#app/desk/state/note-draft.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";
import type { DraftStore } from "#app/shared/forms/draft.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { messages } from "#domain/messages.ts";

interface NoteFormProps {
  readonly reference: string;
  readonly userId: string;
  /** Throws if the note could not be saved. */
  readonly onAdd: (text: string, key: string) => Promise<void>;
}

/** Notes being sent and their future problems, by reference: they go on while another record is open. */
const pending = new Map<string, Promise<string | null>>();

async function outcomeOf(
  adding: Promise<void>,
  reference: string,
  draft: DraftStore,
): Promise<string | null> {
  try {
    await adding;
    draft.clear();
    return null;
  } catch (error) {
    return error instanceof CallProblem ? error.message : messages.unexpected;
  } finally {
    pending.delete(reference);
  }
}

/** A note that only staff see. The draft stays until it is saved, through errors and reloads. */
export function NoteForm({ reference, userId, onAdd }: NoteFormProps) {
  const draft = noteDraft(userId, reference);
  const [text, setText] = useState(() => draft.read().values["text"] ?? "");
  const [isBusy, setIsBusy] = useState(() => pending.has(reference));
  const [problem, setProblem] = useState<string | null>(null);

  const end = useCallback((outcome: string | null) => {
    setIsBusy(false);
    setProblem(outcome);
    if (outcome === null) setText("");
  }, []);

  useEffect(() => void pending.get(reference)?.then(end), [reference, end]);

  const type = (typed: string) => {
    setText(typed);
    draft.update({ values: { text: typed } });
  };

  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    const sending = outcomeOf(onAdd(text, noteKey(draft, text)), reference, draft);
    pending.set(reference, sending);
    setIsBusy(true);
    setProblem(null);
    void sending.then(end);
  };

  return (
    <form onSubmit={add} className="grid gap-2">
      <label className="grid gap-1 text-sm">
        <span className="text-ink-muted">Note for staff</span>
        <textarea
          data-part="note"
          dir="auto"
          rows={2}
          // Text typed while the note is being sent would be lost.
          readOnly={isBusy}
          className={`${controlClasses} field-sizing-content max-h-96 text-base`}
          value={text}
          onChange={(event) => type(event.target.value)}
        />
      </label>
      <div role="alert">
        {problem !== null && (
          <p className="text-danger text-sm font-semibold">{problem}. Your note is still here.</p>
        )}
      </div>
      {(text !== "" || isBusy) && (
        <button type="submit" aria-disabled={isBusy} className={`${toolClasses} w-fit px-4`}>
          {isBusy ? "Adding..." : problem === null ? "Add note" : "Try again"}
        </button>
      )}
    </form>
  );
}

/** Returns the note's idempotency key: the same one if the same text is sent again. */
function noteKey(draft: DraftStore, text: string): string {
  const last = draft.read().attempt;
  if (last?.payload === text) return last.key;
  // crypto.randomUUID is missing over plain HTTP.
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const key = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  draft.update({ attempt: { payload: text, key } });
  return key;
}
