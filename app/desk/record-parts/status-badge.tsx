import { isRecordStatus, type RecordStatus, statusLabels } from "#domain/record-status.ts";

const colours: Readonly<Record<RecordStatus, string>> = {
  new: "bg-info-soft text-info",
  in_progress: "bg-warn-soft text-warn",
  completed: "bg-ok-soft text-ok",
  cancelled: "bg-danger-soft text-danger",
};
const otherColour = "bg-surface-sunken text-ink-muted";

interface StatusBadgeProps {
  readonly status: string;
}

/** A record's status in its colour (specification section 4). */
export function StatusBadge({ status }: StatusBadgeProps) {
  const [label, colour] = isRecordStatus(status)
    ? [statusLabels[status], colours[status]]
    : [status, otherColour];
  return (
    <span
      data-status={status}
      className={`inline-block rounded-sm border border-current/40 px-2 text-sm font-semibold whitespace-nowrap ${colour}`}
    >
      {label}
    </span>
  );
}
