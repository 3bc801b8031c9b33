import { ListFilter, Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router";

import { listFilters } from "#app/desk/api/list-view.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { filterLabels, rememberFilter, viewSearch, withFilter } from "#app/desk/state/desk-view.ts";
import { keepSearch } from "#app/desk/state/use-view.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { type DeskCounts, searchMaxLength } from "#domain/desk.ts";

import { countOf } from "./list-text.ts";
import { ListOrder } from "./list-tools.tsx";

interface ListToolbarProps {
  /** Counts of the view's tab; null until they are loaded. */
  readonly counts: DeskCounts | null;
  /** Called when the search is complete. */
  readonly onSearched: () => void;
}

/** Search and filters of the list. On phones and tablets, one bar; the rest and the order fold out of it. */
export function ListToolbar({ counts, onSearched }: ListToolbarProps) {
  const { view } = useDeskPage();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const id = useId();
  const folded = isUnfolded ? "" : "max-lg:hidden";
  return (
    <div className="mt-2 mb-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchBox onEnter={onSearched} />
      <ToolButton
        aria-expanded={isUnfolded}
        aria-controls={id}
        aria-label={`${filterLabels[view.filter]}: filters and order`}
        onClick={() => setIsUnfolded(!isUnfolded)}
        className="max-w-36 shrink-0 px-3 text-sm lg:hidden"
      >
        <ListFilter aria-hidden className="size-4 shrink-0" />
        <span className="truncate">{filterLabels[view.filter]}</span>
      </ToolButton>
      <div id={id} className={`flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-lg:w-full ${folded}`}>
        <div className="flex w-full flex-wrap gap-2 lg:hidden">
          <ListOrder />
        </div>
        <ListFilters counts={counts} />
      </div>
    </div>
  );
}

function SearchBox({ onEnter }: { readonly onEnter: () => void }) {
  const { view, viewer, go } = useDeskPage();
  const { query } = view;
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef<string[]>([]);

  // The address follows the typing a moment later. A query that was not typed here comes from Back or a link.
  useEffect(() => {
    const index = typed.current.indexOf(query);
    typed.current = typed.current.slice(index + 1);
    if (index === -1 && input.current !== null) input.current.value = query;
  }, [query]);

  const type = (text: string) => {
    // Only the first keystroke of a search is a step that Back goes to.
    const isFirst = query === "" && typed.current.length === 0;
    typed.current.push(text);
    const search = text === "" ? null : keepSearch(viewer.user.id, text, isFirst ? null : view.search);
    go({ ...view, query: text, search }, { replace: !isFirst });
  };
  return (
    <search className="relative block min-w-0 flex-1 basis-40 lg:max-w-60 2xl:max-w-96">
      <Search
        aria-hidden
        className="text-ink-muted pointer-events-none absolute top-3 left-3 size-5 lg:top-2.5 lg:size-4"
      />
      <input
        ref={input}
        data-part="search"
        type="search"
        aria-label="Search"
        placeholder="Name, phone, reference, part ..."
        autoComplete="off"
        spellCheck={false}
        maxLength={searchMaxLength}
        className={`${controlClasses} min-h-11! pl-10 text-ellipsis lg:min-h-9! lg:py-1! lg:pl-9 lg:text-sm`}
        defaultValue={query}
        onKeyDown={(event) => {
          const { key, currentTarget: box } = event;
          if (key === "Enter") onEnter();
          // Esc empties the box first. The "/" that focused it is no text.
          if (key === "Escape" && box.value === "") box.blur();
          if (key === "/" && box.value === "") event.preventDefault();
        }}
        onChange={(event) => type(event.target.value)}
      />
    </search>
  );
}

/** Filters the list by status, to one's own or to snoozed records, with counts. */
function ListFilters({ counts }: { readonly counts: DeskCounts | null }) {
  const { view, viewer } = useDeskPage();
  return (
    <nav aria-label="Filters" className="min-w-0">
      <ul className="flex flex-wrap gap-x-0.5 gap-y-1">
        {listFilters.map((filter) => {
          const count = counts === null ? null : countOf(filter, counts);
          return (
            <li key={filter}>
              <Link
                to={viewSearch(withFilter(viewer.user, view, filter))}
                onClick={() => rememberFilter(viewer.user, filter)}
                preventScrollReset
                aria-current={view.filter === filter ? "true" : undefined}
                className="text-ink-muted hover:bg-surface-sunken hover:text-ink aria-[current]:bg-brand-soft aria-[current]:text-ink flex min-h-11 items-center gap-1.5 rounded-sm px-2.5 text-sm font-semibold whitespace-nowrap lg:min-h-9"
              >
                {filterLabels[filter]}
                {count !== null && (
                  <span className="text-ink-muted font-normal tabular-nums">
                    {count.toLocaleString("en-NZ")}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
