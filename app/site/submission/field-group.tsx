import { FormField } from "#app/shared/ui/field.tsx";
import type { Fields } from "#domain/field.ts";
import type { Submission } from "#domain/submission.ts";

/** Fields of a noun that belong together. A short form needs no title over them. */
export interface FieldGroupOf<S extends Submission> {
  readonly title?: string;
  readonly names: readonly (keyof S["fields"] & string)[];
}

interface FieldGroupProps {
  readonly fields: Fields;
  readonly title?: string | undefined;
  readonly names: readonly string[];
  /** Id of the message about that field, if there is one. */
  readonly problemOf: (name: string) => string | undefined;
}

/** A part of a form, in the order in which people know the answers. */
export function FieldGroup({ fields, title, names, problemOf }: FieldGroupProps) {
  const controls = names.map((name) => {
    const field = fields[name];
    return field && <FormField key={name} name={name} field={field} problemId={problemOf(name)} />;
  });
  if (title === undefined) return <div className="grid gap-5">{controls}</div>;
  return (
    <fieldset className="grid gap-5">
      <legend className="border-line font-sign mb-4 w-full border-b pb-1 text-2xl font-bold">{title}</legend>
      {controls}
    </fieldset>
  );
}
