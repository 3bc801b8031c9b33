import { useState } from "react";
import { Link } from "react-router";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { useUser } from "#app/desk/session/user.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { CountTable } from "#app/desk/statistics/tables.tsx";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { AccountsFormat, Days, Gst, GstRow } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { lastGstPeriod } from "./gst-period.ts";
import { MoneyBox } from "./money-box.tsx";

const title = "For the accountant";

/** The documents and the GST of a period, for owners. */
export function Accountant({ now }: { readonly now: Date }) {
  const [days, setDays] = useState(() => lastGstPeriod(nzDate(now)));
  const [shown, setShown] = useState<{ readonly days: Days; readonly gst: Gst } | null>(null);
  const action = useAction();
  if (useUser().desk_role !== "owner")
    return <MoneyBox title={title} text="Only owners see the invoices and the GST of a period." />;
  const day = (label: string, end: keyof Days) => (
    <label className="grid grow gap-1 text-sm">
      {label}
      <input
        type="date"
        required
        min={end === "to" ? days.from : undefined}
        value={days[end]}
        className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
        onChange={({ target }) => setDays({ ...days, [end]: target.value })}
      />
    </label>
  );
  const file = (label: string, as: AccountsFormat) => (
    <a
      download
      href={`${moneyCalls.accounts.path}?${new URLSearchParams({ ...days, as })}`}
      className={`${toolClasses} px-3 text-sm`}
    >
      {label}
    </a>
  );
  return (
    <MoneyBox
      title={title}
      text="Invoices and credit notes as a file, and the GST of these days: at first the last GST period, if yours end in odd months."
    >
      <form
        method="post"
        className="mb-3 flex flex-wrap gap-2"
        onSubmit={action.onSubmit(async () => setShown({ days, gst: await deskCall(moneyCalls.gst, days) }))}
      >
        {day("First day", "from")}
        {day("Last day", "to")}
        <div className="flex w-full flex-wrap gap-2">
          <ToolButton type="submit" className="px-3 text-sm" aria-disabled={action.isBusy}>
            Show GST
          </ToolButton>
          {file("Invoices for Xero (CSV)", "xero")}
          {file("Invoices (CSV)", "csv")}
        </div>
      </form>
      <Outcome action={action} />
      {shown !== null && <GstSums {...shown} now={now} />}
    </MoneyBox>
  );
}

interface GstSumsProps {
  readonly days: Days;
  readonly gst: Gst;
  readonly now: Date;
}

function GstSums({ days: { from, to }, gst: { payments, invoices }, now }: GstSumsProps) {
  const row = (name: string, sum: "sales_cents" | "credits_cents" | "gst_cents") => ({
    name,
    counts: [payments, invoices].map((sums) => formatCents(sums[sum])),
  });
  return (
    <>
      <CountTable
        title={`GST, ${formatDay(from, now)} to ${formatDay(to, now)}`}
        intro="Sales and refunds include GST. What you bought, and the GST credit for second-hand machines, is not in these sums."
        columns={["Sum", "Payments basis", "Invoice basis"]}
        rows={[
          row("Sales", "sales_cents"),
          row("Refunded", "credits_cents"),
          row("GST on sales", "gst_cents"),
        ]}
      />
      <RowsBehind title="Payments" rows={payments.rows} />
      <RowsBehind title="Invoices and credit notes" rows={invoices.rows} />
    </>
  );
}

function RowsBehind({ title: what, rows }: { readonly title: string; readonly rows: readonly GstRow[] }) {
  return (
    <details>
      <summary className="text-link min-h-11 w-fit content-center">
        {what} behind it: {rows.length}
      </summary>
      <CountTable
        title={what}
        intro="Refunds are negative."
        columns={["No.", "Document", "Record", "Day", "Amount", "GST"]}
        rows={rows.map(({ document: number, method, ref, day, cents, gst_cents: gst }, at) => ({
          name: String(at + 1),
          counts: [
            number,
            <Link key={ref} className="text-link" to={recordLink(ref)}>
              {ref}
            </Link>,
            `${day} ${method ?? ""}`,
            formatCents(cents),
            formatCents(gst),
          ],
        }))}
      />
    </details>
  );
}
