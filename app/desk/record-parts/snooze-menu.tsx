import { AlarmClock } from "lucide-react";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { snoozeChoices, snoozeEnd } from "#domain/snooze.ts";

/** The browser focuses it when the menu opens. React's own `autoFocus` would do so only once. */
const focusedByMenu = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

interface SnoozeMenuProps {
  readonly calendar: BusinessCalendar;
  /** Of the button. */
  readonly className: string;
  /** The key `s` opens it. */
  readonly hasKey: boolean;
  readonly onOpen?: () => void;
  /** What would be broken if it came back at that moment; null if nothing. */
  readonly promiseBroken: (end: Date) => string | null;
  readonly onSnooze: (until: string) => Promise<void>;
}

/** Dates until which records leave the list. Past the promise of a reply, it asks first. */
export function SnoozeMenu(props: SnoozeMenuProps) {
  const { calendar, className, hasKey, onOpen, promiseBroken, onSnooze } = props;
  const { now } = useDeskPage();
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  /** The question stays as it was asked, even if someone answers behind it. */
  const [late, setLate] = useState<{ readonly date: string; readonly broken: string } | null>(null);
  const snooze = (date: string) => onSnooze(snoozeEnd(date, calendar).toISOString());
  const choose = (date: string) => {
    menu.current?.hidePopover();
    const broken = promiseBroken(snoozeEnd(date, calendar));
    if (broken === null) void snooze(date);
    else setLate({ date, broken });
  };
  const snoozeLate = (date: string) => {
    flushSync(() => setLate(null)); // Nothing else can take the focus while the question is open.
    return snooze(date);
  };
  const tomorrow = addDays(nzDate(now), 1);
  return (
    <>
      <ToolButton
        popoverTarget={id}
        {...(hasKey && { "data-part": "snooze", shortcut: "snooze" })}
        className={className}
      >
        <AlarmClock aria-hidden className="size-4 shrink-0" /> Snooze
      </ToolButton>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === "open") onOpen?.();
        }}
        className="border-line-strong bg-surface-raised text-ink w-72 rounded-sm border p-2 supports-[position-area:bottom]:m-1 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-block]"
      >
        <p className="text-ink-muted px-2 pb-1 text-sm">Back on the desk</p>
        {snoozeChoices(now, calendar).map(({ label, date }, index) => (
          <button
            key={date}
            ref={index === 0 ? focusedByMenu : null}
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
      {late !== null && (
        <ConfirmDialog
          title="Snooze past the promised reply?"
          label={`Snooze until ${formatDay(late.date)}`}
          onConfirm={() => snoozeLate(late.date)}
          onClose={() => setLate(null)}
        >
          <p>{late.broken}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
