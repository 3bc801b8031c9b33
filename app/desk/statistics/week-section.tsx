import { submissionOf } from "#app/desk/api/list-view.ts";
import type { Statistics } from "#domain/statistics.ts";

import { type Measure, formatDayAndMonth, kindsOf } from "./measures.ts";

interface WeekSectionProps {
  readonly measure: Measure;
  readonly statistics: Statistics;
}

/** One measure: a small plot for each form. The numbers are in `WeekTable`. */
export function WeekSection({ measure, statistics }: WeekSectionProps) {
  const { mondays } = statistics;
  const id = `measure-${measure.title.replaceAll(" ", "-").toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="border-line bg-surface-raised rounded-sm border px-4 py-2.5">
      <h3 id={id} className="text-lg leading-tight" title={measure.intro}>
        {measure.title}
      </h3>
      <div className="mt-1 grid gap-2">
        {kindsOf(measure, statistics).map(({ table, weeks, total }) => {
          const { title } = submissionOf({ table }).tab;
          const values = weeks.map((period) => measure.valueOf(period));
          return (
            <figure
              key={table}
              className="grid grid-cols-[minmax(min(8.25rem,50%),1fr)_minmax(0,1.2fr)] items-end gap-3"
            >
              <figcaption className="leading-tight">
                <span className="text-ink-muted block truncate text-sm">{title}</span>
                <span className="text-lg leading-none font-bold whitespace-nowrap">
                  {measure.format(total)}
                </span>
              </figcaption>
              <WeekPlot
                label={`${measure.title}, ${title}: ${weeks.length} weeks as columns; the numbers are under Week by week`}
                values={values}
                titles={weeks.map(
                  (period, week) =>
                    `Week of ${formatDayAndMonth(mondays[week] ?? "")}: ${measure.format(period)}`,
                )}
                top={measure.top ?? Math.max(...values.map((value) => value ?? 0))}
              />
            </figure>
          );
        })}
      </div>
    </section>
  );
}

interface WeekPlotProps {
  /** Text alternative for screen readers. */
  readonly label: string;
  /** One per week, oldest first; the last week is not over. Null if nothing was measured. */
  readonly values: readonly (number | null)[];
  /** The tooltips of the weeks. */
  readonly titles: readonly string[];
  readonly top: number;
}

const slotWidth = 20;
const barWidth = 14;
const height = 40;

function WeekPlot({ label, values, titles, top }: WeekPlotProps) {
  const width = values.length * slotWidth;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height + 2}`}
      preserveAspectRatio="none"
      className="h-9 w-full"
    >
      {values.map((value, week) => {
        const barHeight =
          value === null || top === 0 ? 0 : Math.max((value / top) * height, value > 0 ? 1 : 0);
        const isCurrent = week === values.length - 1;
        const x = week * slotWidth + (slotWidth - barWidth) / 2;
        return (
          <g key={titles[week]}>
            <title>{titles[week]}</title>
            <rect x={x} width={barWidth} height={height} className="fill-surface-sunken" />
            <rect
              x={x}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              className={isCurrent ? "fill-brand/55" : "fill-brand"}
            />
          </g>
        );
      })}
      <path d={`M0 ${height + 1}H${width}`} className="stroke-line-strong" />
    </svg>
  );
}
