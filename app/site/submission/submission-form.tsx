import type { ReactNode } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { FieldMessage } from "#app/shared/ui/field.tsx";
import { business } from "#domain/business.ts";
import { endpoints } from "#domain/endpoints.ts";
import { firm } from "#domain/firm.ts";
import type { RefusedForm } from "#domain/sending-failure.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { FieldGroups } from "./field-groups.tsx";
import { ProofNotice, ReplyPromise, SuccessNotice } from "./notices.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { type SubmissionState, useSubmission } from "./use-submission.ts";
import { WaitingNotice } from "./waiting-notice.tsx";

interface PlainFormProps {
  readonly submission: Submission;
  /** Set if the server renders the form that it has refused. */
  readonly refused?: RefusedForm;
}

/** A form without anything of its own (specification sections 2 and 5). */
export function PlainForm({ submission, refused }: PlainFormProps) {
  const state = useSubmission(submission, refused === undefined ? {} : { refused });
  return <SubmissionForm submission={submission} state={state} typed={refused?.typed} />;
}

interface SubmissionFormProps {
  readonly submission: Submission;
  readonly state: SubmissionState;
  /** Initial values. */
  readonly typed?: RefusedForm["typed"] | undefined;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The fields of one form and what all forms have. The browser posts it until scripts run. */
export function SubmissionForm({ submission, state, typed = {}, children }: SubmissionFormProps) {
  const { form, phase, isSending, fieldProblems, onInput, onSubmit } = state;
  const problemOf = (name: string) => fieldProblems.find(({ field }) => field === name)?.message;
  return (
    <form
      ref={form}
      method="post"
      action={`${endpoints.forms}/${submission.name}`}
      className="grid gap-8"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {phase.is === "typing" && phase.problem !== null && (
        <ProblemNotice submission={submission} problem={phase.problem} />
      )}
      <WaitingNotice submission={submission} state={state} />
      {phase.is === "sent" && <SuccessNotice submission={submission} sent={phase.sent} />}
      {/* What is typed while the form is sent would go with it once it has been sent. */}
      <div inert={isSending} className="grid gap-8">
        <FieldGroups submission={submission} typed={typed} problemOf={problemOf} />
      </div>
      <CollectionNotice submission={submission} />
      {submission.asksConsent && (
        <div inert={isSending}>
          <ConsentBox
            id={controlId(submission, "consent")}
            isGiven={typed["consent"] === "true"}
            problem={problemOf("consent")}
          />
        </div>
      )}
      <div className="grid gap-4">
        <ReplyPromise submission={submission} isSending={phase.is === "sending" && phase.proof === null} />
        {phase.is === "sending" && <ProofNotice progress={phase.proof} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="action" disabled={isSending} className="grow sm:grow-0">
            {isSending ? submission.button.busy : submission.button.label}
          </Button>
          {children}
        </div>
      </div>
    </form>
  );
}

interface ConsentBoxProps {
  readonly id: string;
  readonly isGiven: boolean;
  readonly problem: string | undefined;
}

function ConsentBox({ id, isGiven, problem }: ConsentBoxProps) {
  return (
    <div className="grid gap-1">
      <FieldMessage id={`${id}-problem`} message={problem} />
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          name="consent"
          value="true"
          required
          defaultChecked={isGiven}
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

/** The notice that the Privacy Act 2020 (IPP 3) requires when we collect personal details. */
function CollectionNotice({ submission }: { readonly submission: Submission }) {
  return (
    <p className="border-line text-ink-muted max-w-prose border-l-4 pl-4 text-sm">
      We collect what you type here to {submission.purpose}. Our staff see it, and the firms that carry our
      e-mail and run our server. We keep it for up to {business.enquiriesKeptMonths} months unless an order is
      placed. To see or correct it, write to{" "}
      <a href={`mailto:${firm.email}`} className="text-link">
        {firm.email}
      </a>
      . More in our{" "}
      <a href="/privacy" className="text-link">
        privacy policy
      </a>
      .
    </p>
  );
}
