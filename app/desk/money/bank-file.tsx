import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { useShortcuts } from "#app/desk/keyboard/key-handler.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { focusPart, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { FileFacts } from "#app/desk/ui/file-facts.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { BankImport, UnknownLayout } from "#domain/deals/money-wire.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay } from "#domain/nz-time.ts";

import { BankLayoutFields, type BankLayout, layoutIn } from "./bank-layout-fields.tsx";
import { MoneyBox } from "./money-box.tsx";

interface BankFileProps {
  readonly now: Date;
  /** Called once the statement is stored. */
  readonly onDone: () => Promise<void>;
}

/** Reads a bank statement and shows its effect before anything is entered. */
export function BankFile({ now, onDone }: BankFileProps) {
  const action = useAction();
  const [read, setRead] = useState<{ file: File; answer: BankImport | UnknownLayout } | null>(null);
  const take = async (file: File, layout: BankLayout) =>
    setRead({ file, answer: await deskCall(moneyCalls.bankImport, file, { query: layout }) });
  const drop = () => {
    focusPart("bank_file");
    setRead(null);
  };
  useShortcuts(read === null ? {} : { leave: drop });
  const button = useFocusOnChange<HTMLButtonElement>(read);
  const text = read === null ? null : buttonText(read.answer);
  const confirm = async ({ import: id, taken_back: taken }: BankImport) => {
    const { matched, to_match: waiting } = await deskCall(moneyCalls.bankImportConfirm, { import: id });
    setRead(null);
    await onDone();
    // A line that waits takes the focus once it is there.
    if (!focusPart("title") && waiting === 0) focusPart("bank_file");
    const back = taken > 0 ? `, ${lines(taken)} taken back` : "";
    return `${payments(matched)} entered, ${lines(waiting)} to match${back}.`;
  };
  return (
    <MoneyBox
      title="Bank file"
      text="A statement as your bank exports it: CSV, OFX or QIF. You see what it does before anything is entered."
    >
      <label className="mb-3 grid gap-1 text-sm">
        <span>
          Choose a file or drop it here <KeyHint action="bank_file" />
        </span>
        <input
          type="file"
          data-part="bank_file"
          {...keyProps("bank_file")}
          className="border-line-strong file:bg-brand file:text-brand-ink min-h-20 w-full min-w-0 rounded-sm border border-dashed p-3 text-base file:mr-3 file:min-h-11 file:rounded-sm file:px-4 file:font-semibold"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = ""; // Lets the same file be chosen again.
            setRead(null);
            if (file !== undefined) void action.run(() => take(file, {}));
          }}
        />
      </label>
      <Outcome action={action} />
      {read !== null && (
        <form
          method="post"
          className="grid gap-3"
          onSubmit={action.onSubmit((form) =>
            "import" in read.answer ? confirm(read.answer) : take(read.file, layoutIn(form)),
          )}
        >
          <h3 className="text-lg wrap-anywhere">{read.file.name}</h3>
          <div id="bank-file-facts" className="grid gap-3">
            {"import" in read.answer ? (
              <ImportFacts statement={read.answer} now={now} />
            ) : (
              <BankLayoutFields layout={read.answer} />
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            {text !== null && (
              <Button
                ref={button}
                type="submit"
                look="action"
                aria-describedby="bank-file-facts"
                aria-disabled={action.isBusy}
              >
                {text} <KeyHint action="file" />
              </Button>
            )}
            <ToolButton ref={text === null ? button : null} className="px-4" onClick={drop}>
              {text === null ? "Nothing new in it: close" : "Cancel"} <KeyHint action="leave">Esc</KeyHint>
            </ToolButton>
          </div>
        </form>
      )}
    </MoneyBox>
  );
}

const payments = (count: number) => `${count} ${count === 1 ? "payment" : "payments"}`;
const lines = (count: number) => `${count} ${count === 1 ? "line" : "lines"}`;

interface ImportFactsProps {
  readonly statement: BankImport;
  readonly now: Date;
}

function ImportFacts({ statement, now }: ImportFactsProps) {
  const { account, from, to, rows, credits, known, matched, to_match, taken_back, problems } = statement;
  const facts = {
    Account: account ?? "The file does not say",
    Days: from === null || to === null ? "None" : `${formatDay(from, now)} to ${formatDay(to, now)}`,
    Rows: `${rows}, ${credits} of them money in`,
    "Known already": known,
    "Will be entered as payments": matched,
    "Will wait to be matched": to_match,
    ...(taken_back > 0 ? { "Taken back by the bank": taken_back } : {}),
  };
  return (
    <>
      <FileFacts facts={facts} />
      {statement.payments.length > 0 && (
        <ul aria-label="Payments in it" className="divide-line max-h-80 divide-y overflow-y-auto text-sm">
          {statement.payments.map(({ ref, name, amount_cents: cents }, at) => (
            <li key={at} className="flex flex-wrap justify-between gap-x-3 py-1">
              <span>
                <span className="font-sign font-semibold">{ref}</span> <bdi>{name}</bdi>
              </span>
              <span className="tabular-nums">{formatCents(cents)}</span>
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <p key={problem} className="text-warn font-semibold">
          {problem}
        </p>
      ))}
    </>
  );
}

/** Returns null if there is nothing to do. */
function buttonText(answer: BankImport | UnknownLayout): string | null {
  if (!("import" in answer)) return "Read it so";
  const { matched, to_match: waiting, taken_back: taken } = answer;
  if (matched > 0) return `Enter ${payments(matched)}`;
  if (waiting > 0) return `Keep ${lines(waiting)} to match`;
  return taken > 0 ? `List ${lines(taken)} as taken back` : null;
}
