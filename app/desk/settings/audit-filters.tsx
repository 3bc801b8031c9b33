import { type SubmitEvent, useId } from "react";
import { useSearchParams } from "react-router";

import { listAccounts } from "#app/desk/api/accounts.ts";
import { useLoaded } from "#app/desk/ui/use-loaded.ts";
import { controlClasses } from "#app/shared/ui/control.tsx";
import { auditGroups } from "#domain/audit.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

/** What is shown of the list: a kind, a person, a record. */
export function AuditFilters() {
  const [search, setSearch] = useSearchParams();
  const { data: accounts } = useLoaded(listAccounts);
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === "") next.delete(name);
    else next.set(name, value);
    setSearch(next, { preventScrollReset: true });
  };
  const people = (accounts ?? []).map(({ id, full_name: name }) => [id, name] as const);
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Choice name="group" label="Kind" choices={Object.entries(auditGroups)} onChange={set} />
      <Choice name="person" label="Person" choices={people} onChange={set} />
      <ReferenceFilter onChange={(reference) => set("reference", reference)} />
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChange: (name: string, value: string) => void;
}

function Choice({ name, label, choices, onChange }: ChoiceProps) {
  const [search] = useSearchParams();
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">{label}</span>
      <select
        className={controlClasses}
        value={search.get(name) ?? ""}
        onChange={(event) => onChange(name, event.target.value)}
      >
        <option value="">All</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function ReferenceFilter({ onChange }: { readonly onChange: (reference: string) => void }) {
  const [search] = useSearchParams();
  const id = useId();
  const current = search.get("reference") ?? "";
  const change = (typed: string) => {
    const reference = typed.trim().toUpperCase();
    if (reference !== current && (reference === "" || isReferenceNumber(reference))) onChange(reference);
  };
  const submit = (event: SubmitEvent) => event.preventDefault();
  return (
    <form onSubmit={submit} className="grid gap-1 max-sm:col-span-2">
      <label htmlFor={id} className="text-sm font-semibold">
        Reference
      </label>
      <input
        key={current}
        id={id}
        type="search"
        defaultValue={current}
        placeholder={referencePlaceholder}
        autoCapitalize="characters"
        className={controlClasses}
        onChange={(event) => change(event.target.value)}
      />
    </form>
  );
}
