import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { TextInput } from "#app/desk/deal/inputs.tsx";
import { type ActionState, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { tryStorage } from "#app/shared/forms/draft.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import { shelfMost } from "#domain/stock/stock-wire.ts";

const shelvesKey = "quadkea-desk-shelves";
const shelvesKept = 3;

/** The shelves that were last used on this device, the newest first. */
function lastShelves(): readonly string[] {
  const kept = tryStorage(() => localStorage.getItem(shelvesKey)) ?? "";
  return kept.split("\n").filter((shelf) => shelf !== "");
}

function rememberShelf(shelf: string): void {
  const shelves = [shelf, ...lastShelves().filter((other) => other !== shelf)].slice(0, shelvesKept);
  tryStorage(() => localStorage.setItem(shelvesKey, shelves.join("\n")));
}

interface MoveFormProps {
  readonly numbers: readonly number[];
  /** Where all of them lie already. */
  readonly from?: string;
  readonly onMoved: (shelf: string) => Promise<void>;
}

/** Puts parts on another shelf: one press for a shelf that was used last, or its name. */
export function MoveForm({ numbers, from = "", onMoved }: MoveFormProps) {
  const action = useAction();
  const [shelf, setShelf] = useState("");
  const move = (to: string) =>
    action.run(async () => {
      await deskCall(stockCalls.move, { numbers: [...numbers], shelf: to });
      rememberShelf(to);
      await onMoved(to);
    });
  return (
    <form
      aria-label="Another shelf"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void move(shelf.trim());
      }}
    >
      {lastShelves()
        .filter((last) => last !== from)
        .map((last) => (
          <ToolButton
            key={last}
            aria-disabled={action.isBusy}
            className="min-h-12 px-4"
            onClick={() => void move(last)}
          >
            <span className="sr-only">To </span>
            <span className="font-sign text-lg">{last}</span>
          </ToolButton>
        ))}
      <div className="w-36">
        <TextInput label="To shelf" required maxLength={shelfMost} value={shelf} onChange={setShelf} />
      </div>
      <ToolButton type="submit" aria-disabled={action.isBusy} className="px-4 lg:min-h-9">
        Move
      </ToolButton>
      <Problem action={action} />
    </form>
  );
}

/** What the server says of a small form. */
export function Problem({ action }: { readonly action: ActionState }) {
  return (
    <p role="alert" className="text-danger w-full text-sm font-semibold empty:hidden">
      {action.problem?.message}
    </p>
  );
}
