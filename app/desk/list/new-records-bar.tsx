import { ArrowUp } from "lucide-react";
import { useEffect } from "react";

import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { heldBackIn } from "#app/desk/state/new-records.ts";
import { submissions } from "#domain/forms/submissions.ts";

import { focusFirstIfLost, isAtTopOfList } from "./list-position.ts";

/** Shows, on request, records that came in while the user was further down the list or elsewhere. */
export function NewRecordsBar() {
  const { view, go, state, desk } = useDeskPage();
  const { newRecords } = state;
  const isHeldBack = heldBackIn(newRecords, view) > 0;
  useEffect(() => {
    if (!isHeldBack) return;
    const show = () => {
      if (isAtTopOfList()) void desk.reload();
    };
    window.addEventListener("scrollend", show);
    return () => window.removeEventListener("scrollend", show);
  }, [desk, isHeldBack]);

  const show = async (table: string) => {
    window.scrollTo({ top: 0 });
    const isHere = isHeldBack && table === view.table;
    const all = { filter: "all", order: "newest", query: "", search: null, reference: null } as const;
    if (!isHere) go({ table, ...all }, { atOnce: true });
    await desk.reload();
    requestAnimationFrame(focusFirstIfLost); // The pressed button has gone.
  };
  const waiting = submissions.filter(({ table }) => newRecords.has(table));
  if (waiting.length === 0) return null;
  return (
    <div className="sticky top-12 z-10 mb-2 flex flex-wrap justify-center gap-2">
      {waiting.map(({ table, tab }) => (
        <button
          key={table}
          type="button"
          onClick={() => void show(table)}
          className="bg-brand text-brand-ink ring-surface-raised inline-flex min-h-11 items-center gap-1.5 rounded-full px-4 text-sm font-semibold ring-2 hover:brightness-110"
        >
          <ArrowUp aria-hidden className="size-4 shrink-0" />
          {newRecords.get(table)} new{table === view.table ? "" : ` in ${tab.title}`}
        </button>
      ))}
    </div>
  );
}
