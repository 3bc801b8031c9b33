import { nextSteps } from "#domain/deals/stage.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

interface StepChipProps {
  readonly record: SubmissionRecord;
  readonly now: Date;
}

/** What comes next about a quote or order. Until a quote is sent the status says enough, and so it does at the end. */
export function StepChip({ record, now }: StepChipProps) {
  const label = stepLabel(record, now);
  if (label === null) return null;
  return (
    <span data-step className="bg-info-soft text-info truncate rounded-sm px-1.5 text-xs font-semibold">
      {label}
    </span>
  );
}

function stepLabel(
  { next_step: step, step_until: until }: StepChipProps["record"],
  now: Date,
): string | null {
  const isOver = typeof until === "string" && new Date(until) <= now;
  if (step === "waiting" && isOver) return nextSteps.expired;
  if (step === "quote" || step === "done") return null;
  return Object.entries(nextSteps).find(([name]) => name === step)?.[1] ?? null;
}
