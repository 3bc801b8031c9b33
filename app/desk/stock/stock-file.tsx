import { useState } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { useUser } from "#app/desk/session/user.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { ColumnChoices } from "#app/desk/ui/column-choices.tsx";
import { FileFacts } from "#app/desk/ui/file-facts.tsx";
import { ToolButton, toolClasses } from "#app/desk/ui/tool.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { stockCalls, type StockImport, type UnknownColumns } from "#domain/stock/stock-calls.ts";

/** What a column of a yard's spreadsheet can be. */
const roles = {
  "": "Leave it out",
  name: "Part",
  make: "Make",
  model: "Model",
  year: "Year or years",
  fits: "Fits",
  shelf: "Shelf",
  price: "Price with GST",
  grade: "Grade",
  condition: "Condition",
  quantity: "Pieces",
  weight: "Weight: S, M or L",
  machine_number: "Number of our machine",
} as const;

interface StockFileProps {
  /** Called once the file has come in. */
  readonly onDone: () => Promise<void>;
}

/** Takes a spreadsheet in: what it would do is shown first. What the export writes comes in again unchanged. */
export function StockFile({ onDone }: StockFileProps) {
  const action = useAction();
  const isOwner = useUser().desk_role === "owner";
  const [read, setRead] = useState<{ file: File; answer: StockImport | UnknownColumns } | null>(null);
  const button = useFocusOnChange<HTMLButtonElement>(read);
  const take = async (file: File, query: { map?: string } = {}) =>
    setRead({ file, answer: await deskCall(stockCalls.import, file, { query }) });
  const confirm = async ({ import: id }: StockImport) => {
    const done = await deskCall(stockCalls.importConfirm, { import: id });
    setRead(null);
    await onDone();
    return `${done.new} new, ${done.changed} changed.`;
  };
  return (
    <details className="mt-6">
      <summary className="text-link inline-flex min-h-11 items-center font-semibold">
        Import and export
      </summary>
      <section aria-label="Import and export" className="grid gap-2">
        <label className="grid gap-1 text-sm">
          A CSV file: a yard’s spreadsheet, or our export with your changes
          <input
            type="file"
            accept=".csv,.txt,text/csv"
            className="border-line-strong file:bg-brand file:text-brand-ink w-full min-w-0 rounded-sm border border-dashed p-2 text-base file:mr-3 file:min-h-11 file:rounded-sm file:px-4 file:font-semibold"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = ""; // Lets the same file be chosen again.
              setRead(null);
              if (file !== undefined) void action.run(() => take(file));
            }}
          />
        </label>
        {isOwner && (
          <a href={stockCalls.export.path} download className={`${toolClasses} justify-self-start px-3`}>
            Export all parts
          </a>
        )}
        <Outcome action={action} />
        {read !== null && (
          <form
            method="post"
            className="grid gap-3"
            onSubmit={action.onSubmit((form) =>
              "import" in read.answer ? confirm(read.answer) : take(read.file, { map: mapIn(form) }),
            )}
          >
            <h3 className="text-lg wrap-anywhere">{read.file.name}</h3>
            {"import" in read.answer ? (
              <StockFileFacts file={read.answer} />
            ) : (
              <>
                <p>We don’t know these columns. Say what they are: at least the part.</p>
                <ColumnChoices {...read.answer} roles={roles} />
              </>
            )}
            <div className="flex flex-wrap gap-2">
              <Button ref={button} type="submit" look="action" aria-disabled={action.isBusy}>
                {"import" in read.answer ? "Take it in" : "Read it so"}
              </Button>
              <ToolButton className="px-4" onClick={() => setRead(null)}>
                Cancel
              </ToolButton>
            </div>
          </form>
        )}
      </section>
    </details>
  );
}

function mapIn(form: HTMLFormElement): string {
  const chosen = new FormData(form).getAll("column");
  return chosen
    .flatMap((role, at) => (typeof role === "string" && role !== "" ? [`${role}:${at}`] : []))
    .join(",");
}

const problemsShown = 50;

function StockFileFacts({ file }: { readonly file: StockImport }) {
  const { rows, known, changed, problems } = file;
  const facts = { Rows: rows, New: file.new, Changed: changed, "Known already": known };
  const more = problems.length - problemsShown;
  return (
    <>
      <FileFacts facts={facts} />
      {problems.length > 0 && (
        <ul aria-label="Rows that stay out" className="text-warn max-h-60 overflow-y-auto text-sm">
          {problems.slice(0, problemsShown).map(({ row, why }) => (
            <li key={row}>
              Row {row} stays out: {why}
            </li>
          ))}
          {more > 0 && <li>And {more} more</li>}
        </ul>
      )}
    </>
  );
}
