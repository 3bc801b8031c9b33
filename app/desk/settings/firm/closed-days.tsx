import { TextInput } from "#app/desk/deal/inputs.tsx";
import { Rows } from "#app/desk/settings/section.tsx";
import { FieldProblem } from "#app/desk/ui/too-long.tsx";
import { closuresMost } from "#domain/firm-choices.ts";

import { ClosedCalendar } from "./closed-calendar.tsx";
import { Fact, type FirmFieldsProps } from "./fact.tsx";

const empty = { from: "", to: "", words: "" };

export function ClosedDayFields(form: FirmFieldsProps) {
  const { closures } = form.value;
  return (
    <>
      <p className="text-ink-muted max-w-[65ch] text-sm">
        Replies and payments are not due on these days, and the home page says so two weeks before. Public
        holidays are built in: leave them out.
      </p>
      <Fact form={form} name="closures">
        {({ problem }) => (
          <>
            <Rows
              label="Closed days"
              rows={closures}
              empty={empty}
              most={closuresMost}
              onChange={(rows) => form.edit({ closures: rows })}
            >
              {({ from, to, words }, change) => (
                <div className="grid gap-3 sm:grid-cols-[10rem_10rem_minmax(0,1fr)]">
                  <TextInput
                    label="First day"
                    type="date"
                    required
                    value={from}
                    onChange={(day) => change({ from: day, to: to < day ? day : to })}
                  />
                  <TextInput
                    label="Last day"
                    type="date"
                    required
                    min={from}
                    value={to}
                    onChange={(day) => change({ to: day })}
                  />
                  <TextInput
                    label="Why, as customers read it"
                    required
                    maxLength={80}
                    value={words}
                    onChange={(typed) => change({ words: typed })}
                  />
                </div>
              )}
            </Rows>
            <FieldProblem>{problem}</FieldProblem>
          </>
        )}
      </Fact>
      <ClosedCalendar closures={closures} />
    </>
  );
}
