import { useCallback, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { type DeskView, readView, viewSearch } from "./desk-view.ts";
import { keptSearch } from "./kept-searches.ts";

export interface ViewState {
  readonly view: DeskView;
  /** The view that the address names at this moment: the page may still show the one before. */
  readonly current: () => DeskView;
  /** Shows another view. */
  readonly go: (view: DeskView, options?: GoOptions) => void;
  /** The address names a record, and no tab. */
  readonly isRecordLink: boolean;
}

interface GoOptions {
  /** Leaves the former view out of the history. */
  readonly replace?: boolean;
  /** Renders before the next key press, which is for what this one led to. */
  readonly atOnce?: boolean;
}

/** The view stands in the page's address, so that it can be kept and gone back to. */
export function useView(userId: string): ViewState {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const read = useCallback(
    (address: URLSearchParams) => readView(address, (name) => keptSearch(userId, name)),
    [userId],
  );
  const view = useMemo(() => read(search), [read, search]);
  return {
    view,
    current: () => read(new URLSearchParams(window.location.search)),
    isRecordLink: search.has("record") && !search.has("tab"),
    go: (next, { replace = false, atOnce = false } = {}) =>
      void navigate(viewSearch(next), { replace, preventScrollReset: true, flushSync: atOnce }),
  };
}
