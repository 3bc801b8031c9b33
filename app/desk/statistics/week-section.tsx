import { submissionOf } from "#app/desk/api/list-view.ts";
import type { Figures } from "#domain/figures.ts";

import type { Measure } from "./measures.ts";
import { dayLabel } from "./statistics-labels.ts";
import { WeekPlot } from "./week-plot.tsx";
import { WeekTable } from "./week-table.tsx";

interface WeekSectionProps {
  readonly measure: Measure;
  readonly figures: Figures;
}

/** One measure: a small plot for each kind, and all numbers under them. */
export function WeekSection({ measure, figures }: WeekSectionProps) {
  const { mondays, kinds } = figures;
  const id = `measure-${measure.title.replaceAll(" ", "-").toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="border-line bg-surface-raised rounded-sm border p-4 sm:p-6">
      <h3 id={id} className="text-2xl">
        {measure.title}
      </h3>
      <p className="text-ink-muted mt-1 max-w-[65ch]">{measure.intro}</p>
      <div className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-3">
        {kinds.map(({ table, weeks, total }) => {
          const { title } = submissionOf({ table }).tab;
          const values = weeks.map((spell) => measure.valueOf(spell));
          return (
            <figure key={table}>
              <figcaption className="mb-2 flex items-baseline justify-between gap-2">
                <span className="text-ink-muted text-sm leading-tight">{title}</span>
                <span className="text-xl leading-none font-bold whitespace-nowrap">
                  {measure.inWords(total)}
                </span>
              </figcaption>
              <WeekPlot
                label={`${measure.title}, ${title}: ${weeks.length} weeks as columns, in numbers in the table below`}
                values={values}
                titles={weeks.map(
                  (spell, week) => `Week of ${dayLabel(mondays[week] ?? "")}: ${measure.inWords(spell)}`,
                )}
                top={measure.top ?? Math.max(...values.map((value) => value ?? 0))}
              />
              <p aria-hidden className="text-ink-muted flex justify-between text-sm">
                <span>{dayLabel(mondays[0] ?? "")}</span>
                <span>this week</span>
              </p>
            </figure>
          );
        })}
      </div>
      <WeekTable measure={measure} figures={figures} />
    </section>
  );
}
