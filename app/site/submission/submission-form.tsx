import type { ReactNode } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { FieldMessage } from "#app/shared/ui/field-message.tsx";
import { business } from "#domain/business.ts";
import { controlId, type Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { FieldGroups } from "./field-groups.tsx";
import { ReplyPromise, SuccessNotice } from "./notices.tsx";
import { BroughtBackNotice, OutboxNotice } from "./outbox-notice.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { RememberBox, RememberedDetails, RememberForm } from "./remembered-details.tsx";
import { ProofNotice } from "./sending-progress.tsx";
import { FixAddress } from "./sent-actions.tsx";
import { SuggestionLists } from "./suggestion-lists.tsx";
import type { SubmissionState } from "./use-submission.ts";

interface SubmissionFormProps {
  readonly submission: Submission;
  readonly state: SubmissionState;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The fields of one form and what all forms have. The browser posts it until scripts run. */
export function SubmissionForm({ submission, state, children }: SubmissionFormProps) {
  const { form, problem, sent, isSending, broughtBack, proof, onInput, onSubmit } = state;
  const consentProblem = state.fieldProblems.find(({ field }) => field === "consent")?.message;
  return (
    <>
      <RememberForm submission={submission} />
      <form
        ref={form}
        method="post"
        action={`${endpoints.forms}/${submission.name}`}
        className="grid gap-8"
        onInput={onInput}
        onSubmit={onSubmit}
      >
        {problem !== null && <ProblemNotice submission={submission} problem={problem} />}
        <OutboxNotice submission={submission} state={state} />
        {broughtBack !== null && <BroughtBackNotice entry={broughtBack} />}
        {sent !== null && (
          <SuccessNotice submission={submission} sent={sent}>
            <FixAddress submission={submission} reference={sent.reference} form={form} />
          </SuccessNotice>
        )}
        <RememberedDetails submission={submission} form={form} />
        {/* What is typed while the form is sent would go with it once it has been sent. */}
        <div inert={isSending} className="grid gap-8">
          <FieldGroups submission={submission} problems={state.fieldProblems} shelf={state.shelf} />
        </div>
        <SuggestionLists submission={submission} />
        <CollectionNotice submission={submission} />
        <div className="grid gap-4">
          {submission.asksConsent && (
            <ConsentBox submission={submission} problem={consentProblem} isSending={isSending} />
          )}
          <RememberBox submission={submission} />
        </div>
        <div className="grid gap-4">
          <ReplyPromise submission={submission} isSending={isSending && proof === null} />
          {isSending && <ProofNotice progress={proof} />}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look="action" disabled={isSending} className="grow sm:grow-0">
              {isSending ? submission.button.busy : submission.button.label}
            </Button>
            {children}
          </div>
        </div>
      </form>
    </>
  );
}

interface ConsentBoxProps {
  readonly submission: Submission;
  readonly problem: string | undefined;
  readonly isSending: boolean;
}

function ConsentBox({ submission, problem, isSending }: ConsentBoxProps) {
  const id = controlId(submission, "consent");
  return (
    <div inert={isSending} className="grid gap-1">
      <FieldMessage id={`${id}-problem`} message={problem} />
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          name="consent"
          value="true"
          required
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          className="accent-brand aria-invalid:outline-danger mt-0.5 size-6 shrink-0 aria-invalid:outline-2"
        />
        <label htmlFor={id} className="min-h-7">
          I agree to the{" "}
          <a href="/privacy" className="text-link font-semibold">
            privacy policy
          </a>
        </label>
      </div>
    </div>
  );
}

interface CollectionNoticeProps {
  readonly submission: Submission;
}

/** What the Privacy Act 2020 (IPP 3) requires us to say when we collect personal details. */
function CollectionNotice({ submission }: CollectionNoticeProps) {
  return (
    <p className="border-line text-ink-muted max-w-prose border-l-4 pl-4 text-sm">
      We collect what you type here to {submission.purpose}. Our staff see it, and the firms that carry our
      e-mail and run our server. We keep it for up to {business.enquiriesKeptMonths} months unless an order is
      placed. To see or correct it, write to{" "}
      <a href={`mailto:${business.email}`} className="text-link">
        {business.email}
      </a>
      . More in our{" "}
      <a href="/privacy" className="text-link">
        privacy policy
      </a>
      .
    </p>
  );
}
