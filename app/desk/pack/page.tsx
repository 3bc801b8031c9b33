import { Check, Printer } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import { deskCall, deskSend } from "#app/desk/api/desk-call.ts";
import { SoldPart } from "#app/desk/deal/sold-lines.tsx";
import { ToastLine } from "#app/desk/home/desk-status.tsx";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { ConnectionLine } from "#app/desk/live/live-lines.tsx";
import { useLive } from "#app/desk/live/use-live.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { useNotices } from "#app/desk/state/notices.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { EmptyPage } from "#app/desk/ui/empty-page.tsx";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import type { OrderToPack } from "#domain/deals/sold.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { OrderRow } from "./order-row.tsx";
import { type PartToPull, partsToPull } from "./parts-to-pull.ts";

export const meta = () => pageMeta({ title: "Pull and pack", hidden: true });

const none: readonly OrderToPack[] = [];

/** Every part of the paid orders, shelf by shelf: for the walk through the yard, on a phone or on paper. */
export default function PackPage() {
  const live = useLive(useUser(), null);
  const state = useLoaded("pack", () => deskCall(dealCalls.pack, {}));
  const { toast } = useNotices();
  const now = useNow();
  const [showsKeys, setShowsKeys] = useState(false);
  const { data, problem, reload } = state;
  const orders = data?.orders ?? none;
  const free = orders.filter(({ waits }) => waits === null);
  const waiting = orders.filter(({ waits }) => waits !== null);
  const parts = partsToPull(free);
  const { current } = useFilingKeys(parts, () => setShowsKeys(true), null, true);
  return (
    <>
      <ConnectionLine connection={live.connection} onSignIn={() => void reloadDesk()} />
      <BackHeader title="Pull and pack" />
      <main data-paper className="mx-auto max-w-[60rem] px-4 pb-16 lg:px-6">
        <div
          role="status"
          className="text-ink-muted flex min-h-11 items-center gap-3 py-2 text-sm print:hidden"
        >
          {toast === null ? data !== null && countText(parts, orders) : <ToastLine toast={toast} />}
          <ToolButton className="ml-auto shrink-0 px-3" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4" /> Print
          </ToolButton>
        </div>
        {(data === null || problem !== null) && <Loading state={state} />}
        {data !== null && orders.length === 0 && (
          <EmptyPage title="Nothing to pack" text="The parts of an order come here once it is paid." />
        )}
        {parts.length > 0 && (
          <ol aria-label="Parts to pull" className={boxClasses}>
            {parts.map((part, index) => (
              <PartRow
                key={part.id}
                part={part}
                isFirstThere={parts[index - 1]?.place !== part.place}
                isCurrent={part === current}
                onDone={reload}
              />
            ))}
          </ol>
        )}
        {free.length > 0 && (
          <>
            <h2 className="mt-8 mb-2 text-xl">Orders</h2>
            <ol aria-label="Orders" className={boxClasses}>
              {free.map((order) => (
                <OrderRow key={order.ref} order={order} onDone={reload} />
              ))}
            </ol>
          </>
        )}
        {waiting.length > 0 && (
          <>
            <h2 className="mt-8 mb-2 text-xl">Not yet</h2>
            <ol aria-label="Not yet" className={boxClasses}>
              {waiting.map((order) => (
                <OrderRow key={order.ref} order={order} onDone={reload} />
              ))}
            </ol>
          </>
        )}
        <p className="text-ink-muted mt-4 hidden text-sm print:block">Printed {formatNzDateTime(now)}</p>
      </main>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}

const boxClasses =
  "border-line bg-surface-raised divide-line -mx-4 divide-y border-y sm:mx-0 sm:rounded-sm sm:border-x";

function countText(parts: readonly PartToPull[], orders: readonly OrderToPack[]): string {
  const left = parts.filter(({ line }) => line.pulled_at === null).length;
  const count = left === 1 ? "1 part to pull" : `${left} parts to pull`;
  return `${count}, ${orders.length === 1 ? "1 order" : `${orders.length} orders`}`;
}

interface PartRowProps {
  readonly part: PartToPull;
  /** Begins with the name of its shelf or machine. */
  readonly isFirstThere: boolean;
  readonly isCurrent: boolean;
  readonly onDone: () => Promise<void>;
}

function PartRow({ part: { ref, line, place }, isFirstThere, isCurrent, onDone }: PartRowProps) {
  const action = useAction();
  const isPulled = line.pulled_at !== null;
  const press = () =>
    void action.run(async () => {
      await deskSend(dealCalls.pulled, { ref, line: line.line, pulled: !isPulled });
      await onDone();
    });
  return (
    <li
      aria-current={isCurrent ? "true" : undefined}
      className="aria-[current]:bg-brand-soft px-4 py-2.5 aria-[current]:shadow-[inset_3px_0_0_var(--color-brand)] print:bg-transparent"
    >
      {isFirstThere && <p className="font-sign text-lg font-semibold">{place}</p>}
      <div className="flex items-start gap-3">
        <span aria-hidden className="border-ink mt-1 hidden size-4 shrink-0 border print:inline-block" />
        <SoldPart line={line} />
        <div className="ml-auto grid shrink-0 justify-items-end gap-1">
          <ToolButton
            data-part={isCurrent ? "title" : undefined}
            aria-disabled={action.isBusy}
            className={`min-h-14 min-w-24 px-4 text-base ${isPulled ? "text-ok" : ""}`}
            onClick={({ detail: clicks }) => clicks < 2 && press()}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {isPulled && <Check aria-hidden className="size-5" />} {isPulled ? "Pulled" : "Pull"}
            <span className="sr-only">
              {" "}
              {line.text} for {ref}
            </span>
          </ToolButton>
          <Link
            to={recordLink(ref)}
            className="text-link inline-flex min-h-11 items-center text-sm lg:min-h-6"
          >
            {ref}
          </Link>
        </div>
      </div>
      <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {action.problem?.message}
      </p>
    </li>
  );
}
