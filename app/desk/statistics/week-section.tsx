import { submissionOf } from "#app/desk/api/list-view.ts";
import { replyPhrase, upperFirst } from "#domain/reply-rule.ts";
import type { Statistics } from "#domain/statistics.ts";

import { type Measure, formatDayAndMonth } from "./measures.ts";

interface WeekSectionProps {
  readonly measure: Measure;
  readonly statistics: Statistics;
}

/** One measure: a small plot for each form, with all numbers in a table below. */
export function WeekSection({ measure, statistics }: WeekSectionProps) {
  const { mondays, kinds } = statistics;
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
          const values = weeks.map((period) => measure.valueOf(period));
          return (
            <figure key={table}>
              <figcaption className="mb-2 flex items-baseline justify-between gap-2">
                <span className="text-ink-muted text-sm leading-tight">{title}</span>
                <span className="text-xl leading-none font-bold whitespace-nowrap">
                  {measure.format(total)}
                </span>
              </figcaption>
              <WeekPlot
                label={`${measure.title}, ${title}: ${weeks.length} weeks as columns; the numbers are in the table below`}
                values={values}
                titles={weeks.map(
                  (period, week) =>
                    `Week of ${formatDayAndMonth(mondays[week] ?? "")}: ${measure.format(period)}`,
                )}
                top={measure.top ?? Math.max(...values.map((value) => value ?? 0))}
              />
              <p aria-hidden className="text-ink-muted flex justify-between text-sm">
                <span>{formatDayAndMonth(mondays[0] ?? "")}</span>
                <span>this week</span>
              </p>
            </figure>
          );
        })}
      </div>
      <WeekTable measure={measure} statistics={statistics} />
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
const height = 64;

function WeekPlot({ label, values, titles, top }: WeekPlotProps) {
  const width = values.length * slotWidth;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height + 2}`} className="w-full">
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

interface WeekTableProps {
  readonly measure: Measure;
  readonly statistics: Statistics;
}

function WeekTable({ measure, statistics: { mondays, kinds } }: WeekTableProps) {
  return (
    <table className="mt-5 w-full table-fixed text-right text-sm hyphens-auto tabular-nums">
      <caption className="sr-only">{measure.title}, week by week</caption>
      <thead>
        <tr className="border-line-strong border-b align-bottom">
          <th scope="col" className="font-sign w-14 py-1.5 text-left leading-tight sm:w-24 sm:text-base">
            Week of
          </th>
          {kinds.map(({ table }) => {
            const { tab, replyRule } = submissionOf({ table });
            return (
              <th key={table} scope="col" className="py-1.5 pl-2 leading-tight">
                <span className="font-sign sm:text-base">{tab.title}</span>
                {measure.showsPromise === true && (
                  <span className="text-ink-muted block font-normal">
                    {upperFirst(replyPhrase(replyRule))}
                  </span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {[...mondays.entries()].toReversed().map(([week, monday]) => (
          <tr key={monday} className="border-line border-b">
            <th scope="row" className="py-1 text-left font-normal whitespace-nowrap">
              {formatDayAndMonth(monday)}
            </th>
            {kinds.map(({ table, weeks }) => {
              const period = weeks[week];
              return (
                <td key={table} className="py-1 pl-2">
                  {period === undefined ? "" : measure.format(period)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="py-1 text-left">
            {mondays.length} weeks
          </th>
          {kinds.map(({ table, total }) => (
            <td key={table} className="py-1 pl-2">
              {measure.format(total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
