import { CircleAlert } from "lucide-react";
import type { MouseEvent } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { firm } from "#domain/firm.ts";
import { failureText, type Problem, type SendingFailure } from "#domain/sending-failure.ts";
import type { FieldProblem } from "#domain/submission-values.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { focusControl } from "./form-values.ts";

interface ProblemNoticeProps {
  readonly submission: Submission;
  readonly problem: Problem;
}

/**
 * The sentence of the error catalogue (specification section 8), or every field that needs another look as a link to it
 * (the error summary of the GOV.UK design system); then what happened and what the visitor can do.
 */
export function ProblemNotice({ submission, problem }: ProblemNoticeProps) {
  const { message, fields = [], failure, isQuestion, requestId, details } = problem;
  const box = useFocusOnChange<HTMLDivElement>(problem);
  const look = isQuestion ? "border-warn bg-warn-soft text-warn" : "border-danger bg-danger-soft text-danger";
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- Without scripts: the form may be far down the page.
      autoFocus
      className={`${look} flex scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-3`}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 grow gap-1 font-semibold">
        {fields.length === 0 && <p>{message}</p>}
        {fields.length > 1 && <p>Please check these {fields.length} fields:</p>}
        {fields.length > 0 && (
          <ul>
            {fields.map((field) => (
              <li key={field.field}>
                <FieldLink submission={submission} problem={field} />
              </li>
            ))}
          </ul>
        )}
        {isQuestion && <p>If it is right, press {submission.button.label} once more.</p>}
        {requestId !== undefined && <p className="text-sm font-normal">Error code {requestId}</p>}
        {failure !== undefined && <Advice failure={failure} details={details} />}
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
    const control = document.getElementById(id);
    if (control === null) return;
    event.preventDefault();
    focusControl(control.querySelector("input") ?? control); // The first of several radio buttons.
  };
  return (
    <a href={`#${id}`} onClick={follow} className="text-link inline-flex min-h-11 items-center">
      {message}
    </a>
  );
}

interface AdviceProps {
  readonly failure: SendingFailure;
  readonly details: string | undefined;
}

function Advice({ failure, details }: AdviceProps) {
  return (
    <div className="text-ink mt-2 grid justify-items-start gap-3 font-normal">
      <p className="max-w-prose">
        {failureText(failure)} <PhoneLink />, {firm.hours_text}.
      </p>
      {details !== undefined && <p className="max-w-prose">{details}</p>}
      {/* In the form, so it sends the form: unchanged fields keep their idempotency key. */}
      {failure !== "refused" && (
        <Button type="submit" look="outline">
          Try again
        </Button>
      )}
    </div>
  );
}
