import { Download, Keyboard, Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";

import {
  isStepFilter,
  type ListOrder as Order,
  type StepFilter,
  stepFiltersOf,
  submissionOf,
} from "#app/desk/api/list-view.ts";
import { exportList } from "#app/desk/api/records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import {
  filterLabels,
  inOtherOrder,
  rememberFilter,
  rememberOrder,
  viewSearch,
  withFilter,
} from "#app/desk/state/desk-view.ts";
import { openNewRequest } from "#app/desk/state/new-request.ts";
import { KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { minuteMs } from "#domain/durations.ts";

import { countOf } from "./list-text.ts";

/** The tools of the list; on a large screen, its order too. */
export function ListTools({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const { viewer } = useDeskPage();
  return (
    <div className="flex shrink-0 items-center gap-1">
      <div className="mr-2 flex gap-2 max-lg:hidden">
        <ListOrder />
      </div>
      <button
        type="button"
        {...keyProps("new_request")}
        onClick={() => openNewRequest()}
        className="text-ink hover:bg-surface-sunken inline-flex min-h-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-semibold lg:min-h-9"
      >
        <Plus aria-hidden className="size-4 shrink-0" /> New request <KeyHint action="new_request">N</KeyHint>
      </button>
      {viewer.user.desk_role === "owner" && <ExportButton />}
      <button
        type="button"
        title="Keys (?)"
        aria-label="Keys"
        {...keyProps("showKeys")}
        onClick={onShowKeys}
        className="text-ink-muted hover:bg-surface-sunken hover:text-ink inline-flex size-11 items-center justify-center gap-1.5 rounded-sm text-sm font-semibold max-lg:hidden lg:h-9 lg:w-auto lg:px-2"
      >
        <Keyboard aria-hidden className="size-4" /> Keys <KeyHint action="showKeys" />
      </button>
    </div>
  );
}

/** Downloads the whole list as CSV, as it is filtered and sorted. */
function ExportButton() {
  const { view, viewer } = useDeskPage();
  const [isAsked, setIsAsked] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const save = async (password: string) => {
    const context = { userId: viewer.user.id, now: new Date() };
    const { name, content } = await exportList(view, context, password);
    download(name, content);
    setSaved(name);
  };
  return (
    <div className="flex flex-wrap items-center justify-end">
      <button
        type="button"
        onClick={() => setIsAsked(true)}
        className="text-ink-muted hover:bg-surface-sunken hover:text-ink inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-semibold lg:min-h-9"
      >
        <Download aria-hidden className="size-4 shrink-0" />{" "}
        <span className="max-sm:sr-only">Export CSV</span>
      </button>
      <span role="status" className="text-ok text-sm font-semibold not-empty:ml-3">
        {saved !== null && `Saved ${saved}`}
      </span>
      {isAsked && (
        <ConfirmDialog
          title="Export this list?"
          label="Export"
          asksPassword
          onConfirm={save}
          onClose={() => setIsAsked(false)}
        >
          <p>The file holds every record of this list, with names and addresses.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // A minute later, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), minuteMs);
}

const labels: Readonly<Record<Order, string>> = { newest: "Newest first", due: "Due first" };

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

/** Filters the list by the next step of a quote or order, or by failed mails. */
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
