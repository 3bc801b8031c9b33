import { Download, Keyboard } from "lucide-react";
import { useState } from "react";

import { exportList } from "#app/desk/api/records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { KeyHint, keyProps } from "#app/desk/ui/key-hint.tsx";
import { minuteMs } from "#domain/durations.ts";

import { ListOrder } from "./list-order.tsx";

/** The order on a large screen, and what else can be done with the list. */
export function ListTools({ onShowKeys }: { readonly onShowKeys: () => void }) {
  const { viewer } = useDeskPage();
  return (
    <div className="flex shrink-0 items-center gap-1">
      <div className="mr-2 flex gap-2 max-lg:hidden">
        <ListOrder />
      </div>
      {viewer.user.is_owner === true && <ExportButton />}
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
