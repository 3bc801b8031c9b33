import type { ReactNode } from "react";

import { Button } from "#app/shared/ui/button.tsx";
import { FormField } from "#app/shared/ui/field.tsx";
import { business } from "#domain/business.ts";
import type { Fields } from "#domain/field.ts";
import type { Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { ReplyPromise, SuccessNotice } from "./notices.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { ProofNotice } from "./sending-progress.tsx";
import type { SubmissionState } from "./use-submission.ts";

interface SubmissionFormProps {
  readonly submission: Submission;
  readonly state: SubmissionState;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The fields of one form and what all forms have. The browser posts it until scripts run. */
export function SubmissionForm({ submission, state, children }: SubmissionFormProps) {
  const { form, problem, sent, isSending, proof, onInput, onSubmit } = state;
  const bannerId = `${submission.name}-problem`;
  const problemOf = (name: string) => (problem?.field === name ? bannerId : undefined);
  return (
    <form
      ref={form}
      method="post"
      action={`${endpoints.forms}/${submission.name}`}
      className="grid gap-8"
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {problem !== null && <ProblemNotice id={bannerId} problem={problem} />}
      {sent !== null && <SuccessNotice submission={submission} sent={sent} />}
      {submission.groups.map(({ title, names }) => (
        <FieldGroup
          key={title ?? ""}
          form={submission.name}
          fields={submission.fields}
          title={title}
          names={names}
          problemOf={problemOf}
        />
      ))}
      <CollectionNotice submission={submission} />
      {submission.asksConsent && (
        <ConsentBox id={`${submission.name}-consent`} problemId={problemOf("consent")} />
      )}
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
  );
}

interface FieldGroupProps {
  readonly form: string;
  readonly fields: Fields;
  readonly title?: string | undefined;
  readonly names: readonly string[];
  /** Id of the message about that field, if there is one. */
  readonly problemOf: (name: string) => string | undefined;
}

function FieldGroup({ form, fields, title, names, problemOf }: FieldGroupProps) {
  const controls = names.map((name) => {
    const field = fields[name];
    const id = `${form}-${name}`;
    return field && <FormField key={name} id={id} name={name} field={field} problemId={problemOf(name)} />;
  });
  if (title === undefined) return <div className="grid gap-5">{controls}</div>;
  return (
    <fieldset className="grid gap-5">
      <legend className="border-line font-sign mb-4 w-full border-b pb-1 text-2xl font-bold">{title}</legend>
      {controls}
    </fieldset>
  );
}

interface ConsentBoxProps {
  readonly id: string;
  readonly problemId?: string | undefined;
}

function ConsentBox({ id, problemId }: ConsentBoxProps) {
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        name="consent"
        value="true"
        required
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        className="accent-brand aria-invalid:outline-danger mt-0.5 size-6 shrink-0 aria-invalid:outline-2"
      />
      <label htmlFor={id} className="min-h-7">
        I agree to the{" "}
        <a href="/privacy" className="text-link font-semibold">
          privacy policy
        </a>
      </label>
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
