export interface Note {
  readonly title: string;
  readonly text: string;
}

interface NotesProps {
  readonly notes: readonly Note[];
}

/** Short answers under short headings, two beside each other where there is room. */
export function Notes({ notes }: NotesProps) {
  return (
    <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {notes.map(({ title, text }) => (
        <li key={title} className="border-line-strong grid content-start gap-1 border-t-2 pt-4">
          <h3 className="text-2xl">{title}</h3>
          <p className="text-ink-muted max-w-prose">{text}</p>
        </li>
      ))}
    </ul>
  );
}
