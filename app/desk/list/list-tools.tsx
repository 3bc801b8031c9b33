import { Keyboard } from "lucide-react";

import type { DeskView } from "#app/desk/state/desk-view.ts";
import { useUser } from "#app/desk/ui/use-user.ts";

import { ExportButton } from "./export-button.tsx";

interface ListToolsProps {
  readonly view: DeskView;
  /** Who looks. */
  readonly userId: string;
  readonly onShowKeys: () => void;
}

/** What can be done with the whole list, and the list of keys. */
export function ListTools({ view, userId, onShowKeys }: ListToolsProps) {
  const isOwner = useUser().is_owner === true;
  return (
    <div className="flex shrink-0 items-center gap-1">
      {isOwner && <ExportButton view={view} userId={userId} />}
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
