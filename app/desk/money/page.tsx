import { Link } from "react-router";

import { type MoneyLists, moneyLists } from "#app/desk/api/deals.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { recordLink } from "#app/desk/ui/desk-link.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { formatCents } from "#domain/deals/money.ts";
import { paymentCode } from "#domain/deals/payment-code.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { LeftPayment } from "./left-payment.tsx";

export const meta = () => pageMeta({ title: "Money", hidden: true });

const lists: readonly {
  readonly name: keyof MoneyLists;
  readonly title: string;
  readonly text: string;
  readonly none: string;
}[] = [
  {
    name: "short",
    title: "Short",
    text: "Part-paid: still owing.",
    none: "Nothing is short.",
  },
  { name: "over", title: "Over", text: "Overpaid by this much.", none: "Nothing is overpaid." },
  {
    name: "late",
    title: "Late",
    text: "It arrived after the payment time, and the part is gone or the order waits for you.",
    none: "No late payments.",
  },
  {
    name: "to_refund",
    title: "To refund",
    text: "Paid for orders that were cancelled. Enter it here once you have paid it back.",
    none: "Nothing waits to be paid back.",
  },
];

/** Payments that wait for a decision: the system never refunds on its own, and never drops a payment. */
export default function MoneyPage() {
  const state = useLoaded(moneyLists);
  const now = useNow();
  const { data, problem } = state;
  return (
    <>
      <BackHeader title="Money" />
      <main className="mx-auto grid max-w-[96rem] gap-4 px-4 pt-4 pb-16 md:grid-cols-2 lg:px-6 xl:grid-cols-4">
        {(data === null || problem !== null) && <Loading state={state} />}
        {data !== null &&
          lists.map(({ name, title, text, none }) => (
            <section
              key={name}
              aria-labelledby={`money-${name}`}
              className="border-line bg-surface-raised rounded-sm border p-4"
            >
              <h2 id={`money-${name}`} className="text-xl">
                {title} <span className="text-ink-muted font-normal tabular-nums">{data[name].length}</span>
              </h2>
              <p className="text-ink-muted text-sm">{data[name].length === 0 ? none : text}</p>
              <ul className="divide-line mt-2 divide-y">
                {data[name].map((owed) => (
                  <li key={`${owed.ref} ${owed.since}`}>
                    {owed.is_record_gone === true ? (
                      <>
                        <p className={lineClasses}>
                          <OwedText owed={owed} now={now} />
                          <span className="text-ink-muted text-sm">Its record was removed.</span>
                        </p>
                        <LeftPayment
                          key={owed.amount_cents}
                          reference={owed.ref}
                          due={name === "short" ? owed.amount_cents : -owed.amount_cents}
                          now={now}
                          onEntered={state.reload}
                        />
                      </>
                    ) : (
                      <Link
                        to={recordLink(owed.ref)}
                        className={`hover:bg-surface-sunken text-link ${lineClasses}`}
                      >
                        <OwedText owed={owed} now={now} />
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </main>
    </>
  );
}

const lineClasses = "flex min-h-11 flex-wrap items-center gap-x-4";

interface OwedTextProps {
  readonly owed: MoneyLists[keyof MoneyLists][number];
  readonly now: Date;
}

function OwedText({ owed, now }: OwedTextProps) {
  const { ref, amount_cents: cents, since, name, invoice_number: invoice } = owed;
  return (
    <>
      <span className="font-sign font-semibold">{ref}</span>
      <span className="text-ink font-semibold tabular-nums">{formatCents(cents)}</span>
      {name !== null && <bdi className="text-ink">{name}</bdi>}
      <span className="text-ink-muted text-sm">
        Invoice {invoice}, code {paymentCode(invoice)}, since {formatDay(nzDate(new Date(since)), now)}
      </span>
    </>
  );
}
