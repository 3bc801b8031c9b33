import { type ReactNode, useState } from "react";
import { Link } from "react-router";

import { accountsFile, type Days, type Gst, gstOf } from "#app/desk/api/money.ts";
import { useUser } from "#app/desk/session/user.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { CountTable } from "#app/desk/statistics/tables.tsx";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { saveFile } from "#app/desk/ui/save-file.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { type AccountsFormat, type GstRow, moneyEndpoints } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { lastGstPeriod } from "./gst-period.ts";
import { MoneyBox } from "./money-box.tsx";

const title = "For the accountant";

/** The documents and the GST of a period, for owners. */
export function Accountant({ now }: { readonly now: Date }) {
  if (useUser().is_owner === true) return <Accounts now={now} />;
  return <MoneyBox title={title} text="Only owners see the invoices and the GST of a period." />;
}

function Accounts({ now }: { readonly now: Date }) {
  const [days, setDays] = useState(() => lastGstPeriod(nzDate(now)));
  const [shown, setShown] = useState<{ readonly days: Days; readonly gst: Gst } | null>(null);
  const action = useAction();
  const show = async () => setShown({ days, gst: await gstOf(days) });
  const save = (as: AccountsFormat) =>
    void action.run(async () => `Saved ${saveFile(await accountsFile(days, as))}`);
  const button = (text: string, as: AccountsFormat) => (
    <ToolButton className="px-3 text-sm" aria-disabled={action.isBusy} onClick={() => save(as)}>
      {text}
    </ToolButton>
  );
  const day = (label: string, end: keyof Days) => (
    <label className="grid grow gap-1 text-sm">
      {label}
      <input
        type="date"
        required
        value={days[end]}
        className={`${controlClasses} text-base lg:min-h-9! lg:py-1!`}
        onChange={({ target }) => setDays({ ...days, [end]: target.value })}
      />
    </label>
  );
  return (
    <MoneyBox
      title={title}
      text="Invoices and credit notes as a file, and the GST of those days. It begins with the last two months of GST returns that end in odd months."
    >
      <form method="post" className="grid gap-3" onSubmit={action.onSubmit(show)}>
        <div className="flex flex-wrap gap-3">
          {day("First day", "from")}
          {day("Last day", "to")}
        </div>
        <div className="flex flex-wrap gap-2">
          <ToolButton type="submit" className="px-3 text-sm" aria-disabled={action.isBusy}>
            Show GST
          </ToolButton>
          {button("Invoices for Xero (CSV)", "xero")}
          {button("Invoices (CSV)", "csv")}
        </div>
      </form>
      <div className="mt-3">
        <Outcome action={action} />
      </div>
      {shown !== null && <GstTables {...shown} now={now} />}
    </MoneyBox>
  );
}

interface GstTablesProps {
  readonly days: Days;
  readonly gst: Gst;
  readonly now: Date;
}

function GstTables({ days: { from, to }, gst: { payments, invoices }, now }: GstTablesProps) {
  const cells = (pick: (sums: Gst["payments"]) => number) => [payments, invoices].map(pick).map(formatCents);
  return (
    <div className="grid gap-2">
      <CountTable
        title={`GST, ${formatDay(from, now)} to ${formatDay(to, now)}`}
        intro="Sales and what went back include GST."
        columns={["", "Payments basis", "Invoice basis"]}
        rows={[
          { name: "Sales", counts: cells((sums) => sums.sales_cents) },
          { name: "Went back", counts: cells((sums) => sums.credits_cents) },
          { name: "GST", counts: cells((sums) => sums.gst_cents) },
        ]}
      />
      <Behind title="Payments behind it" rows={payments.rows} now={now} />
      <Behind title="Invoices and credit notes behind it" rows={invoices.rows} now={now} />
    </div>
  );
}

interface BehindProps {
  readonly title: string;
  readonly rows: readonly GstRow[];
  readonly now: Date;
}

function Behind({ title: what, rows, now }: BehindProps) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {what}: {rows.length}
      </summary>
      <div className="overflow-x-auto">
        <table className="w-full text-right text-sm whitespace-nowrap tabular-nums">
          <thead className="text-ink-muted">
            <tr>
              {["Day", "Document", "Record", "Amount", "GST"].map((column, at) => (
                <th key={column} scope="col" className={`font-normal ${at === 0 ? "text-left" : "pl-3"}`}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <Row key={at} row={row} now={now} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Row({ row, now }: { readonly row: GstRow; readonly now: Date }) {
  const { day, document: number, method, ref, cents, gst_cents: gst } = row;
  const cell = (content: ReactNode) => <td className="py-0.5 pl-3">{content}</td>;
  return (
    <tr className="border-line border-t">
      <td className="text-left">
        {formatDay(day, now)}
        {method !== null && `, ${method}`}
      </td>
      {cell(
        <a className="text-link" href={`${moneyEndpoints.document}?${new URLSearchParams({ number })}`}>
          {number}
        </a>,
      )}
      {cell(
        <Link className="text-link" to={recordLink(ref)}>
          {ref}
        </Link>,
      )}
      {cell(formatCents(cents))}
      {cell(formatCents(gst))}
    </tr>
  );
}
