import { Link } from "react-router";

import type { ListOrder as Order } from "#app/desk/api/list-view.ts";
import { type DeskView, inOtherOrder, viewSearch } from "#app/desk/state/desk-view.ts";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";

import { StepSelect } from "./step-select.tsx";

const labels: Readonly<Record<Order, string>> = { newest: "Newest first", due: "Due first" };

interface ListOrderProps {
  readonly view: DeskView;
  /** Called with the list that a click chose. */
  readonly onChoose: (view: DeskView) => void;
}

/** The order of the list and, for requests that become orders, what staff do next about them. */
export function ListOrder({ view, onChoose }: ListOrderProps) {
  return (
    <>
      <OrderSwitch view={view} onChoose={onChoose} />
      <StepSelect view={view} onChoose={onChoose} />
    </>
  );
}

function OrderSwitch({ view, onChoose }: ListOrderProps) {
  const inOrder = (order: Order) => (view.order === order ? view : inOtherOrder(view));
  return (
    <ul
      aria-label="Order"
      className="border-line-strong flex overflow-hidden rounded-sm border text-sm max-sm:w-full"
    >
      {(["newest", "due"] as const).map((order) => (
        <li key={order} className="not-first:border-line-strong flex grow not-first:border-l">
          <Link
            to={viewSearch(inOrder(order))}
            onClick={() => onChoose(inOrder(order))}
            preventScrollReset
            {...(view.order !== order && keyProps("sort"))}
            aria-current={view.order === order ? "true" : undefined}
            className="hover:bg-surface-sunken aria-[current]:bg-brand aria-[current]:text-brand-ink flex min-h-11 grow items-center justify-center gap-1.5 px-3 font-semibold whitespace-nowrap focus-visible:-outline-offset-3 lg:min-h-8"
          >
            {labels[order]}
            {view.order !== order && <KeyHint action="sort" />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
