import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { type DeskView, readView, viewSearch } from "./desk-view.ts";
import { keptSearch } from "./kept-searches.ts";

export interface ViewState {
  readonly view: DeskView;
  /** Shows another view. `replace` leaves the former one out of the history. */
  readonly go: (view: DeskView, options?: { readonly replace?: boolean }) => void;
  /** The address names a record, and no tab. */
  readonly isRecordLink: boolean;
}

/** The view stands in the page's address, so that it can be kept and gone back to. */
export function useView(userId: string): ViewState {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const view = useMemo(() => readView(search, (name) => keptSearch(userId, name)), [search, userId]);
  return {
    view,
    isRecordLink: search.has("record") && !search.has("tab"),
    go: (next, { replace = false } = {}) =>
      void navigate(viewSearch(next), { replace, preventScrollReset: true }),
  };
}
