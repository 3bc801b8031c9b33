import { Link } from "react-router";

import { deskSend } from "#app/desk/api/desk-call.ts";
import { useIsYard } from "#app/desk/session/user.ts";
import { recordLink } from "#app/desk/state/desk-view.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { focusPart } from "#app/desk/ui/commands.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import { freightForStaff } from "#domain/deals/freight.ts";
import { orderActions } from "#domain/deals/order.ts";
import type { OrderToPack } from "#domain/deals/sold.ts";
import { formatDay } from "#domain/nz-time.ts";

interface OrderRowProps {
  readonly order: OrderToPack;
  readonly onDone: () => Promise<void>;
}

/** An order on the pack list: how much of it is pulled, and what comes next. */
export function OrderRow({ order, onDone }: OrderRowProps) {
  const { ref, name, invoice_number: invoice, state, sold, waits, leaves_from: from, freight } = order;
  const action = useAction();
  const delivery = freightForStaff(freight);
  const isPickUp = freight.way === "pick-up";
  const isYard = useIsYard(); // Staff enter its parcels.
  const { label: leaves } = isPickUp ? orderActions.collected : orderActions.parcel;
  const pulled = sold.filter(({ pulled_at: at }) => at !== null).length;
  const pack = () =>
    void action.run(async () => {
      await deskSend(dealCalls.order, { ref, change: "packed", note: null });
      await onDone();
      focusPart("title"); // The button goes.
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi> <span className="text-ink-muted font-normal">Invoice {invoice}</span>
        </p>
        <p className="text-ink-muted text-sm wrap-anywhere">
          {waits === null ? `${pulled} of ${sold.length} pulled` : sold.map(({ text }) => text).join("; ")}
          {delivery !== "" && `, ${delivery}`}
        </p>
        {waits !== null && (
          <p className="text-warn text-sm font-semibold">
            {from !== null && `From ${formatDay(from)}. `}
            {waits}
          </p>
        )}
        <p role="alert" className="text-danger text-sm font-semibold empty:hidden">
          {action.problem?.message}
        </p>
      </div>
      {waits === null && state === "paid" && pulled === sold.length && (
        <ToolButton aria-disabled={action.isBusy} className="px-4" onClick={pack}>
          {orderActions.packed.label}
        </ToolButton>
      )}
      <Link to={recordLink(ref)} className={`${toolClasses} px-4`}>
        {state === "packed" && (isPickUp || !isYard) ? `${ref}: ${leaves}` : ref}
      </Link>
    </li>
  );
}
