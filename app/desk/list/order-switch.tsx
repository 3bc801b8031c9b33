import { Link } from "react-router";

import type { ListOrder } from "#app/desk/api/list-view.ts";
import { canBeDue, type DeskView, viewSearch } from "#app/desk/state/desk-view.ts";

const labels: Readonly<Record<ListOrder, string>> = { newest: "Newest first", due: "Due first" };

/** Chooses between what came last and what has to be answered next. */
export function OrderSwitch({ view }: { readonly view: DeskView }) {
  const to = (order: ListOrder) => {
    const share = order === "due" && !canBeDue(view.share) ? "all" : view.share;
    return viewSearch({ ...view, order, share });
  };
  return (
    <ul
      aria-label="Order"
      className="border-line-strong flex overflow-hidden rounded-sm border text-sm max-sm:w-full"
    >
      {(["newest", "due"] as const).map((order) => (
        <li key={order} className="not-first:border-line-strong flex grow not-first:border-l">
          <Link
            to={to(order)}
            preventScrollReset
            aria-current={view.order === order ? "true" : undefined}
            className="hover:bg-surface-sunken aria-[current]:bg-brand aria-[current]:text-brand-ink flex min-h-11 grow items-center justify-center px-3 font-semibold whitespace-nowrap focus-visible:-outline-offset-3"
          >
            {labels[order]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
