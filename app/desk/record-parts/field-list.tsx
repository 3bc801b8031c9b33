import type { ReactNode } from "react";

import type { FilledField } from "./card-content.ts";
import { FieldValue } from "./field-value.tsx";

interface FieldListProps {
  readonly fields: readonly FilledField[];
  readonly children?: ReactNode;
}

/** Short facts, label beside value, as many on a line as fit. */
export function FieldList({ fields, children }: FieldListProps) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm">
      {fields.map((filled) => (
        <Fact key={filled.name} label={filled.field.label}>
          <FieldValue {...filled} />
        </Fact>
      ))}
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-ink-muted shrink-0">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
