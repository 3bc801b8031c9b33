import type { ReactNode } from "react";

import { ToolButton } from "#app/desk/ui/tool.tsx";

interface ConflictProps {
  /** What someone else has saved. */
  readonly children: ReactNode;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}

/** Someone else has saved first: shows theirs, and the user chooses. */
export function Conflict({ children, onTake, onKeep }: ConflictProps) {
  return (
    <div
      role="group"
      aria-label="What someone else has saved"
      className="border-warn bg-warn-soft mb-6 grid gap-3 rounded-sm border-l-4 p-3"
    >
      <p className="text-warn font-semibold">Someone else has saved this:</p>
      {children}
      <div className="flex flex-wrap gap-3">
        <ToolButton className="px-3" onClick={onTake}>
          Take theirs
        </ToolButton>
        <ToolButton className="px-3" onClick={onKeep}>
          Keep mine
        </ToolButton>
      </div>
    </div>
  );
}
