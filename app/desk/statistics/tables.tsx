import type { ReactNode } from "react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { formatCents } from "#domain/deals/money.ts";
import type { OutcomeCounts, PeriodStatistics, QuoteStatistics, Statistics } from "#domain/statistics.ts";

/** Statistics of one form in one period. Only quote requests use the quotes. */
type FormPeriod = PeriodStatistics & { readonly quotes: QuoteStatistics | null };

interface StatisticsNumber {
  readonly label: string;
  readonly format: (period: FormPeriod) => string;
}

const ofEveryForm: readonly StatisticsNumber[] = [
  { label: "Came in", format: ({ received }) => formatCount(received) },
  { label: "Answered in time", format: (period) => formatShare(shareInTime(period)) },
  { label: "Late", format: ({ late }) => formatCount(late) },
  { label: "Time to reply", format: ({ median_minutes: minutes }) => formatOpenTime(minutes) },
];

const ofQuotes: readonly StatisticsNumber[] = [
  { label: "Quotes sent", format: ({ quotes }) => formatCount(quotes?.sent ?? 0) },
  { label: "Win rate", format: ({ quotes }) => formatShare(winRate(quotes)) },
  { label: "Time to quote", format: ({ quotes }) => formatOpenTime(quotes?.median_minutes ?? null) },
  {
    label: "Value approved",
    format: ({ quotes }) => formatCents(quotes?.value_cents ?? 0).replace(/\.\d\d$/, ""),
  },
];

interface StatisticsGroup {
  readonly title: string;
  readonly rows: readonly { readonly label: string; readonly values: readonly string[] }[];
}

/** Returns the columns and rows of the table: today, this week, last week and all weeks. */
function tableOf(statistics: Statistics) {
  const columns = ["Today", "This week", "Last week", `${statistics.mondays.length} weeks`];
  const groups = groupsOf(statistics, ({ today, weeks, total }) => [
    today,
    ...weeks.slice(-2).toReversed(),
    total,
  ]);
  return { columns, groups };
}

/** Every week as a CSV file, the latest first. */
export function csvOf(statistics: Statistics): string {
  const groups = groupsOf(statistics, ({ weeks }) => weeks.toReversed());
  const head = ["Form", "Number", ...statistics.mondays.toReversed().map((monday) => `Week of ${monday}`)];
  const rows = groups.flatMap(({ title, rows: numbers }) =>
    numbers.map(({ label, values }) => [title, label, ...values]),
  );
  return [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\r\n");
}

interface Periods<One> {
  readonly today: One;
  readonly weeks: readonly One[];
  readonly total: One;
}

function groupsOf(
  { kinds, quotes }: Statistics,
  pick: <One>(periods: Periods<One>) => One[],
): StatisticsGroup[] {
  const quoted = pick(quotes);
  return kinds.map((kind) => {
    const { tab, hasDeal = false } = submissionOf(kind);
    const periods = pick(kind).map((period, at) => ({ ...period, quotes: quoted[at] ?? null }));
    const numbers = hasDeal ? [...ofEveryForm, ...ofQuotes] : ofEveryForm;
    return {
      title: tab.title,
      rows: numbers.map(({ label, format }) => ({ label, values: periods.map(format) })),
    };
  });
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-NZ");
}

/** Returns the share, 0 to 1, answered in time; null if nothing has been answered or is overdue. */
export function shareInTime({ in_time: inTime, late }: OutcomeCounts): number | null {
  return inTime + late === 0 ? null : inTime / (inTime + late);
}

/** Returns the share of quotes sent, 0 to 1, that was approved; null if none was sent. */
function winRate(quotes: QuoteStatistics | null): number | null {
  return quotes === null || quotes.sent === 0 ? null : quotes.approved / quotes.sent;
}

/** "86%", rounded down: 100% means all. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)}%`;
}

/** "45 min", "3 h 20 min". */
function formatOpenTime(minutes: number | null): string {
  if (minutes === null) return "–";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return "under 1 min";
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

interface CountTableProps {
  readonly title: string;
  readonly intro: string;
  /** Headings of the names and of each count. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly counts: readonly ReactNode[] }[];
}

const card = "border-line bg-surface-raised rounded-sm border px-4 py-2.5";

export function CountTable({ title, intro, columns, rows }: CountTableProps) {
  return (
    <section aria-label={title} className={`${card} overflow-x-auto`}>
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="text-left">
          <span className="font-sign block text-lg leading-tight font-semibold">{title}</span>
          <span className="text-ink-muted">{rows.length === 0 ? "Nothing yet." : intro}</span>
        </caption>
        <thead className="text-ink-muted" hidden={rows.length === 0}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="pl-2 font-normal first:pl-0 first:text-left">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row" className="py-0.5 text-left font-normal">
                <bdi className="line-clamp-3 wrap-anywhere" title={name}>
                  {name}
                </bdi>
              </th>
              {counts.map((count, at) => (
                <td key={columns[at + 1]} className="pl-2">
                  {count}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function NumbersTable({ statistics }: { readonly statistics: Statistics }) {
  const { columns, groups } = tableOf(statistics);
  return (
    <div className="border-line bg-surface-raised overflow-x-auto rounded-sm border px-4 py-2.5">
      <table className="w-full text-right text-sm tabular-nums">
        <caption className="sr-only">The numbers of each form, today and in former periods</caption>
        <thead className="text-ink-muted">
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="pl-2 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" className="font-sign pt-2 text-left text-lg" colSpan={columns.length + 1}>
                {title}
              </th>
            </tr>
            {rows.map(({ label, values }) => (
              <tr key={label} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {values.map((value, at) => (
                  <td key={columns[at]} className="pl-2 font-semibold">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
