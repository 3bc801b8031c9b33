import { formatCount } from "./measures.ts";

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Next to the count. */
  readonly note?: string;
}

interface BarSectionProps {
  readonly title: string;
  readonly intro: string;
  /** Heads the labels. */
  readonly heading: string;
  /** Heads the counts. */
  readonly counted: string;
  /** Heads the notes. */
  readonly noted?: string;
  readonly bars: readonly Bar[];
}

/** Counts as bars, each with its number: a table, so that screen readers have its headings. */
export function BarSection({ title, intro, heading, counted, noted, bars }: BarSectionProps) {
  const id = `bars-${title.replaceAll(/\W+/g, "-").toLowerCase()}`;
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <section aria-labelledby={id} className="border-line bg-surface-raised rounded-sm border px-4 py-2.5">
      <h3 id={id} className="text-lg leading-tight" title={intro}>
        {title}
      </h3>
      {bars.length === 0 ? (
        <p className="text-ink-muted text-sm">Nothing yet.</p>
      ) : (
        <table className="mt-1 w-full text-right text-sm tabular-nums">
          <caption className="sr-only">
            {title}. {intro}
          </caption>
          <thead className="text-ink-muted">
            <tr>
              <th scope="col" className="text-left font-normal">
                {heading}
              </th>
              <th scope="col" className="w-16 pl-2 font-normal">
                {counted}
              </th>
              {noted !== undefined && (
                <th scope="col" className="w-16 pl-2 font-normal">
                  {noted}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, count, note }) => (
              <tr key={label}>
                <th scope="row" className="py-0.5 text-left font-normal">
                  <span className="relative block px-1.5 py-px">
                    <span
                      aria-hidden
                      className="bg-brand-soft absolute inset-y-0 left-0 rounded-xs"
                      style={{ width: `${(count / most) * 100}%` }}
                    />
                    <bdi className="relative line-clamp-1 wrap-anywhere" title={label}>
                      {label}
                    </bdi>
                  </span>
                </th>
                <td className="pl-2 font-semibold">{formatCount(count)}</td>
                {noted !== undefined && <td className="text-ink-muted pl-2">{note}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
