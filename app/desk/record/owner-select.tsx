import { useState } from "react";

import { choosing, useSeen } from "#app/desk/record-parts/use-seen.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { controlClasses } from "#app/shared/ui/control.tsx";
import type { SubmissionRecord } from "#domain/submission.ts";

interface OwnerSelectProps {
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  /** `seen` is the record as it stood when somebody began to choose. */
  readonly onChange: (seen: SubmissionRecord, owner: string | null) => Promise<void>;
}

/** Who looks after a record: oneself, a colleague, or nobody. */
export function OwnerSelect({ record, viewer, onChange }: OwnerSelectProps) {
  const { seen, begin } = useSeen(record);
  const [pending, setPending] = useState<string | null>(null);
  const { user, people } = viewer;
  const owner = record.owner_id ?? "";
  const others = people.filter(
    (person) => person.id !== user.id && (person.is_active || person.id === owner),
  );
  const change = async (next: string) => {
    setPending(next);
    await onChange(seen(), next === "" ? null : next);
    setPending(null);
  };
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-ink-muted">Owner</span>
      <select
        {...choosing(begin)}
        className={`${controlClasses} disabled:opacity-60`}
        disabled={pending !== null}
        value={pending ?? owner}
        onChange={(event) => void change(event.target.value)}
      >
        <option value="">Nobody</option>
        <option value={user.id}>{`${viewer.nameOf(user.id)} (me)`}</option>
        {others.map(({ id }) => (
          <option key={id} value={id}>
            {viewer.nameOf(id)}
          </option>
        ))}
      </select>
    </label>
  );
}
