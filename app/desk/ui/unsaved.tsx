import { type SubmitEvent, useEffect } from "react";
import { useBlocker } from "react-router";

import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";

import { Dialog, DialogButtons } from "./dialog.tsx";

/** How many open forms would lose what is typed. */
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
  const leave = (event: SubmitEvent) => {
    event.preventDefault();
    blocker.proceed?.();
  };
  return (
    <Dialog title="Leave without saving?" isOpen={blocker.state === "blocked"} onClose={stay}>
      <p className="mt-2 mb-4">What you have typed here is not saved yet.</p>
      <form method="post" onSubmit={leave}>
        <DialogButtons label="Leave" isBusy={false} cancelLabel="Stay" onCancel={stay} />
      </form>
    </Dialog>
  );
}
