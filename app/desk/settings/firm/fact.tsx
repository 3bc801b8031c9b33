import { type ReactNode, useId } from "react";

import type { CallProblem } from "#app/desk/api/desk-call.ts";
import type { FirmFacts } from "#domain/firm.ts";
import { firmFactLabels } from "#domain/firm/fact-labels.ts";
import type { FirmSetting } from "#domain/firm/firm-calls.ts";

import { isAsShipped } from "./firm-setting.ts";

export interface FirmFieldsProps {
  readonly value: FirmFacts;
  readonly edit: (change: Partial<FirmFacts>) => void;
  /** As it was saved last. */
  readonly setting: FirmSetting;
  /** Why the server has refused this value. */
  readonly problem: CallProblem | null;
}

interface FactProps {
  readonly form: FirmFieldsProps;
  readonly name: keyof FirmFacts;
  readonly children: (field: { readonly label: string; readonly problem: string | null }) => ReactNode;
}

/** The field of one fact, which nobody can change here if the server sets it, and what to know of its value. */
export function Fact({ form: { setting, problem }, name, children }: FactProps) {
  const id = useId();
  const isFixed = setting.set_by_server.includes(name);
  const note = isFixed
    ? "Set by the server"
    : isAsShipped(name, setting)
      ? "As shipped, not yet yours"
      : null;
  return (
    <fieldset
      disabled={isFixed}
      aria-describedby={note === null ? undefined : id}
      className="grid min-w-0 content-start gap-1"
    >
      {children({
        label: firmFactLabels[name],
        problem: problem?.field === name ? problem.message : null,
      })}
      {note !== null && (
        <p id={id} className={`text-sm font-semibold ${isFixed ? "text-ink-muted" : "text-warn"}`}>
          {note}
        </p>
      )}
    </fieldset>
  );
}
