import { useState } from "react";

import { ToolButton } from "#app/desk/ui/tool.tsx";
import { useNow } from "#app/shared/document/use-clock.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, calendarDate, type CalendarDate, dayOfWeek } from "#domain/calendar-date.ts";
import { type Closure, weekdays } from "#domain/firm.ts";
import { dayNames } from "#domain/firm/page-facts.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

const monthsShown = 3;

const looks = {
  open: "bg-ok-soft",
  closed: "bg-warn-soft text-warn font-semibold underline",
  holiday: "bg-info-soft text-info font-semibold italic",
  never: "text-ink-muted",
} as const;
const legend = {
  open: "Open",
  closed: "Closed days",
  holiday: "Public holiday",
  never: "Never open",
} as const;

/** Open days, holidays and closed days of the next months, as they will be once this is saved. */
export function ClosedCalendar({ closures }: { readonly closures: readonly Closure[] }) {
  const [ahead, setAhead] = useState(0);
  const [year = 0, month = 1] = nzDate(useNow()).split("-").map(Number);
  const calendar = new BusinessCalendar(closures);
  const firsts = Array.from({ length: monthsShown }, (_, index) =>
    calendarDate(year, month + ahead + index, 1),
  );
  const turn = (months: number) => setAhead(Math.max(0, ahead + months));
  return (
    <section aria-label="Calendar" className="grid gap-4">
      <ul className="flex flex-wrap gap-2 text-sm">
        {Object.entries(legend).map(([kind, text]) => (
          <li key={kind} className={`rounded-sm px-2 ${looks[kind as keyof typeof looks]}`}>
            {text}
          </li>
        ))}
      </ul>
      <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {firsts.map((first) => (
          <Month key={first} first={first} calendar={calendar} />
        ))}
      </div>
      <div className="flex gap-2">
        <ToolButton className="px-4 text-sm" disabled={ahead === 0} onClick={() => turn(-monthsShown)}>
          Earlier
        </ToolButton>
        <ToolButton className="px-4 text-sm" onClick={() => turn(monthsShown)}>
          Later
        </ToolButton>
      </div>
    </section>
  );
}

interface MonthProps {
  readonly first: CalendarDate;
  readonly calendar: BusinessCalendar;
}

function Month({ first, calendar }: MonthProps) {
  const [year = 0, month = 1] = first.split("-").map(Number);
  const days = Array.from({ length: 31 }, (_, index) => addDays(first, index)).filter(
    (day) => day < calendarDate(year, month + 1, 1),
  );
  const cells = [...Array.from({ length: dayOfWeek(first) }, () => null), ...days];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
  const holidays = days.map((day) => calendar.closedDay(day)).filter((day) => day?.isHoliday === true);
  return (
    <div>
      <table className="w-full table-fixed text-center text-sm">
        <caption className="font-sign mb-1 text-left text-lg">{monthOf(first)}</caption>
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
          {weeks.map((week, row) => (
            <tr key={row}>
              {week.map((day, column) =>
                day === null ? <td key={column} /> : <Day key={day} date={day} calendar={calendar} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="mt-1 text-sm">
        {holidays.map(
          (day) => day && <li key={day.date}>{`${Number(day.date.slice(8))}: ${day.because}`}</li>,
        )}
      </ul>
    </div>
  );
}

function Day({ date, calendar }: { readonly date: CalendarDate; readonly calendar: BusinessCalendar }) {
  const closed = calendar.closedDay(date);
  const kind =
    closed !== null
      ? closed.isHoliday
        ? "holiday"
        : "closed"
      : calendar.openSpan(date) === null
        ? "never"
        : "open";
  return (
    <td title={closed?.because} className={`border-surface-raised border-2 py-1 ${looks[kind]}`}>
      {Number(date.slice(8))}
      <span className="sr-only"> {closed?.because ?? legend[kind]}</span>
    </td>
  );
}

/** For example "December 2026". */
function monthOf(first: CalendarDate): string {
  return `${formatDay(first).split(" ").at(-1)} ${first.slice(0, 4)}`;
}
