import type { PersonStatistics } from "#domain/statistics.ts";

import { formatCount, formatShare, shareInTime } from "./measures.ts";

const columns = ["Open", "In time", "Quotes", "Replies", "Calls"];

/** What each person has to do and has done. */
export function PeopleSection({ people }: { readonly people: readonly PersonStatistics[] }) {
  return (
    <section
      aria-labelledby="people-title"
      className="border-line bg-surface-raised rounded-sm border px-4 py-2.5"
    >
      <h3 id="people-title" className="text-lg leading-tight">
        By person
      </h3>
      {people.length === 0 ? (
        <p className="text-ink-muted text-sm">Nobody has taken a record or answered one yet.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="mt-1 w-full text-right text-sm tabular-nums">
            <caption className="sr-only">
              By person: open records, share in time, quotes, replies and calls
            </caption>
            <thead className="text-ink-muted text-xs">
              <tr>
                <th scope="col" className="text-left font-normal">
                  Name
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col" className="w-8 pl-2 font-normal whitespace-nowrap">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.name}>
                  <th
                    scope="row"
                    className="max-w-0 min-w-20 truncate py-0.5 text-left font-normal"
                    title={person.name}
                  >
                    <bdi>{person.name}</bdi>
                  </th>
                  <td className="pl-2 font-semibold">{formatCount(person.open)}</td>
                  <td className="pl-2">{formatShare(shareInTime(person))}</td>
                  <td className="pl-2">{formatCount(person.quotes)}</td>
                  <td className="pl-2">{formatCount(person.answers + person.replies)}</td>
                  <td className="pl-2">{formatCount(person.calls)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
