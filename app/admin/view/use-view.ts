import { useNavigate, useSearchParams } from "react-router";

import { type DeskView, readView, viewSearch } from "./desk-view.ts";

export interface ViewState {
  readonly view: DeskView;
  /** Shows another view. `replace` leaves the former one out of the history. */
  readonly go: (view: DeskView, options?: { readonly replace?: boolean }) => void;
  /** The address names a record, and no tab. */
  readonly isRecordLink: boolean;
}

/** The view stands in the page's address, so that it can be kept, sent and gone back to. */
export function useView(): ViewState {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return {
    view: readView(search),
    isRecordLink: search.has("record") && !search.has("tab"),
    go: (view, { replace = false } = {}) =>
      void navigate(viewSearch(view), { replace, preventScrollReset: true }),
  };
}
