import { Link } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { StatusBadge } from "#app/desk/record-parts/record-marks.tsx";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { recordAge } from "#app/desk/ui/record-age.ts";
import type { RelatedRecord } from "#domain/desk.ts";
import { submissionBy } from "#domain/forms/submissions.ts";

interface RelatedRecordsProps {
  readonly related: readonly RelatedRecord[];
  readonly now: Date;
}

export function RelatedRecords({ related, now }: RelatedRecordsProps) {
  const known = related.filter(({ table }) => submissionBy("table", table) !== undefined);
  if (known.length === 0) return null;
  return (
    <section aria-labelledby="related-title">
      <h3 id="related-title" className="text-lg">
        Same person or machine
      </h3>
      <ul className="divide-line mt-1 divide-y">
        {known.map((one) => (
          <li key={one.ref_number} className="py-1.5 text-sm">
            <Link to={linkTo(one)} className="group block">
              <span className="flex flex-wrap items-center gap-x-2">
                <bdi className="text-link min-w-0 text-base font-semibold wrap-anywhere">{one.summary}</bdi>
                <StatusBadge status={one.status} />
              </span>
              <span className="text-ink-muted">
                {submissionOf(one).title} {one.ref_number}, {recordAge(new Date(one.created_at), now)}: same{" "}
                {one.shares.map((name) => submissionOf(one).fields[name]?.matches ?? name).join(", ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function linkTo({ table, ref_number: reference }: RelatedRecord): string {
  return viewSearch({ table, filter: "all", order: "newest", query: "", search: null, reference });
}
