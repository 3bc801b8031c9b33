import { AlarmClock, AlarmClockOff } from "lucide-react";
import { useId, useRef } from "react";

import { useSeen } from "#app/desk/record-parts/use-seen.ts";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { controlClasses } from "#app/shared/ui/control.tsx";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { isSnoozed, snoozeChoices, snoozeEnd } from "#domain/snooze.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

interface SnoozeMenuProps {
  readonly record: SubmissionRecord;
  readonly now: Date;
  readonly calendar: BusinessCalendar;
  /** `seen` is the record as it stood when somebody began to choose. */
  readonly onChange: (seen: SubmissionRecord, until: string | null) => Promise<void>;
}

/** Puts a record off until a day, or wakes it up. */
export function SnoozeMenu({ record, now, calendar, onChange }: SnoozeMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const { seen, begin } = useSeen(record);
  if (isSnoozed(record, now)) {
    return (
      <button
        type="button"
        className={`${toolClasses} min-h-12 px-3`}
        onClick={() => void onChange(record, null)}
      >
        <AlarmClockOff aria-hidden className="size-4 shrink-0" /> Wake up
      </button>
    );
  }
  const choose = (date: string) => {
    menu.current?.hidePopover();
    void onChange(seen(), snoozeEnd(date, calendar).toISOString());
  };
  const tomorrow = addDays(nzDate(now), 1);
  return (
    <>
      <button type="button" popoverTarget={id} className={`${toolClasses} min-h-12 px-3`}>
        <AlarmClock aria-hidden className="size-4 shrink-0" /> Snooze
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === "open") begin();
        }}
        className="border-line-strong bg-surface-raised text-ink w-72 rounded-sm border p-2 supports-[position-area:bottom]:m-1 supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        <p className="text-ink-muted px-2 pb-1 text-sm">Back on the desk</p>
        {snoozeChoices(now, calendar).map(({ label, date }) => (
          <button
            key={date}
            type="button"
            onClick={() => choose(date)}
            className="hover:bg-surface-sunken flex min-h-11 w-full items-center justify-between gap-3 rounded-sm px-2 text-left"
          >
            <span className="font-semibold">{label}</span>
            <span className="text-ink-muted text-sm">{formatDay(date)}</span>
          </button>
        ))}
        <label className="mt-1 grid gap-1 px-2 pb-1 text-sm">
          <span className="text-ink-muted">Or on</span>
          <input
            type="date"
            min={tomorrow}
            className={controlClasses}
            onChange={(event) => {
              if (event.target.value >= tomorrow) choose(event.target.value);
            }}
          />
        </label>
      </div>
    </>
  );
}
