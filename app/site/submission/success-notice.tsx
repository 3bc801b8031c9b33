import { CircleCheck } from "lucide-react";

import { useArrival } from "#app/shared/ui/use-arrival.ts";
import type { Submission } from "#domain/submission.ts";

import { ReferencePlate } from "./reference-plate.tsx";
import { SentDue } from "./sent-due.tsx";
import type { Sent } from "./submit.ts";

interface SuccessNoticeProps {
  readonly submission: Submission;
  readonly sent: Sent;
}

/** It has arrived: under which reference, and what happens next. */
export function SuccessNotice({ submission, sent }: SuccessNoticeProps) {
  const { reference, receivedAt } = sent;
  const box = useArrival<HTMLDivElement>(reference);
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="border-ok bg-ok-soft text-ok grid scroll-mt-24 gap-4 rounded-sm border-2 px-4 py-4 sm:px-6 sm:py-5"
    >
      <p className="font-sign flex items-center gap-3 text-2xl leading-tight font-bold sm:text-3xl">
        <CircleCheck aria-hidden className="size-7 shrink-0" />
        {submission.successTitle}
      </p>
      <ReferencePlate reference={reference} />
      <p className="text-ink">
        {submission.promise}{" "}
        <strong className="font-semibold">
          <SentDue submission={submission} receivedAt={receivedAt} />
        </strong>
        {submission.followUp !== undefined && ` ${submission.followUp}`}
      </p>
    </div>
  );
}
