import { controlClasses } from "#app/shared/ui/control-classes.ts";

interface ColumnChoicesProps {
  readonly columns: readonly string[]; // Their headings.
  readonly sample: readonly (readonly string[])[]; // The first rows.
  /** What a column can be, by the value of the field. */
  readonly roles: Readonly<Record<string, string>>;
}

/** Asks what each column of a file is: one field named `column` for each. */
export function ColumnChoices({ columns, sample, roles }: ColumnChoicesProps) {
  const examples = (column: number) => sample.map((row) => row[column]).filter(Boolean);
  return (
    <ul className="divide-line divide-y">
      {columns.map((column, at) => (
        <li key={at} className="grid grid-cols-2 items-center gap-3 py-2">
          <span className="min-w-0">
            <bdi className="block font-semibold wrap-anywhere">{column}</bdi>
            <bdi className="text-ink-muted block text-sm wrap-anywhere">
              {examples(at).slice(0, 3).join(" · ")}
            </bdi>
          </span>
          <FileChoice name="column" label={`Column ${at + 1}: ${column}`} choices={roles} />
        </li>
      ))}
    </ul>
  );
}

interface FileChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: Readonly<Record<string, string>>;
}

export function FileChoice({ name, label, choices }: FileChoiceProps) {
  return (
    <select name={name} aria-label={label} className={`${controlClasses} min-h-11! py-1!`}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
