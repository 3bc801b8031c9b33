import { ShieldCheck } from "lucide-react";

import { checkAudit } from "#app/api/audit.ts";
import { CallProblem } from "#app/api/panel-call.ts";
import type { AuditCheck } from "#domain/audit.ts";

import { toolClasses } from "../tool.ts";
import { Outcome } from "./outcome.tsx";
import { useAction } from "./use-action.ts";

/** Checks on demand that the list is as it was written. */
export function AuditState() {
  const action = useAction();
  const check = () =>
    void action.run(async () => {
      const result = await checkAudit();
      if (result.broken_at === null) return intactWords(result);
      throw new CallProblem(
        `The list was changed: entry ${result.broken_at} does not follow from those before it. Compare with the log.`,
      );
    });
  return (
    <div className="mb-6">
      <Outcome action={action} id="audit-check" />
      <button
        type="button"
        className={`${toolClasses} px-4 text-sm`}
        aria-disabled={action.isBusy}
        onClick={check}
      >
        <ShieldCheck aria-hidden className="size-4 shrink-0" /> Check that nothing was changed
      </button>
    </div>
  );
}

function intactWords({ entries, unchecked }: AuditCheck): string {
  const former = unchecked === 0 ? "" : ` ${unchecked} of them were sealed with a former secret.`;
  return `All ${entries} entries are as they were written.${former}`;
}
