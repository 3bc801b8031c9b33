import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { DeskState } from "#app/desk/state/desk-state.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { messages } from "#domain/messages.ts";

import { RecordDetail } from "./record-detail.tsx";

interface RecordPaneProps {
  readonly reference: string;
  readonly state: DeskState;
  readonly viewer: Viewer;
  readonly desk: Desk;
  readonly closeTo: string;
}

/** Where the open record stands: also before it is loaded, and where there is none. */
export function RecordPane({ reference, state, viewer, desk, closeTo }: RecordPaneProps) {
  const { opened } = state;
  const openProblem = state.openProblem?.reference === reference ? state.openProblem.words : null;
  if (opened?.record.ref_number === reference && openProblem !== messages.recordMissing) {
    return <RecordDetail {...{ opened, viewer, desk, closeTo }} />;
  }
  return (
    <div className="border-line bg-surface-raised -mx-4 min-h-40 min-w-0 self-start p-4 lg:mx-0 lg:rounded-sm lg:border lg:p-6">
      {openProblem !== null && (
        <>
          <p role="alert" className="text-danger font-semibold wrap-anywhere">
            {openProblem}: {reference}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Link to={closeTo} preventScrollReset className={`${toolClasses} px-4`}>
              <ArrowLeft aria-hidden className="size-4" /> Back to the list
            </Link>
            {openProblem !== messages.recordMissing && (
              <button type="button" className={`${toolClasses} px-4`} onClick={() => void desk.reload()}>
                Try again
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
