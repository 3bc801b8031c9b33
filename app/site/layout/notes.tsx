import { Check, type LucideIcon } from "lucide-react";

export interface Note {
  readonly title: string;
  readonly text: string;
  readonly Icon?: LucideIcon;
}

interface NotesProps {
  readonly notes: readonly Note[];
  /** On wide screens. */
  readonly columns?: 2 | 3;
}

const grids = { 2: "md:grid-cols-2", 3: "sm:grid-cols-2 lg:grid-cols-3" } as const;

/** Short texts with headings, each below a rule or next to its icon. */
export function Notes({ notes, columns = 2 }: NotesProps) {
  return (
    <ul className={`grid gap-x-12 gap-y-8 ${grids[columns]}`}>
      {notes.map(({ title, text, Icon }) =>
        Icon === undefined ? (
          <li key={title} className="border-line-strong grid content-start gap-1 border-t-2 pt-4">
            <h3 className="text-2xl">{title}</h3>
            <p className="text-ink-muted max-w-prose">{text}</p>
          </li>
        ) : (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4">
            <Icon aria-hidden strokeWidth={1.5} className="text-brand row-span-2 mt-0.5 size-9" />
            <h3 className="text-2xl">{title}</h3>
            <p className="text-ink-muted max-w-prose">{text}</p>
          </li>
        ),
      )}
    </ul>
  );
}

interface NoteRowsProps {
  readonly notes: readonly Note[];
}

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
