import { AlarmClock } from "lucide-react";

import { formatDay, nzDate } from "#domain/nz-time.ts";

interface SnoozeMarkProps {
  readonly until: string;
  readonly now: Date;
}

/** Until when a record is put off. */
export function SnoozeMark({ until, now }: SnoozeMarkProps) {
  return (
    <span className="text-ink-muted inline-flex items-center gap-1 text-sm">
      <AlarmClock aria-hidden className="size-4 shrink-0" />
      Snoozed until {formatDay(nzDate(new Date(until)), now)}
    </span>
  );
}
