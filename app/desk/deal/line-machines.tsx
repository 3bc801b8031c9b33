import { deskCall } from "#app/desk/api/desk-call.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { useLoaded } from "#app/desk/ui/loaded.tsx";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { holdOn } from "#domain/deals/hold.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";
import { saleCalls } from "#domain/deals/sale-calls.ts";

import type { QuoteRecord } from "./deal-call.ts";

interface LineMachinesProps {
  readonly draft: QuoteDraft;
  readonly record: QuoteRecord;
}

/** What the machines are that the parts come off, and whether the customer has another one. */
export function LineMachines({ draft, record }: LineMachinesProps) {
  const numbers = new Set(draft.lines.map(({ machine_number: number }) => number));
  const { data } = useLoaded("yard", () => deskCall(saleCalls.yard, {}));
  const { now, calendar } = useDeskPage();
  const machines = data?.machines ?? [];
  const hold = holdOn({ lines: draft.lines, machines }, now, calendar ?? new BusinessCalendar());
  const { year, make, model } = record;
  const theirs = [year, make, model].filter(Boolean).join(" ");
  return (
    <ul aria-label="Machines" className="grid gap-1 text-sm">
      {hold !== null && <li className="text-warn font-semibold">{hold.sentence}</li>}
      {machines
        .filter(({ number }) => numbers.has(number))
        .map(({ number, name }) => (
          <li key={number}>
            Machine {number}: {name}.{" "}
            {!plain(name).includes(plain(model)) && (
              <strong className="text-warn">The customer’s is another one: {theirs}.</strong>
            )}
          </li>
        ))}
    </ul>
  );
}

/** "TRX 420-FM" and "trx420fm" are one model. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
