/** Indices of columns in a file of comma-separated values. */
export interface Columns {
  readonly date: number;
  /** Signed; -1 if there are only credits and debits. */
  readonly amount: number;
  readonly credit: number;
  readonly debit: number;
  readonly balance: number;
  readonly account: number;
  /** The payer, then particulars, code and reference. */
  readonly fields: readonly number[];
  /** A row without an amount is none of ours: some banks write credits and debits in two columns. */
  readonly mayBeEmpty: boolean;
}

interface Layout {
  readonly date?: string;
  readonly fields: readonly string[];
  readonly account?: string;
  /** Other columns that tell it from another bank's. */
  readonly others?: readonly string[];
}

/** The columns as New Zealand's banks name them. Two layouts whose names another bank has, too, come last. */
const layouts: readonly Layout[] = [
  {
    // Kiwibank: the payer's words are in TP (this party) or OP (other party).
    fields: ["OP name", "Memo/Description", "TP part", "TP code", "TP ref", "OP part", "OP code", "OP ref"],
    account: "Account number",
  },
  { fields: ["Payee", "Particulars", "Code", "Reference"], account: "This Party Account" }, // BNZ
  { fields: ["Other Party", "Description", "Particulars", "Analysis Code", "Reference"] }, // Westpac
  {
    date: "Transaction Date", // ANZ, newer.
    fields: ["Payee", "Particulars", "Code", "Reference"],
  },
  { fields: ["Details", "Particulars", "Code", "Reference"], others: ["Type"] }, // ANZ
  { fields: ["Payee", "Memo"], others: ["Unique Id", "Tran Type"] }, // ASB
  { fields: ["Description"], others: ["Balance"] }, // TSB, Kiwibank.
];

/** Returns null if no bank we know writes these names. */
export function columnsByName(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.trim().toLowerCase());
  const at = (name: string | undefined) => (name === undefined ? -1 : names.indexOf(name.toLowerCase()));
  const layout = layouts.find(({ date = "date", fields, account = date, others = [] }) =>
    [date, "amount", account, ...fields, ...others].every((name) => names.includes(name.toLowerCase())),
  );
  if (layout === undefined) return null;
  return {
    date: at(layout.date ?? "date"),
    amount: at("amount"),
    credit: at("amount (credit)"),
    debit: at("amount (debit)"),
    balance: at("balance"),
    account: at(layout.account),
    fields: layout.fields.map(at),
    mayBeEmpty: false,
  };
}

/** Kiwibank's short file has no header: day, text, nothing, amount, balance. */
export const kiwibankShort: Columns = {
  date: 0,
  amount: 3,
  credit: -1,
  debit: -1,
  balance: 4,
  account: -1,
  fields: [1],
  mayBeEmpty: false,
};

/** Reads "date:0,amount:2,text:1,3"; null if it is not that. */
export function columnsByMap(map: string): Columns | null {
  const parts = new Map(
    map.split(/,(?=[a-z])/).map((part) => [part.split(":")[0], part.split(":")[1] ?? ""]),
  );
  const [date = "", amount = "", text = ""] = ["date", "amount", "text"].map((name) => parts.get(name));
  const isRead = [date, amount].every((one) => /^\d{1,2}$/.test(one)) && /^\d{1,2}(,\d{1,2})*$/.test(text);
  if (!isRead || parts.size > 3) return null;
  return {
    date: Number(date),
    amount: Number(amount),
    credit: -1,
    debit: -1,
    balance: -1,
    account: -1,
    fields: text.split(",").map(Number),
    mayBeEmpty: true,
  };
}
