import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { auditPage, listAccounts } from "#app/desk/api/settings.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { recordLink } from "#app/desk/ui/desk-link.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { type AuditEntry, type AuditPage, auditGroups } from "#domain/audit.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import { isReferenceNumber, referencePlaceholder } from "#domain/reference-number.ts";

import { Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Audit list", hidden: true });

/** Who did what, for owners. The filters are in the address. */
export default function Audit() {
  const [search] = useSearchParams();
  return (
    <Section
      title="Audit list"
      intro="Who signed in, was refused, changed or exported something. Nobody can change or delete entries through the application, only someone who controls the database server. Entries older than 24 months are removed; changes to a record stay as long as the record."
    >
      <AuditFilters />
      <Entries key={search.toString()} filter={search.toString()} />
    </Section>
  );
}

function Entries({ filter }: { readonly filter: string }) {
  const state = useLoaded(useCallback(() => auditPage(new URLSearchParams(filter), null), [filter]));
  const action = useAction();
  const [morePages, setMorePages] = useState<readonly AuditPage[]>([]);
  if (state.data === null) return <Loading state={state} />;

  const pages = [state.data, ...morePages];
  const entries = pages.flatMap((page) => page.entries);
  const loadMore = () =>
    void action.run(async () => {
      const page = await auditPage(new URLSearchParams(filter), entries.at(-1)?.id ?? null);
      setMorePages([...morePages, page]);
    });
  return (
    <>
      {entries.length === 0 && <p role="status">No matching entries.</p>}
      <ol className="divide-line border-line bg-surface-raised divide-y rounded-sm border empty:hidden">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <Outcome action={action} />
      {pages.at(-1)?.has_more === true && (
        <Button look="outline" className="mt-4" aria-disabled={action.isBusy} onClick={loadMore}>
          Load more
        </Button>
      )}
    </>
  );
}

function EntryRow({ entry: { at, actor, words, reference } }: { readonly entry: AuditEntry }) {
  return (
    <li className="grid gap-x-6 px-4 py-2.5 md:grid-cols-[11rem_10rem_minmax(0,1fr)] md:items-baseline">
      <time dateTime={at} className="text-ink-muted text-sm">
        {formatNzDateTime(new Date(at))}
      </time>
      <span className="font-semibold wrap-anywhere">
        <bdi>{actor}</bdi>
      </span>
      <span className="wrap-anywhere">
        {words}
        {reference !== null && (
          <>
            {" "}
            <Link to={recordLink(reference)} className="text-link inline-block min-h-6">
              {reference}
            </Link>
          </>
        )}
      </span>
    </li>
  );
}

function AuditFilters() {
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
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
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
    const reference = referenceIn(typed);
    if (reference !== current && (reference === "" || isReferenceNumber(reference))) onChange(reference);
  };
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Going back changes the filter behind the field.
    if (field.current !== null && referenceIn(field.current.value) !== current) field.current.value = current;
  }, [current]);
  const submit = (event: SubmitEvent) => event.preventDefault();
  return (
    <form onSubmit={submit} className="grid gap-1 max-sm:col-span-2">
      <label htmlFor={id} className="text-sm font-semibold">
        Reference
      </label>
      <input
        ref={field}
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

function referenceIn(typed: string): string {
  return typed.trim().toUpperCase();
}
