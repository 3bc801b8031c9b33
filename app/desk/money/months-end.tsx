import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { gstPeriods } from "#domain/deals/gst-periods.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { AccountsFormat, Days, Gst } from "#domain/deals/money-wire.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";
import type { YardMachine } from "#domain/deals/sale-wire.ts";
import type { FirmFacts } from "#domain/firm.ts";
import { nzDate } from "#domain/nz-time.ts";

import { GstFigures } from "./gst-figures.tsx";
import { Margins } from "./margins.tsx";
import { MoneyBox } from "./money-box.tsx";

interface Period {
  readonly days: Days;
  readonly gst: Gst;
  readonly machines: readonly YardMachine[];
}

const files: readonly (readonly [label: string, as: AccountsFormat])[] = [
  ["Invoices for Xero (CSV)", "xero"],
  ["Machines bought, for Xero (CSV)", "xero-bills"],
  ["All of it (CSV)", "csv"],
];

/** What owners need for a GST return: the figures of a period, what was bought, margins, and the accountant's files. */
export function MonthsEnd({ now, facts }: { readonly now: Date; readonly facts: FirmFacts }) {
  const { current, previous } = gstPeriods(facts, nzDate(now));
  const [days, setDays] = useState(previous);
  const [shown, setShown] = useState<Period | null>(null);
  const action = useAction();
  const show = async (period: Days) => {
    setDays(period);
    const [gst, { machines }] = await Promise.all([
      deskCall(moneyCalls.gst, period),
      deskCall(saleCalls.yard, { ended: "1" }),
    ]);
    setShown({ days: period, gst, machines });
  };
  const press = (label: string, period: Days) => (
    <ToolButton
      className="px-3 text-sm"
      aria-disabled={action.isBusy}
      onClick={() => void action.run(() => show(period))}
    >
      {label}
    </ToolButton>
  );
  return (
    <>
      <MoneyBox
        title="Month’s end"
        text="The GST of a period, what you bought in it, and files for the accountant."
      >
        <div className="mb-3 flex flex-wrap gap-2 print:hidden">
          {press("This period", current)}
          {press("Last period", previous)}
          {shown !== null && (
            <ToolButton className="px-3 text-sm" onClick={() => window.print()}>
              Print month’s end
            </ToolButton>
          )}
        </div>
        <form
          method="post"
          className="mb-3 flex flex-wrap gap-2 print:hidden"
          onSubmit={action.onSubmit(() => show(days))}
        >
          <DayField label="First day" end="from" days={days} onChange={setDays} />
          <DayField label="Last day" end="to" days={days} onChange={setDays} />
          <div className="flex w-full flex-wrap gap-2">
            <ToolButton type="submit" className="px-3 text-sm" aria-disabled={action.isBusy}>
              Show GST
            </ToolButton>
            {files.map(([label, as]) => (
              <a
                key={as}
                download
                href={`${moneyCalls.accounts.path}?${new URLSearchParams({ ...days, as })}`}
                className={`${toolClasses} px-3 text-sm`}
              >
                {label}
              </a>
            ))}
          </div>
        </form>
        <Outcome action={action} />
        {shown !== null && <GstFigures {...shown} basis={facts.gst_basis} now={now} />}
      </MoneyBox>
      {shown !== null && <Margins days={shown.days} machines={shown.machines} />}
    </>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly end: keyof Days;
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

function DayField({ label, end, days, onChange }: DayFieldProps) {
  return (
    <label className="grid grow gap-1 text-sm">
      {label}
      <input
        type="date"
        required
        min={end === "to" ? days.from : undefined}
        value={days[end]}
        className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
        onChange={({ target }) => onChange({ ...days, [end]: target.value })}
      />
    </label>
  );
}
