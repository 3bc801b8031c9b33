import { Merge } from "lucide-react";
import { Link } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { StatusBadge } from "#app/desk/record-parts/record-marks.tsx";
import { useIsYard } from "#app/desk/session/user.ts";
import { canBeMerged, mergeInto } from "#app/desk/state/change-records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { RelatedRecord } from "#domain/desk.ts";
import { recordAge } from "#domain/due-words.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

export function RelatedRecords({ opened }: { readonly opened: OpenRecord }) {
  const { submission, record, related } = opened;
  const { table } = submission;
  const { now } = useDeskPage();
  const isYard = useIsYard();
  const known = related.filter((one) => submissionBy("table", one.table) !== undefined);
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
                {one.duplicate_of === record.ref_number && ". Merged into this one"}
              </span>
            </Link>
            {!isYard && canBeOriginal(one, record, table) && (
              <ToolButton
                className="mt-1 gap-1.5 px-3 text-sm lg:min-h-8"
                shortcut={record.repeats?.duplicate_of === one.ref_number ? "merge" : undefined}
                onClick={() => {
                  focusPart("title"); // The button goes.
                  mergeInto(record, one.ref_number);
                }}
              >
                <Merge aria-hidden className="size-4" /> Merge into {one.ref_number}
              </ToolButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whether `record` can be merged into `one`, an earlier record of the same form. */
function canBeOriginal(one: RelatedRecord, record: SubmissionRecord, table: string): boolean {
  const isEarlier = one.table === table && one.created_at < record.created_at;
  return isEarlier && (one.duplicate_of ?? null) === null && canBeMerged(record);
}

function linkTo({ table, ref_number: reference }: RelatedRecord): string {
  return viewSearch({ table, filter: "all", order: "newest", query: "", search: null, reference });
}
