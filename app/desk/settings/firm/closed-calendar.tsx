import { useState } from "react";

import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useNow } from "#app/shared/document/use-clock.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, calendarDate, type CalendarDate, dayOfWeek } from "#domain/calendar-date.ts";
import { type Closure, weekdays } from "#domain/firm.ts";
import { dayNames } from "#domain/firm/day-names.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

const monthsShown = 3;

const kinds = {
  open: { name: "Open", look: "bg-ok-soft" },
  closed: { name: "Closed days", look: "bg-warn-soft text-warn font-semibold underline" },
  holiday: { name: "Public holiday", look: "bg-info-soft text-info font-semibold italic" },
  never: { name: "Never open", look: "text-ink-muted" },
} as const;

/** Open days, holidays and closed days of the next months, as they will be once this is saved. */
export function ClosedCalendar({ closures }: { readonly closures: readonly Closure[] }) {
  const [ahead, setAhead] = useState(0);
  const [year = 0, month = 1] = nzDate(useNow()).split("-").map(Number);
  const calendar = new BusinessCalendar(closures);
  return (
    <section aria-label="Calendar" className="grid gap-4">
      <ul className="flex flex-wrap gap-2 text-sm">
        {Object.values(kinds).map(({ name, look }) => (
          <li key={name} className={`rounded-sm px-2 ${look}`}>
            {name}
          </li>
        ))}
      </ul>
      <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2].map((index) => (
          <Month key={index} year={year} month={month + ahead + index} calendar={calendar} />
        ))}
      </div>
      <div className="flex gap-2">
        <ToolButton
          className="px-4 text-sm"
          disabled={ahead === 0}
          onClick={() => setAhead(ahead - monthsShown)}
        >
          Earlier
        </ToolButton>
        <ToolButton className="px-4 text-sm" onClick={() => setAhead(ahead + monthsShown)}>
          Later
        </ToolButton>
      </div>
    </section>
  );
}

interface MonthProps {
  readonly year: number;
  /** From 1; beyond 12 it is of the next year. */
  readonly month: number;
  readonly calendar: BusinessCalendar;
}

function Month({ year, month, calendar }: MonthProps) {
  const [first, next] = [calendarDate(year, month, 1), calendarDate(year, month + 1, 1)];
  const monday = addDays(first, -dayOfWeek(first));
  const weeks = [0, 7, 14, 21, 28, 35].map((days) => addDays(monday, days)).filter((day) => day < next);
  return (
    <table className="w-full table-fixed self-start text-center text-sm">
      <caption className="font-sign mb-1 text-left text-lg">
        {formatDay(first).split(" ").at(-1)} {first.slice(0, 4)}
      </caption>
      <thead className="text-ink-muted">
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col" abbr={dayNames[day]} className="font-normal">
              {dayNames[day].slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week}>
            {weekdays.map((name, index) => {
              const date = addDays(week, index);
              return first <= date && date < next ? (
                <Day key={name} date={date} calendar={calendar} />
              ) : (
                <td key={name} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ date, calendar }: { readonly date: CalendarDate; readonly calendar: BusinessCalendar }) {
  const closed = calendar.closedDay(date);
  const isOpen = calendar.openSpan(date) !== null;
  const kind = closed === null ? (isOpen ? "open" : "never") : closed.isHoliday ? "holiday" : "closed";
  return (
    <td title={closed?.because} className={`border-surface-raised border-2 py-1 ${kinds[kind].look}`}>
      {Number(date.slice(8))}
      <span className="sr-only"> {closed?.because ?? kinds[kind].name}</span>
    </td>
  );
}
