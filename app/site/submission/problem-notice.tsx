import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { business } from "#domain/business.ts";
import { failureText, isWorthRetrying, type SendingFailure } from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import { ProblemLinks } from "./problem-links.tsx";
import type { Problem } from "./submit.ts";

interface ProblemNoticeProps {
  readonly submission: Submission;
  readonly problem: Problem;
}

/** The sentence of the error catalogue (specification section 8), what happened and what the visitor can do. */
export function ProblemNotice({ submission, problem }: ProblemNoticeProps) {
  const { message, requestId, failure, fields } = problem;
  const details = failure === undefined ? undefined : <Advice failure={failure} />;
  if (fields !== undefined) {
    return <ProblemLinks submission={submission} problem={problem} fields={fields} details={details} />;
  }
  return (
    <ErrorBanner code={requestId} details={details}>
      {message}
    </ErrorBanner>
  );
}

function Advice({ failure }: { readonly failure: SendingFailure }) {
  return (
    <div className="text-ink mt-2 grid justify-items-start gap-3">
      <p className="max-w-prose">
        {failureText(failure)} <PhoneLink />, {business.hours}.
      </p>
      {/* In the form, so it sends the form: unchanged fields keep their idempotency key. */}
      {isWorthRetrying(failure) && (
        <Button type="submit" look="outline">
          Try again
        </Button>
      )}
    </div>
  );
}

function PhoneLink() {
  return (
    <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
      {business.phone}
    </a>
  );
}
