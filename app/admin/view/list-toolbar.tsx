import { Keyboard } from "lucide-react";

import type { DeskCounts } from "#domain/desk.ts";

import type { DeskView } from "./desk-view.ts";
import { ExportButton } from "./export-button.tsx";
import { OrderSwitch } from "./order-switch.tsx";
import { SearchBox } from "./search-box.tsx";
import { ShareFilter } from "./share-filter.tsx";

interface ListToolbarProps {
  readonly view: DeskView;
  readonly counts: DeskCounts | null;
  /** Who looks. */
  readonly userId: string;
  readonly onSearch: (words: string, isFirst: boolean) => void;
  readonly onShowKeys: () => void;
}

/** Which records the list shows, and in which order. */
export function ListToolbar({ view, counts, userId, onSearch, onShowKeys }: ListToolbarProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox words={view.words} onType={onSearch} />
      <OrderSwitch view={view} />
      <ShareFilter view={view} counts={counts} />
      <ExportButton view={view} userId={userId} />
      <button
        type="button"
        title="Keys (?)"
        aria-label="Keys"
        onClick={onShowKeys}
        className="text-ink-muted hover:bg-surface-sunken hover:text-ink inline-flex size-11 items-center justify-center rounded-sm max-lg:hidden"
      >
        <Keyboard aria-hidden className="size-5" />
      </button>
    </div>
  );
}
