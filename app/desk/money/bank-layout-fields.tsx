import { formText } from "#app/desk/ui/action.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { UnknownLayout } from "#domain/deals/money-wire.ts";

/** Which column is what ("date:0,amount:2,text:1,3"), and in which order dates are written. */
export type BankLayout = Partial<Record<"map" | "order", string>>;

const roles = { "": "Leave it out", date: "Date", amount: "Amount, or money in", text: "Text" };
const orders = {
  dmy: "Day first: 31/12/2026",
  mdy: "Month first: 12/31/2026",
  ymd: "Year first: 2026-12-31",
};

/** Asks what each column of a file is, or only how it writes dates. */
export function BankLayoutFields({ layout }: { readonly layout: UnknownLayout }) {
  const { columns, sample, only_order: isOnlyOrder = false } = layout;
  const examples = (column: number) => sample.map((row) => row[column]).filter(Boolean);
  return (
    <>
      <p>
        {isOnlyOrder
          ? "How does it write dates? They can be read in two ways."
          : "We don’t know this layout yet. Say what its columns are: one date, one amount, and every text that a payer may have written. We remember it."}
      </p>
      {!isOnlyOrder && (
        <ul className="divide-line divide-y">
          {columns.map((column, at) => (
            <li key={at} className="grid grid-cols-2 items-center gap-3 py-2">
              <span className="min-w-0">
                <bdi className="block font-semibold wrap-anywhere">{column}</bdi>
                <bdi className="text-ink-muted block text-sm wrap-anywhere">
                  {examples(at).slice(0, 3).join(" · ")}
                </bdi>
              </span>
              <LayoutChoice name="column" label={`Column ${at + 1}: ${column}`} choices={roles} />
            </li>
          ))}
        </ul>
      )}
      <LayoutChoice name="order" label="How dates are written" choices={orders} />
    </>
  );
}

interface LayoutChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly choices: Readonly<Record<string, string>>;
}

function LayoutChoice({ name, label, choices }: LayoutChoiceProps) {
  return (
    <select name={name} aria-label={label} className={`${controlClasses} min-h-11! py-1!`}>
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

export function layoutIn(form: HTMLFormElement): BankLayout {
  const chosen = new FormData(form).getAll("column");
  const order = formText(form, "order");
  const at = (role: string) => chosen.flatMap((one, index) => (one === role ? [index] : [])).join(",");
  return chosen.length === 0
    ? { order }
    : { map: `date:${at("date")},amount:${at("amount")},text:${at("text")}`, order };
}
