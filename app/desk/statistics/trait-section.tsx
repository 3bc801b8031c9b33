import type { TraitStatistics } from "#domain/statistics.ts";

import { formatCount, shareInTime, formatShare } from "./measures.ts";

interface TraitSectionProps {
  readonly title: string;
  readonly intro: string;
  readonly heading: string;
  readonly traits: readonly TraitStatistics[];
}

/** The most frequent makes or parts, with bars. */
export function TraitSection({ title, intro, heading, traits }: TraitSectionProps) {
  const id = `traits-${heading.toLowerCase()}`;
  const most = Math.max(1, ...traits.map(({ received }) => received));
  return (
    <section aria-labelledby={id} className="border-line bg-surface-raised rounded-sm border p-4 sm:p-6">
      <h3 id={id} className="text-2xl">
        {title}
      </h3>
      <p className="text-ink-muted mt-1 max-w-[65ch]">{intro}</p>
      {traits.length === 0 ? (
        <p className="mt-3">Nothing yet.</p>
      ) : (
        <table className="mt-4 w-full text-right text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-line-strong border-b align-bottom">
              <th scope="col" className="font-sign py-1.5 text-left text-base">
                {heading}
              </th>
              <th scope="col" className="font-sign w-20 py-1.5 text-base">
                Received
              </th>
              <th scope="col" className="font-sign w-20 py-1.5 pl-2 text-base">
                In time
              </th>
            </tr>
          </thead>
          <tbody>
            {traits.map((trait) => (
              <tr key={trait.name} className="border-line border-b">
                <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
                  <bdi>{trait.name}</bdi>
                  <svg
                    aria-hidden
                    viewBox="0 0 100 3"
                    preserveAspectRatio="none"
                    className="mt-1 h-1.5 w-full"
                  >
                    <rect width="100" height="3" className="fill-surface-sunken" />
                    <rect width={(trait.received / most) * 100} height="3" className="fill-brand" />
                  </svg>
                </th>
                <td className="py-1.5">{formatCount(trait.received)}</td>
                <td className="py-1.5 pl-2">{formatShare(shareInTime(trait))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
