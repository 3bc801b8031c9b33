import { Link } from "react-router";

import {
  isStepFilter,
  type ListOrder as Order,
  type StepFilter,
  stepFiltersOf,
  submissionOf,
} from "#app/desk/api/list-view.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { filterLabels, inOtherOrder, viewSearch } from "#app/desk/state/desk-view.ts";
import { rememberFilter, rememberOrder, withFilter } from "#app/desk/state/last-list.ts";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";

import { countOf } from "./list-text.ts";

const labels: Readonly<Record<Order, string>> = { newest: "Newest first", due: "Due first" };

/** The order of the list, and what staff do next about the records. */
export function ListOrder() {
  return (
    <>
      <OrderSwitch />
      <StepSelect />
    </>
  );
}

function OrderSwitch() {
  const { view, viewer } = useDeskPage();
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
            onClick={() => rememberOrder(viewer.user, inOrder(order))}
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

/** The lists by what staff do next about a quote, an order or a mail that failed. */
function StepSelect() {
  const { view, viewer, go, state } = useDeskPage();
  const filters = stepFiltersOf(submissionOf(view));
  const counts = state.summary?.counts[view.table];
  const count = (step: StepFilter) => (counts === undefined ? null : countOf(step, counts));
  const isChosen = isStepFilter(view.filter);
  const choose = (name: string) => {
    const filter = filters.find((step) => step === name) ?? "all";
    rememberFilter(viewer.user, filter);
    go(withFilter(viewer.user, view, filter));
  };
  return (
    <select
      aria-label="Next step"
      value={isChosen ? view.filter : ""}
      className={`${controlClasses} min-h-11! py-0.5! text-sm font-semibold sm:w-auto! lg:min-h-8! ${isChosen ? "bg-brand-soft!" : ""}`}
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">Any next step</option>
      {filters.map((step) => (
        <option key={step} value={step}>
          {[filterLabels[step], ...(count(step) === null ? [] : [`(${count(step)})`])].join(" ")}
        </option>
      ))}
    </select>
  );
}
