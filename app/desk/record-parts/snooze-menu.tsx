import { AlarmClock } from "lucide-react";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { closeMenu, MenuItem, MenuPanel } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { snoozeChoices, snoozeEnd } from "#domain/snooze.ts";

interface SnoozeMenuProps {
  readonly calendar: BusinessCalendar;
  readonly className: string;
  /** The key `s` opens it. */
  readonly hasKey: boolean;
  /** Says which promise a snooze until `end` would break; null if none. */
  readonly promiseBroken: (end: Date) => string | null;
  readonly onSnooze: (until: string) => void;
}

/** Offers dates until which records leave the list. Asks first if a promised reply would be late. */
export function SnoozeMenu(props: SnoozeMenuProps) {
  const { calendar, className, hasKey, promiseBroken, onSnooze } = props;
  const { now } = useDeskPage();
  const id = useId();
  /** The open question stays the same, even if someone replies in the meantime. */
  const [late, setLate] = useState<{ readonly date: string; readonly broken: string } | null>(null);
  const snooze = (date: string) => onSnooze(snoozeEnd(date, calendar).toISOString());
  const choose = (date: string) => {
    const broken = promiseBroken(snoozeEnd(date, calendar));
    if (broken === null) snooze(date);
    else setLate({ date, broken });
  };
  const snoozeLate = (date: string) => {
    flushSync(() => setLate(null)); // An open dialog keeps the focus.
    snooze(date);
  };
  return (
    <>
      <ToolButton
        popoverTarget={id}
        {...(hasKey && { "data-part": "snooze", shortcut: "snooze" })}
        className={className}
      >
        <AlarmClock aria-hidden className="size-4 shrink-0" /> Snooze
      </ToolButton>
      <MenuPanel id={id} label="Snooze" className="w-80 max-w-[calc(100vw-1rem)]">
        <p className="text-ink-muted px-2 pb-1 text-sm">Back on the desk</p>
        {snoozeChoices(now, calendar).map(({ label, date }, index) => (
          <MenuItem key={date} isFirst={index === 0} onChoose={() => choose(date)}>
            {label}
            <span className="text-ink-muted text-sm font-normal">{formatDay(date)}</span>
          </MenuItem>
        ))}
        <DateForm onChoose={choose} />
      </MenuPanel>
      {late !== null && (
        <ConfirmDialog
          title="Snooze past the promised reply?"
          label={`Snooze until ${formatDay(late.date)}`}
          onConfirm={async () => snoozeLate(late.date)}
          onClose={() => setLate(null)}
        >
          <p>{late.broken}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A date acts only when it is set: keys that go through dates change the field at each step. */
function DateForm({ onChoose }: { readonly onChoose: (date: string) => void }) {
  const { now } = useDeskPage();
  const field = useRef<HTMLInputElement>(null);
  const set = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    closeMenu(event.currentTarget);
    if (field.current !== null) onChoose(field.current.value);
  };
  const tomorrow = addDays(nzDate(now), 1);
  return (
    <form className="mt-1 flex items-end gap-2 px-2 pb-1" onSubmit={set}>
      <label className="grid grow gap-1 text-sm">
        <span className="text-ink-muted">Or on</span>
        <input ref={field} type="date" required min={tomorrow} className={controlClasses} />
      </label>
      <ToolButton type="submit" className="px-3">
        Set
      </ToolButton>
    </form>
  );
}
