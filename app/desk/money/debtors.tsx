import { Link } from "react-router";

import { recordLink } from "#app/desk/state/desk-view.ts";
import { ageNames, type Debtors } from "#domain/deals/debtors.ts";
import { formatCents } from "#domain/deals/money.ts";

import { MoneyBox } from "./money-box.tsx";

const shownMost = 500;

/** Orders that are owed for, oldest first, with the sums by age of all of them. */
export function WhoOwes({ debtors: { rows, ages } }: { readonly debtors: Debtors }) {
  const sum = formatCents(rows.reduce((total, { cents }) => total + cents, 0));
  const text = rows.length === 0 ? "Nobody owes anything." : `${sum} is owed, by the invoice’s age:`;
  return (
    <MoneyBox title="Who owes" count={rows.length} text={text}>
      {rows.length > 0 && (
        <dl className="mb-2 grid grid-cols-2 gap-x-4 text-sm tabular-nums sm:grid-cols-4">
          {ageNames.map((age) => (
            <div key={age}>
              <dt className="text-ink-muted">
                {age.replace("-", age.startsWith("over") ? " " : " to ")} days
              </dt>
              <dd className="font-semibold">{formatCents(ages[age])}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="divide-line divide-y">
        {rows.slice(0, shownMost).map(({ ref, invoice, name, days, cents }) => (
          <li key={invoice}>
            <Link
              to={recordLink(ref)}
              className="hover:bg-surface-sunken text-link flex min-h-11 flex-wrap items-center gap-x-4 print:min-h-0"
            >
              <span className="font-sign font-semibold">{ref}</span>
              <span className="text-ink font-semibold tabular-nums">{formatCents(cents)}</span>
              {name !== null && <bdi className="text-ink">{name}</bdi>}
              <span className="text-ink-muted text-sm">
                {invoice}, {days === 0 ? "today" : days === 1 ? "1 day" : `${days} days`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {rows.length > shownMost && <p className="text-sm">These are the oldest {shownMost}.</p>}
    </MoneyBox>
  );
}
