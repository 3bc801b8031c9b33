import { CircleAlert, CircleQuestionMark } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { focusControl } from "./form-values.ts";
import type { Problem } from "./submit.ts";

interface ProblemLinksProps {
  readonly submission: Submission;
  readonly problem: Problem;
  readonly fields: readonly FieldProblem[];
  readonly details: ReactNode;
}

/** Every field that needs another look, as a link to it (the error summary of the GOV.UK design system). */
export function ProblemLinks({ submission, problem, fields, details }: ProblemLinksProps) {
  const box = useFocusOnChange<HTMLDivElement>(fields);
  const isDoubt = problem.isDoubt === true;
  const look = isDoubt ? "border-warn bg-warn-soft text-warn" : "border-danger bg-danger-soft text-danger";
  const Icon = isDoubt ? CircleQuestionMark : CircleAlert;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className={`${look} flex scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-3`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid grow gap-1 font-semibold">
        {fields.length > 1 && <p>Please check these {fields.length} fields:</p>}
        <ul>
          {fields.map((field) => (
            <li key={field.field}>
              <FieldLink submission={submission} problem={field} />
            </li>
          ))}
        </ul>
        {isDoubt && <p>If it is right, press {submission.button.label} once more.</p>}
        {problem.requestId !== undefined && (
          <p className="text-sm font-normal">Error code {problem.requestId}</p>
        )}
        <div className="font-normal empty:hidden">{details}</div>
      </div>
    </div>
  );
}

interface FieldLinkProps {
  readonly submission: Submission;
  readonly problem: FieldProblem;
}

function FieldLink({ submission, problem: { field, message } }: FieldLinkProps) {
  const id = controlId(submission, field);
  const follow = (event: MouseEvent) => {
    const control = controlAt(id);
    if (control === null) return;
    event.preventDefault();
    focusControl(control);
  };
  return (
    <a href={`#${id}`} onClick={follow} className="text-link inline-flex min-h-11 items-center">
      {message}
    </a>
  );
}

/** The control with that id; of several radio buttons the first. */
function controlAt(id: string): HTMLElement | null {
  const control = document.getElementById(id);
  return control?.querySelector("input") ?? control;
}
