import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { PhoneLink } from "#app/shared/ui/phone-link.tsx";
import { business } from "#domain/business.ts";
import {
  failureText,
  isWorthRetrying,
  nothingLost,
  type SendingFailure,
  whatHappened,
} from "#domain/sending-failure.ts";
import type { Submission } from "#domain/submission.ts";

import { ProblemLinks } from "./problem-links.tsx";
import type { Problem } from "./submit.ts";
import { useOutbox } from "./use-outbox.ts";

interface ProblemNoticeProps {
  readonly submission: Submission;
  readonly problem: Problem;
}

/** The sentence of the error catalogue (specification section 8), what happened and what the visitor can do. */
export function ProblemNotice({ submission, problem }: ProblemNoticeProps) {
  const { message, requestId, failure, fields, savedAs } = problem;
  const { entries } = useOutbox();
  const isWaiting = entries.some(({ key, state }) => key === savedAs && state === "waiting");
  if (savedAs !== undefined && !isWaiting) return null;
  const details =
    failure === undefined ? undefined : <Advice failure={failure} isSaved={savedAs !== undefined} />;
  if (fields !== undefined) {
    return <ProblemLinks submission={submission} problem={problem} fields={fields} details={details} />;
  }
  return (
    <ErrorBanner code={requestId} details={details}>
      {message}
    </ErrorBanner>
  );
}

interface AdviceProps {
  readonly failure: SendingFailure;
  /** The outbox says the rest. */
  readonly isSaved: boolean;
}

function Advice({ failure, isSaved }: AdviceProps) {
  if (isSaved) {
    return (
      <p className="text-ink mt-2">
        {whatHappened(failure)} {nothingLost}.
      </p>
    );
  }
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
