import { submissionOf } from "#app/desk/api/list-view.ts";
import { replyPhrase, upperFirst } from "#domain/reply-rule.ts";
import type { Statistics } from "#domain/statistics.ts";

import { type Measure, formatDayAndMonth, kindsOf } from "./measures.ts";

interface WeekTableProps {
  readonly measure: Measure;
  readonly statistics: Statistics;
}

/** The numbers of a measure, the latest week first. */
export function WeekTable({ measure, statistics }: WeekTableProps) {
  const { mondays } = statistics;
  const kinds = kindsOf(measure, statistics);
  return (
    <table className="w-full table-fixed text-right text-sm hyphens-auto tabular-nums">
      <caption className="font-sign text-left text-lg font-semibold">
        {`${measure.title}, week by week`}
      </caption>
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
