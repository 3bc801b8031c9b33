import { formText } from "#app/desk/ui/action.tsx";
import { ColumnChoices, FileChoice } from "#app/desk/ui/column-choices.tsx";
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
  return (
    <>
      <p>
        {isOnlyOrder
          ? "How does it write dates? They can be read in two ways."
          : "We don’t know this layout yet. Say what its columns are: one date, one amount, and every text that a payer may have written. We remember it."}
      </p>
      {!isOnlyOrder && <ColumnChoices columns={columns} sample={sample} roles={roles} />}
      <FileChoice name="order" label="How dates are written" choices={orders} />
    </>
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
