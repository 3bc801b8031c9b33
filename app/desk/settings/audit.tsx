import { useCallback, useState } from "react";
import { Link, useSearchParams } from "react-router";

import { auditPage } from "#app/desk/api/audit.ts";
import { Loading } from "#app/desk/ui/loading.tsx";
import { Outcome } from "#app/desk/ui/outcome.tsx";
import { recordLink } from "#app/desk/ui/panel-link.ts";
import { useAction } from "#app/desk/ui/use-action.ts";
import { useLoaded } from "#app/desk/ui/use-loaded.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { AuditEntry, AuditPage } from "#domain/audit.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { AuditFilters } from "./audit-filters.tsx";
import { Section } from "./section.tsx";

export const meta = () => pageMeta({ title: "Audit list", hidden: true });

/** Where owners read who did what. The filters stand in the address. */
export default function Audit() {
  const [search] = useSearchParams();
  return (
    <Section
      title="Audit list"
      intro="Who signed in, was refused, changed or exported something. Entries cannot be changed or deleted through the application; whoever controls the database server can. Those older than 24 months are removed."
    >
      <AuditFilters />
      <Entries key={search.toString()} filter={search.toString()} />
    </Section>
  );
}

function Entries({ filter }: { readonly filter: string }) {
  const state = useLoaded(useCallback(() => auditPage(new URLSearchParams(filter), null), [filter]));
  const action = useAction();
  const [further, setFurther] = useState<readonly AuditPage[]>([]);
  if (state.data === null) return <Loading state={state} />;

  const pages = [state.data, ...further];
  const entries = pages.flatMap((page) => page.entries);
  const loadMore = () =>
    void action.run(async () => {
      const page = await auditPage(new URLSearchParams(filter), entries.at(-1)?.seq ?? null);
      setFurther([...further, page]);
      return null;
    });
  return (
    <>
      {entries.length === 0 && <p role="status">No entry fits.</p>}
      <ol className="divide-line border-line bg-surface-raised divide-y rounded-sm border empty:hidden">
        {entries.map((entry) => (
          <EntryRow key={entry.seq} entry={entry} />
        ))}
      </ol>
      <Outcome action={action} id="audit-problem" />
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
