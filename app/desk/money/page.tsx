import { useState } from "react";
import { Link } from "react-router";

import { changeOrder, enterPayment, type MoneyLists, moneyLists } from "#app/desk/api/deals.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { randomKey } from "#app/shared/forms/draft.ts";
import { formatCents } from "#domain/deals/money.ts";
import { orderActions } from "#domain/deals/order.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

export const meta = () => pageMeta({ title: "Money", hidden: true });

type Owed = MoneyLists["short"][number];

interface Waiting {
  readonly owed: Owed;
  readonly text: string;
  readonly canRevive: boolean;
}

/** Money that fits no open order, with why. */
function waitingIn({ late, over, to_refund: cancelled }: MoneyLists): Waiting[] {
  return [
    ...late.map((owed) => ({
      owed,
      text: owed.are_items_free
        ? "It arrived after the payment time. The parts are still free."
        : "It arrived after the payment time, and another order holds the parts.",
      canRevive: owed.are_items_free && owed.is_record_gone !== true,
    })),
    ...over.map((owed) => ({ owed, text: "Overpaid by this much.", canRevive: false })),
    ...cancelled.map((owed) => ({ owed, text: "Paid for an order that was cancelled.", canRevive: false })),
  ];
}

/** Payments that wait for a decision: the system never refunds on its own, and never drops a payment. */
export default function MoneyPage() {
  const state = useLoaded("money", moneyLists);
  const now = useNow();
  const { data, problem } = state;
  const waiting = data === null ? [] : waitingIn(data);
  return (
    <>
      <BackHeader title="Money" />
      <main className="mx-auto grid max-w-[96rem] gap-4 px-4 pt-4 pb-16 md:grid-cols-2 lg:px-6">
        {(data === null || problem !== null) && <Loading state={state} />}
        {data !== null && (
          <>
            <MoneyList
              title="Short"
              count={data.short.length}
              text="Part-paid: still owing."
              none="Nothing is short."
            >
              {data.short.map((owed) => (
                <li key={owed.invoice_number}>
                  <OwedText owed={owed} now={now} />
                </li>
              ))}
            </MoneyList>
            <MoneyList
              title="Waits for you"
              count={waiting.length}
              text="Money that fits no open order: revive the order, or pay the money back."
              none="No money waits."
            >
              {waiting.map((one) => (
                <WaitingMoney key={one.owed.invoice_number} {...one} now={now} onDone={state.reload} />
              ))}
            </MoneyList>
          </>
        )}
      </main>
    </>
  );
}

interface MoneyListProps {
  readonly title: string;
  readonly count: number;
  readonly text: string;
  readonly none: string;
  readonly children: React.ReactNode;
}

function MoneyList({ title, count, text, none, children }: MoneyListProps) {
  return (
    <section aria-label={title} className="border-line bg-surface-raised rounded-sm border p-4">
      <h2 className="text-xl">
        {title} <span className="text-ink-muted font-normal tabular-nums">{count}</span>
      </h2>
      <p className="text-ink-muted text-sm">{count === 0 ? none : text}</p>
      <ul className="divide-line mt-2 divide-y">{children}</ul>
    </section>
  );
}

interface WaitingMoneyProps extends Waiting {
  readonly now: Date;
  readonly onDone: () => Promise<void>;
}

function WaitingMoney({ owed, text, canRevive, now, onDone }: WaitingMoneyProps) {
  const { isBusy, problem, run } = useAction();
  const [key] = useState(randomKey); // The same press after a broken connection is one payment.
  const { ref, amount_cents: cents, invoice_number } = owed;
  const revive = () => changeOrder({ ref, change: "revive", note: null }, key);
  const payBack = () => {
    const facts = { method: "transfer", received_on: nzDate(now), note: null } as const;
    return enterPayment({ ref, amount_cents: -cents, invoice_number, ...facts }, key);
  };
  const press = (work: () => Promise<void>) => void run(() => work().then(onDone));
  return (
    <li className="grid gap-1 pb-3">
      <OwedText owed={owed} now={now} />
      <p className="text-sm">{text}</p>
      <p className="flex flex-wrap gap-2">
        {canRevive && (
          <ToolButton className="px-3 text-sm" aria-disabled={isBusy} onClick={() => press(revive)}>
            {orderActions.revive.label}
          </ToolButton>
        )}
        <ToolButton className="px-3 text-sm" aria-disabled={isBusy} onClick={() => press(payBack)}>
          I have paid back {formatCents(cents)}
        </ToolButton>
      </p>
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {problem?.message}
      </p>
    </li>
  );
}

const lineClasses = "flex min-h-11 flex-wrap items-center gap-x-4";

function OwedText({ owed, now }: { readonly owed: Owed; readonly now: Date }) {
  const { ref, amount_cents: cents, since, name, invoice_number: invoice } = owed;
  const text = (
    <>
      <span className="font-sign font-semibold">{ref}</span>
      <span className="text-ink font-semibold tabular-nums">{formatCents(cents)}</span>
      {name !== null && <bdi className="text-ink">{name}</bdi>}
      <span className="text-ink-muted text-sm">
        Invoice {invoice}, code {paymentCode(invoice)}, since {formatDay(nzDate(new Date(since)), now)}
      </span>
    </>
  );
  if (owed.is_record_gone === true)
    return (
      <p className={lineClasses}>
        {text}
        <span className="text-ink-muted text-sm">Its record was removed.</span>
      </p>
    );
  return (
    <Link to={recordLink(ref)} className={`hover:bg-surface-sunken text-link ${lineClasses}`}>
      {text}
    </Link>
  );
}
