import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { ToastLine } from "#app/desk/home/desk-status.tsx";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useFilingKeys } from "#app/desk/keyboard/use-filing-keys.ts";
import { ConnectionLine } from "#app/desk/live/live-lines.tsx";
import { useLive } from "#app/desk/live/use-live.ts";
import { BackHeader } from "#app/desk/session/headers.tsx";
import { useUser } from "#app/desk/session/user.ts";
import { showToast, useNotices } from "#app/desk/state/notices.ts";
import { reloadDesk } from "#app/desk/state/use-desk.ts";
import { Loading, useLoaded } from "#app/desk/ui/loaded.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { useNow } from "#app/shared/document/use-clock.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { BankLine } from "#domain/deals/money-wire.ts";
import { firm } from "#domain/firm.ts";
import { firmCalls } from "#domain/firm/firm-calls.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";

import { BankFile } from "./bank-file.tsx";
import { BankLineCard, BankLineRow } from "./bank-lines.tsx";
import { WhoOwes } from "./debtors.tsx";
import { MoneyBox } from "./money-box.tsx";
import { MonthsEnd } from "./months-end.tsx";
import { OwedLists } from "./owed-lists.tsx";
import { StockBox } from "./stock-box.tsx";

export const meta = () => pageMeta({ title: "Money", hidden: true });

const none: readonly BankLine[] = [];

/** Money in from the bank, what waits for a decision, and what the accountant asks for. */
export default function MoneyPage() {
  const user = useUser();
  const live = useLive(user, null);
  const state = useLoaded("money", async () => {
    const isOwner = user.desk_role === "owner";
    const [money, debtors, firmSetting] = await Promise.all([
      deskCall(moneyCalls.money, {}),
      isOwner ? deskCall(moneyCalls.debtors, {}) : null,
      isOwner ? deskCall(firmCalls.firm, {}) : null,
    ]);
    return { ...money, debtors, facts: firmSetting?.value ?? null };
  });
  const { data, problem, reload } = state;
  const now = useNow();
  const { toast } = useNotices();
  const [showsKeys, setShowsKeys] = useState(false);
  const lines = data?.to_match ?? none;
  const listed = lines.map((line) => ({ id: line.line, line }));
  const { current, open, move } = useFilingKeys(listed, () => setShowsKeys(true));
  const leave = async (text: string, reference: string | null) => {
    move(1);
    showToast({ text, ...(reference !== null && { reference }) });
    await reload();
  };
  return (
    <>
      <ConnectionLine connection={live.connection} onSignIn={() => void reloadDesk()} />
      <div className="print:hidden">
        <BackHeader title="Money" />
      </div>
      <main className="mx-auto max-w-[96rem] px-4 pb-16 lg:px-6">
        <h1 className="hidden text-2xl print:block">{firm.trading_name}: month’s end</h1>
        <div
          role="status"
          className="bg-surface text-ink-muted sticky top-0 z-10 -mx-4 flex min-h-11 items-center gap-1 px-4 text-sm print:hidden"
        >
          {toast !== null && <ToastLine toast={toast} />}
          {toast === null && data?.more === true && (
            <p>There is more than these lists show: they end after 500.</p>
          )}
        </div>
        {(data === null || problem !== null) && <Loading state={state} />}
        <div className="grid items-start gap-4 md:grid-cols-2 print:grid-cols-1">
          <div className="grid gap-4 print:order-last">
            <div className="contents print:hidden">
              <BankFile now={now} onDone={reload} />
              {data !== null && (
                <MoneyBox
                  title="Whose is it?"
                  count={lines.length}
                  text={
                    lines.length === 0 ? "No bank line waits." : "Money in our account that is nobody’s yet."
                  }
                >
                  <ol aria-label="Bank lines to match" className="divide-line -mx-4 divide-y">
                    {listed.map((one) => (
                      <li key={one.id}>
                        {one === current ? (
                          <BankLineCard line={one.line} now={now} onMove={move} onLeave={leave} />
                        ) : (
                          <BankLineRow line={one.line} now={now} onOpen={() => open(one.id)} />
                        )}
                      </li>
                    ))}
                  </ol>
                </MoneyBox>
              )}
            </div>
            {data !== null && data.debtors !== null && <WhoOwes debtors={data.debtors} />}
          </div>
          <div className="grid gap-4">
            <div className="contents print:hidden">
              {data !== null && <OwedLists lists={data} now={now} onDone={reload} />}
              {data !== null && <StockBox stock={data.stock} />}
            </div>
            {data !== null &&
              (data.facts === null ? (
                <MoneyBox title="Month’s end" text="Only owners see the GST of a period, and who owes." />
              ) : (
                <MonthsEnd now={now} facts={data.facts} />
              ))}
          </div>
        </div>
        <p className="text-ink-muted mt-4 hidden text-sm print:block">Printed {formatNzDateTime(now)}</p>
      </main>
      {showsKeys && <KeyList onClose={() => setShowsKeys(false)} />}
    </>
  );
}
