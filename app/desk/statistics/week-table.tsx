import { submissionOf } from "#app/desk/api/list-view.ts";
import { type Figures, promiseLabels } from "#domain/figures.ts";

import type { Measure } from "./measures.ts";
import { dayLabel } from "./statistics-labels.ts";

interface WeekTableProps {
  readonly measure: Measure;
  readonly figures: Figures;
}

/** The numbers of a measure, the latest week first. */
export function WeekTable({ measure, figures: { mondays, kinds } }: WeekTableProps) {
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
                {measure.isPromise === true && (
                  <span className="text-ink-muted block font-normal">{promiseLabels[replyRule]}</span>
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
              {dayLabel(monday)}
            </th>
            {kinds.map(({ table, weeks }) => {
              const spell = weeks[week];
              return (
                <td key={table} className="py-1 pl-2">
                  {spell === undefined ? "" : measure.inWords(spell)}
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
              {measure.inWords(total)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
