import { useState } from "react";

import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { formatCents, readDollars } from "#domain/deals/money.ts";
import { shelfMost } from "#domain/stock/stock-wire.ts";
import { isAssembly } from "#domain/stock/teardown.ts";

import type { RowActions } from "./part-row.tsx";
import type { ShownPart } from "./shown-parts.ts";

interface PartDetailsProps {
  readonly part: ShownPart;
  readonly actions: RowActions;
  readonly onClose: () => void;
}

/** What is typed about a part, and what becomes of it. A field is saved when it is left. */
export function PartDetails({ part, actions, onClose }: PartDetailsProps) {
  const { name, shelf, price_cents: price, condition } = part;
  const saveShelf = (typed: string) => {
    const state = typed === "" ? "on_machine" : "on_shelf";
    actions.change(part, { shelf: typed, ...(state === part.state ? {} : { state }) });
    return null;
  };
  const savePrice = (typed: string) => {
    const cents = readDollars(typed);
    if (cents === undefined || (cents !== null && cents <= 0)) return "A price like 185, or nothing";
    actions.change(part, { price_cents: cents });
    return null;
  };
  const end = (reason: "scrapped" | "opened") => {
    actions.change(part, { state: "gone", reason });
    onClose();
  };
  return (
    <div className="grid gap-3 pt-1">
      <div className="grid grid-cols-2 gap-3">
        <TypedField
          label="Price"
          inputMode="decimal"
          most={12}
          value={price === null ? "" : formatCents(price).replace(/^\$|\.00$|,/g, "")}
          onSave={savePrice}
        />
        <TypedField label="Shelf" most={shelfMost} value={shelf} onSave={saveShelf} />
      </div>
      <TypedField
        label="What somebody should know"
        most={200}
        value={condition.join(". ")}
        onSave={(typed) => {
          actions.change(part, { condition: typed === "" ? [] : typed.split(/\.\s+/) });
          return null;
        }}
      />
      <div className="flex flex-wrap gap-2">
        <ToolButton className="min-h-12 px-3" onClick={() => actions.keep(name, {})}>
          Keep another one
        </ToolButton>
        {isAssembly(name) && <EndButton label="Open it up" onEnd={() => end("opened")} />}
        <EndButton label="Scrap it" onEnd={() => end("scrapped")} />
      </div>
    </div>
  );
}

interface EndButtonProps {
  readonly label: string;
  readonly onEnd: () => void;
}

/** Asks once: there is no way back. */
function EndButton({ label, onEnd }: EndButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <ToolButton className="min-h-12 px-3" onClick={() => (isAsked ? onEnd() : setIsAsked(true))}>
      {isAsked ? `Really ${label.toLowerCase()}?` : label}
    </ToolButton>
  );
}

interface TypedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly inputMode?: "decimal";
  /** Returns what is wrong with it. */
  readonly onSave: (typed: string) => string | null;
}

function TypedField({ label, value, most, inputMode, onSave }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useLeaveWarning(typed !== null && typed.trim() !== value);
  const save = () => {
    if (typed === null) return;
    const wrong = typed.trim() === value ? null : onSave(typed.trim());
    setProblem(wrong);
    if (wrong === null) setTyped(null);
  };
  return (
    <label className="grid content-start gap-1 text-sm">
      <span className="text-ink-muted">{label}</span>
      <input
        autoComplete="off"
        inputMode={inputMode}
        maxLength={most}
        aria-invalid={problem !== null || undefined}
        className={controlClasses}
        value={typed ?? value}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === "Enter" && save()}
      />
      <span role="alert" className="text-danger font-semibold empty:hidden">
        {problem}
      </span>
    </label>
  );
}
