import { useEffect, useRef, useState } from "react";

import { Choice, TextInput } from "#app/desk/deal/inputs.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { keysOf } from "#domain/keys-of.ts";
import { partStates } from "#domain/stock/part.ts";
import type { StockQuery } from "#domain/stock/stock-calls.ts";

/** What the address may say; the call has the same names. */
export const stockFilters = [
  "q",
  "make",
  "model",
  "part",
  "state",
  "shelf",
  "machine",
  "sort",
  "after",
] as const;
type StockFilter = (typeof stockFilters)[number];
export type Narrowing = Readonly<Partial<Record<StockFilter, string>>>;

export const asQuery = (narrowing: Narrowing): StockQuery => narrowing as StockQuery;

const states = {
  "": "All that are here",
  ...Object.fromEntries(keysOf(partStates).map((state) => [state, partStates[state].label])),
} as Readonly<Record<string, string>>;

const fields = { part: "Part", make: "Make", model: "Model", shelf: "Shelf", machine: "Machine" } as const;

interface StockFiltersProps {
  readonly narrowing: Narrowing;
  readonly onNarrow: (change: Narrowing) => void;
}

/** Search and filters; on a phone the filters fold out. */
export function StockFilters({ narrowing, onNarrow }: StockFiltersProps) {
  const count = (["state", ...keysOf(fields)] as const).filter(
    (name) => narrowing[name] !== undefined,
  ).length;
  const [isUnfolded, setIsUnfolded] = useState(count > 0);
  return (
    <search className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox text={narrowing.q ?? ""} onType={(q) => onNarrow({ q })} />
        <ToolButton
          aria-pressed={narrowing.sort === "oldest"}
          className="aria-pressed:bg-brand-soft px-3 text-sm lg:min-h-9"
          onClick={() => onNarrow({ sort: narrowing.sort === "oldest" ? "" : "oldest" })}
        >
          Lie longest
        </ToolButton>
        <ToolButton
          aria-expanded={isUnfolded}
          className="px-3 text-sm lg:min-h-9"
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {count === 0 ? "Filters" : `Filters (${count})`}
        </ToolButton>
      </div>
      {isUnfolded && (
        <div
          role="group"
          aria-label="Filters"
          className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-6"
        >
          <Choice
            label="State"
            value={narrowing.state ?? ""}
            choices={states}
            onChange={(state) => onNarrow({ state })}
          />
          {keysOf(fields).map((name) => (
            <Typed
              key={name}
              label={fields[name]}
              text={narrowing[name] ?? ""}
              onType={(typed) => onNarrow({ [name]: typed })}
            />
          ))}
        </div>
      )}
    </search>
  );
}

interface TypedProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

const pauseMs = 250;

/** The address follows the typing a moment later; what comes from elsewhere takes the place of what was typed. */
function useTyped({ text, onType }: TypedProps) {
  const [typed, setTyped] = useState({ text, from: text });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const shown = typed.from === text || typed.text === text ? typed.text : text;
  const type = (next: string) => {
    setTyped({ text: next, from: text });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onType(next.trim()), pauseMs);
  };
  return [shown, type] as const;
}

function Typed({ label, ...props }: TypedProps & { readonly label: string }) {
  const [shown, type] = useTyped(props);
  return <TextInput label={label} maxLength={60} value={shown} onChange={type} />;
}

function SearchBox(props: TypedProps) {
  const [shown, type] = useTyped(props);
  return (
    <input
      type="search"
      data-part="search"
      aria-label="Find a part"
      placeholder="Number, name, machine, model, shelf ..."
      autoComplete="off"
      spellCheck={false}
      maxLength={120}
      className={`${controlClasses} min-h-11! min-w-0 flex-1 basis-56 lg:min-h-9! lg:max-w-96 lg:py-1! lg:text-sm`}
      value={shown}
      onKeyDown={({ key, currentTarget: box }) => {
        if (key === "Escape" && box.value === "") box.blur();
      }}
      onChange={({ target }) => type(target.value)}
    />
  );
}
