import type { CalendarDate } from "#domain/calendar-date.ts";

/** A statement as its file writes it: what days and amounts mean is decided for the whole file. */
export interface WrittenStatement {
  readonly rows: readonly WrittenRow[];
  /** Each account that the file names, where it does so first. */
  readonly accounts: readonly { readonly line: number; readonly account: string }[];
  /** The first and the last day that the file says it has. */
  readonly bounds: readonly CalendarDate[];
  /** Rows that are balances and no payments. */
  readonly balances: readonly WrittenRow[];
  /** The user has to say what the columns are. */
  readonly isUnknown: boolean;
  readonly columns: readonly string[];
  readonly sample: readonly (readonly string[])[];
}

export interface WrittenRow {
  readonly line: number;
  readonly date: string;
  /** Empty if the row has none. */
  readonly amount: string;
  /** The bank's words, the payer first. */
  readonly fields: readonly string[];
}

/** A line of the file that is not what it should be. */
export class UnreadableLine extends Error {
  override readonly name = "UnreadableLine";

  constructor(line: number, reason: string) {
    super(`Line ${line}${reason}`);
  }
}
