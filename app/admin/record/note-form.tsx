import { type SubmitEvent, useState } from "react";

import { CallProblem } from "#app/api/panel-call.ts";
import { controlClasses } from "#app/ui/control.tsx";
import { messages } from "#domain/messages.ts";

import { toolClasses } from "../tool.ts";
import { noteDraft } from "./note-draft.ts";
import { noteKey } from "./note-key.ts";

interface NoteFormProps {
  readonly reference: string;
  /** Throws where the note could not be kept. */
  readonly onAdd: (text: string, key: string) => Promise<void>;
}

/** Writes a note that only staff see. What is typed stays until it has been kept, through errors and reloads. */
export function NoteForm({ reference, onAdd }: NoteFormProps) {
  const draft = noteDraft(reference);
  const [text, setText] = useState(() => draft.read().values["text"] ?? "");
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const type = (typed: string) => {
    setText(typed);
    draft.update({ values: { text: typed } });
  };

  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || text.trim() === "") return;
    setIsBusy(true);
    setProblem(null);
    try {
      await onAdd(text, noteKey(draft, text));
      draft.clear();
      setText("");
    } catch (error) {
      setProblem(error instanceof CallProblem ? error.message : messages.unexpected);
    }
    setIsBusy(false);
  };

  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-2">
      <label className="grid gap-1 text-sm">
        <span className="text-ink-muted">Note for staff</span>
        <textarea
          data-part="note"
          dir="auto"
          rows={2}
          // What is typed while the note is sent would go with it.
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
