import type { ReactNode } from "react";

import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import type { Submission } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { CollectionNotice } from "./collection-notice.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { FieldGroup, type FieldGroupOf } from "./field-group.tsx";
import { ProofNotice } from "./proof-notice.tsx";
import { ReplyPromise } from "./reply-promise.tsx";
import { SuccessNotice } from "./success-notice.tsx";
import type { SubmissionState } from "./use-submission.ts";

interface SubmissionFormProps<S extends Submission> {
  readonly submission: S;
  readonly state: SubmissionState;
  readonly groups: readonly FieldGroupOf<S>[];
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** The form of one kind of submission: its noun's fields and what all forms have. It posts natively until React starts. */
export function SubmissionForm<S extends Submission>(props: SubmissionFormProps<S>) {
  const { submission, groups, children } = props;
  const { form, problem, sent, isSending, proof, onInput, onSubmit } = props.state;
  const bannerId = `${submission.name}-problem`;
  const problemOf = (name: string) => (problem?.field === name ? bannerId : undefined);
  return (
    <form
      ref={form}
      method="post"
      action={`${endpoints.forms}/${submission.name}`}
      className="grid gap-8"
      data-sending={isSending || undefined}
      onInput={onInput}
      onSubmit={onSubmit}
    >
      {problem !== null && (
        <ErrorBanner id={bannerId} code={problem.requestId}>
          {problem.message}
        </ErrorBanner>
      )}
      {sent !== null && <SuccessNotice submission={submission} sent={sent} />}
      {groups.map(({ title, names }) => (
        <FieldGroup
          key={title ?? ""}
          fields={submission.fields}
          title={title}
          names={names}
          problemOf={problemOf}
        />
      ))}
      <CollectionNotice submission={submission} />
      {submission.asksConsent && <ConsentBox problemId={problemOf("consent")} />}
      <div className="grid gap-4">
        <ReplyPromise submission={submission} />
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
