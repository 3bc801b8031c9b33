import { submissionOf } from "#app/desk/api/list-view.ts";
import type { Figures } from "#domain/figures.ts";
import { formatDay } from "#domain/nz-time.ts";

import { countInWords, openTimeInWords, waitingOf } from "./statistics-labels.ts";

/** What came since midnight, by kind, and how it stands. */
export function Today({ figures: { date, kinds } }: { readonly figures: Figures }) {
  return (
    <section aria-labelledby="today-title">
      <h2 id="today-title" className="text-2xl">
        Today, {formatDay(date)}
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3">
        {kinds.map(({ table, today }) => (
          <li key={table} className="border-line bg-surface-raised rounded-sm border p-4">
            <h3 className="text-ink-muted font-text text-base font-normal">
              {submissionOf({ table }).tab.title}
            </h3>
            <p className="font-sign text-5xl leading-tight font-bold">
              {countInWords(today.received)}
              <span className="sr-only"> received</span>
            </p>
            <p className="text-sm">
              {countInWords(today.in_time)} answered in time, {countInWords(today.late)} late,{" "}
              {countInWords(waitingOf(today))} waiting
            </p>
            {today.median_minutes !== null && (
              <p className="text-ink-muted text-sm">
                Median {openTimeInWords(today.median_minutes)} to the answer
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
