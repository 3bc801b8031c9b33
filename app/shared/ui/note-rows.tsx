import { Check } from "lucide-react";

import type { Note } from "./notes.tsx";

interface NoteRowsProps {
  readonly notes: readonly Note[];
}

/** Ticked lines, each with a word about it. */
export function NoteRows({ notes }: NoteRowsProps) {
  return (
    <ul className="border-line-strong divide-line divide-y border-y">
      {notes.map(({ title, text }) => (
        <li
          key={title}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-4 md:grid-cols-[auto_15rem_minmax(0,1fr)] md:items-baseline"
        >
          <Check aria-hidden className="text-brand mt-0.5 size-6 self-start" />
          <h3 className="text-2xl">{title}</h3>
          <p className="text-ink-muted max-md:col-start-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}
