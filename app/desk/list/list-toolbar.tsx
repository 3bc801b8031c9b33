import type { DeskView } from "#app/desk/state/desk-view.ts";
import type { DeskCounts } from "#domain/desk.ts";

import { OrderSwitch } from "./order-switch.tsx";
import { SearchBox } from "./search-box.tsx";
import { ShareFilter } from "./share-filter.tsx";

interface ListToolbarProps {
  readonly view: DeskView;
  readonly counts: DeskCounts | null;
  readonly onSearch: (words: string, isFirst: boolean) => void;
}

/** Which records the list shows, and in which order. */
export function ListToolbar({ view, counts, onSearch }: ListToolbarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox words={view.words} onType={onSearch} />
      <OrderSwitch view={view} />
      <ShareFilter view={view} counts={counts} />
    </div>
  );
}
