import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";

import { deskItem } from "#app/desk/session/session-end.ts";
import { randomKey } from "#app/shared/forms/draft.ts";

import { type DeskView, readView, viewSearch } from "./desk-view.ts";

export interface ViewState {
  readonly view: DeskView;
  /** Returns the view that the address names now: the page may still show the former one. */
  readonly current: () => DeskView;
  /** Shows another view. */
  readonly go: (view: DeskView, options?: GoOptions) => void;
  /** The address names a record, and no tab. */
  readonly isRecordLink: boolean;
}

interface GoOptions {
  /** Leaves the former view out of the history. */
  readonly replace?: boolean;
  /** Renders before the next key press, which is meant for the new view. */
  readonly atOnce?: boolean;
}

/** The view is in the page's address, so that it can be bookmarked and gone back to. */
export function useView(userId: string): ViewState {
  const { search, goAhead } = useSearch();
  const navigate = useNavigate();
  const read = useCallback(
    (address: string) => readView(new URLSearchParams(address), (name) => keptSearch(userId, name)),
    [userId],
  );
  const view = useMemo(() => read(search), [read, search]);
  const current = useCallback(() => read(window.location.search), [read]);
  const go: ViewState["go"] = useCallback(
    (next, { replace = false, atOnce = false } = {}) => {
      const address = viewSearch(next);
      if (atOnce) goAhead(address);
      void navigate(address, { replace, preventScrollReset: true });
    },
    [goAhead, navigate],
  );
  const address = new URLSearchParams(search);
  return { view, current, go, isRecordLink: address.has("record") && !address.has("tab") };
}

interface PendingAddress {
  readonly from: string;
  readonly to: string;
}

/** The address as the page shows it: the router follows it in a transition, which a fast key press overtakes. */
function useSearch() {
  const { search } = useLocation();
  const [ahead, setAhead] = useState<PendingAddress | null>(null);
  if (ahead !== null && ahead.from !== search) setAhead(null);
  const rendered = useRef(search);
  useLayoutEffect(() => void (rendered.current = search), [search]);
  const goAhead = useCallback((to: string) => flushSync(() => setAhead({ from: rendered.current, to })), []);
  return { search: ahead?.from === search ? ahead.to : search, goAhead };
}

/** Names and queries, the latest last. */
const searchesSchema = v.array(v.tuple([v.string(), v.string()]));
type Searches = v.InferOutput<typeof searchesSchema>;

const mostKept = 50;

/**
 * Keeps what a user searches for in this tab, and returns the name under which the page's address remembers it:
 * queries are personal data, which addresses leak. `replaced` names a search that nobody goes back to.
 */
export function keepSearch(userId: string, query: string, replaced: string | null): string {
  const others = keptSearches(userId).filter(([name]) => name !== replaced);
  const name = randomKey(4);
  const kept = [...others, [name, query]].slice(-mostKept);
  sessionStorage.setItem(itemOf(userId), JSON.stringify(kept));
  return name;
}

/** Returns the query of a search; empty if this tab does not know it. */
function keptSearch(userId: string, name: string): string {
  return keptSearches(userId).find(([known]) => known === name)?.[1] ?? "";
}

function keptSearches(userId: string): Searches {
  const kept = v.pipe(v.string(), v.parseJson(), searchesSchema);
  const parsed = v.safeParse(kept, sessionStorage.getItem(itemOf(userId)));
  return parsed.success ? parsed.output : [];
}

function itemOf(userId: string): string {
  return deskItem(userId, "searches");
}
