import { type ReactNode, useState } from "react";
import { Form, Link, useSearchParams } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { auditGroups, type AuditPage } from "#domain/audit.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import { referencePlaceholder } from "#domain/reference-number.ts";

import { OwnersOnly, Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Audit list", hidden: true });

/** The audit list, for owners. Its filters are in the address. */
export default function AuditList() {
  const [search] = useSearchParams();
  const filled = [...search].filter(([, value]) => value !== "");
  const filter = new URLSearchParams(filled).toString();
  return (
    <OwnersOnly>
      <Section
        title="Audit list"
        intro="Who signed in, was refused, changed or exported something. Nobody can change or delete entries through the application, only someone who controls the database server. Entries older than 24 months are removed; changes to a record stay as long as the record."
      >
        <Filters key={`filters ${filter}`} search={search} />
        <Entries key={filter} filter={filter} />
      </Section>
    </OwnersOnly>
  );
}

function Filters({ search }: { readonly search: URLSearchParams }) {
  const { data: accounts } = useLoaded("accounts", () => deskCall(deskCalls.users, {}));
  const people = (accounts ?? []).map(({ id, full_name: name }) => [id, name] as const);
  const reference = search.get("reference") ?? "";
  return (
    <Form className="mb-4 grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
      <FilterChoice
        name="group"
        label="Kind"
        chosen={search.get("group")}
        choices={Object.entries(auditGroups)}
      />
      <FilterChoice
        key={people.length}
        name="person"
        label="Person"
        chosen={search.get("person")}
        choices={people}
      />
      <Labelled label="Reference">
        <input
          name="reference"
          type="search"
          defaultValue={reference}
          placeholder={referencePlaceholder}
          pattern="\s*[Qq][Kk]-\w{6}-\w{4}\s*"
          title={`A reference is like ${referencePlaceholder}`}
          className={`${controlClasses} uppercase`}
        />
      </Labelled>
      <Button type="submit" look="outline">
        Show
      </Button>
    </Form>
  );
}

interface FilterChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string | null;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

function FilterChoice({ name, label, chosen, choices }: FilterChoiceProps) {
  return (
    <Labelled label={label}>
      <select name={name} className={controlClasses} defaultValue={chosen ?? ""}>
        <option value="">All</option>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">{label}</span>
      {children}
    </label>
  );
}

/** Returns the page of the list after the entry `before`, newest first. */
function auditPage(filter: string, before: string | null): Promise<AuditPage> {
  const query = new URLSearchParams(filter);
  if (before !== null) query.set("before", before);
  return deskCall(deskCalls.audit, Object.fromEntries(query));
}

function Entries({ filter }: { readonly filter: string }) {
  const state = useLoaded(`audit ${filter}`, () => auditPage(filter, null));
  const action = useAction();
  const [morePages, setMorePages] = useState<readonly AuditPage[]>([]);
  if (state.data === null) return <Loading state={state} />;

  const pages = [state.data, ...morePages];
  const entries = pages.flatMap((page) => page.entries);
  const loadMore = () =>
    void action.run(async () => {
      const page = await auditPage(filter, entries.at(-1)?.id ?? null);
      setMorePages([...morePages, page]);
    });
  return (
    <>
      {entries.length === 0 && <p role="status">No matching entries.</p>}
      <ol className="divide-line border-line bg-surface-raised divide-y rounded-sm border empty:hidden">
        {entries.map(({ id, at, actor, words, reference }) => (
          <li
            key={id}
            className="grid gap-x-6 px-4 py-2.5 md:grid-cols-[11rem_10rem_minmax(0,1fr)] md:items-baseline"
          >
            <time dateTime={at} className="text-ink-muted text-sm">
              {formatNzDateTime(new Date(at))}
            </time>
            <bdi className="font-semibold wrap-anywhere">{actor}</bdi>
            <span className="wrap-anywhere">
              {words}{" "}
              {reference !== null && (
                <Link to={recordLink(reference)} className="text-link inline-block min-h-6">
                  {reference}
                </Link>
              )}
            </span>
          </li>
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
