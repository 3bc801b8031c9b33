import { useEffect } from "react";
import { useBlocker } from "react-router";

import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { Dialog } from "./dialog.tsx";

/** The number of open forms with unsaved text. */
let unsaved = 0;

/** Asks before anything takes the user away from a form that is not saved. */
export function useUnsaved(isUnsaved: boolean): void {
  useLeaveWarning(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved += 1;
    return () => void (unsaved -= 1);
  }, [isUnsaved]);
}

/** The question on the way to another page of the desk. There is one for all forms: the router takes only one. */
export function LeaveQuestion() {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsaved > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  );
  const stay = () => blocker.reset?.();
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.state === "blocked"} onClose={stay}>
      <p className="mt-2 mb-4">What you have typed here is not saved yet.</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button onClick={stay}>Stay</Button>
        <Button look="outline" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
