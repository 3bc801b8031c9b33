import { TextInput } from "#app/desk/deal/inputs.tsx";
import { FieldProblem } from "#app/desk/ui/too-long.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { type OpenHours, type Weekday, weekdays } from "#domain/firm.ts";
import { dayNames } from "#domain/firm/day-names.ts";

import { Fact, type FirmFieldsProps } from "./fact.tsx";

const usual: OpenHours = { from: "09:00", to: "17:00" };

export function HoursFields(form: FirmFieldsProps) {
  const { edit } = form;
  const { hours } = form.value;
  const set = (days: readonly Weekday[], open: OpenHours | null) =>
    edit({ hours: { ...hours, ...Object.fromEntries(days.map((day) => [day, open])) } });
  const openDays = weekdays.filter((day) => hours[day] !== null);
  const [first = "mon"] = openDays;
  return (
    <Fact form={form} name="hours">
      {({ problem }) => (
        <>
          <div className="divide-line divide-y">
            {weekdays.map((day) => (
              <DayHours
                key={day}
                name={dayNames[day]}
                open={hours[day]}
                onChange={(open) => set([day], open)}
                onOpen={() => set([day], hours[first] ?? usual)}
                onCopy={day === first ? () => set(openDays, hours[day]) : null}
              />
            ))}
          </div>
          <FieldProblem>{problem}</FieldProblem>
        </>
      )}
    </Fact>
  );
}

interface DayHoursProps {
  readonly name: string;
  readonly open: OpenHours | null;
  readonly onOpen: () => void;
  readonly onChange: (open: OpenHours | null) => void;
  /** Of the first open day. */
  readonly onCopy: (() => void) | null;
}

function DayHours({ name, open, onOpen, onChange, onCopy }: DayHoursProps) {
  return (
    <div
      role="group"
      aria-label={name}
      className={`grid items-end gap-x-4 gap-y-1 py-2 sm:grid-cols-[10rem_minmax(0,1fr)] ${open === null ? "grid-cols-[10rem_minmax(0,1fr)]" : ""}`}
    >
      <label className="flex min-h-11 items-center gap-3 font-semibold lg:min-h-9">
        <input
          type="checkbox"
          checked={open !== null}
          onChange={({ target }) => (target.checked ? onOpen() : onChange(null))}
          className="accent-brand size-5 shrink-0"
        />
        {name}
      </label>
      {open === null ? (
        <p className="text-ink-muted flex min-h-11 items-center text-sm lg:min-h-9">Closed</p>
      ) : (
        <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[9rem_9rem_auto]">
          <TextInput
            label="Opens"
            type="time"
            required
            value={open.from}
            onChange={(from) => onChange({ ...open, from })}
          />
          <TextInput
            label="Closes"
            type="time"
            required
            problem={open.to <= open.from ? "After opening" : null}
            value={open.to}
            onChange={(to) => onChange({ ...open, to })}
          />
          {onCopy !== null && (
            <ToolButton
              className="col-span-2 justify-self-start px-3 text-sm sm:col-span-1 sm:mt-6 lg:min-h-9"
              onClick={onCopy}
            >
              Same on all open days
            </ToolButton>
          )}
        </div>
      )}
    </div>
  );
}
