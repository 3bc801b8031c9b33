import { controlClasses } from "#app/shared/ui/control-classes.ts";

interface ReferenceInputProps {
  readonly label: string;
  readonly value: string;
  readonly required: boolean;
  readonly onChange: (typed: string) => void;
}

/** A field for the reference of a record, as it is typed or pasted. */
export function ReferenceInput({ label, value, required, onChange }: ReferenceInputProps) {
  return (
    <label className="grid min-w-0 flex-1 basis-44 gap-1 text-sm">
      {label}
      <input
        value={value}
        required={required}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="QK-…"
        className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
