import { RefreshCw } from "lucide-react";
import { useState, useSyncExternalStore } from "react";

import { isOutdated, onOutdated } from "#app/desk/api/build.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";

/** Says once that the server has a newer desk than this page. It reloads only when somebody presses the button. */
export function OutdatedLine() {
  const isOld = useSyncExternalStore(onOutdated, isOutdated, () => false);
  const [isPutOff, setIsPutOff] = useState(false);
  return (
    <div role="status" className="empty:hidden print:hidden">
      {isOld && !isPutOff && (
        <p className="border-line bg-warn-soft text-warn flex flex-wrap items-center justify-center gap-x-2 gap-y-1 border-b px-4 py-1.5 text-center text-sm font-semibold">
          The desk has been updated. Finish what you are typing, then reload.
          <ToolButton className="text-ink px-3" onClick={() => location.reload()}>
            <RefreshCw aria-hidden className="size-4 shrink-0" /> Reload
          </ToolButton>
          <ToolButton className="text-ink px-3" onClick={() => setIsPutOff(true)}>
            Later
          </ToolButton>
        </p>
      )}
    </div>
  );
}
