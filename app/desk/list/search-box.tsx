import { Search } from "lucide-react";
import { useEffect, useRef } from "react";

import { controlClasses } from "#app/shared/ui/control.tsx";
import { searchMaxLength } from "#domain/desk.ts";

import { focusFirstRecord } from "./record-focus.ts";

interface SearchBoxProps {
  readonly words: string;
  /** Every sign typed is searched for at once. `isFirst` is what begins a search. */
  readonly onType: (words: string, isFirst: boolean) => void;
}

/** Finds records by any of their words as they are typed. */
export function SearchBox({ words, onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<string[]>([]);

  // The address follows the typing a moment later. Words that were not typed here come from the back button or a link.
  useEffect(() => {
    const index = typed.current.indexOf(words);
    typed.current = typed.current.slice(index + 1);
    if (index === -1 && input.current !== null) input.current.value = words;
  }, [words]);

  return (
    <search className="relative block w-full sm:w-80 lg:w-96">
      <Search aria-hidden className="text-ink-muted pointer-events-none absolute top-3.5 left-3 size-5" />
      <input
        ref={input}
        data-part="search"
        type="search"
        aria-label="Search"
        placeholder="Name, phone, reference, part ..."
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMaxLength}
        className={`${controlClasses} pl-10`}
        defaultValue={words}
        onKeyDown={({ key }) => {
          if (key === "Enter") focusFirstRecord();
        }}
        onChange={(event) => {
          const isFirst = words === "" && typed.current.length === 0;
          typed.current.push(event.target.value);
          onType(event.target.value, isFirst);
        }}
      />
    </search>
  );
}
