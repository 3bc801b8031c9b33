import pg from "pg";

/** A statement as it went to PostgreSQL, and what came back. */
export interface Step {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Between begin and commit, these included; or one statement by itself. */
export type Transaction = Step[];

/** Runs `work` and returns the statements that this process sent to PostgreSQL during it, by transaction. */
export async function recordStatements(work: () => Promise<void>): Promise<Transaction[]> {
  const transactions: Transaction[] = [];
  const open = new Map<unknown, Transaction>();
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = async function query(this: pg.Client, ...args: unknown[]) {
    const result: pg.QueryResult<Record<string, unknown>> = await Reflect.apply(original, this, args);
    const step = stepOf(args[0], args[1], result.rows);
    const transaction = open.get(this) ?? [];
    transaction.push(step);
    if (transaction.length === 1) transactions.push(transaction);
    if (step.text === "begin") open.set(this, transaction);
    if (step.text === "commit" || step.text === "rollback") open.delete(this);
    return result;
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return transactions;
}

/** `pg` takes a text and values, or an object that holds both. */
function stepOf(query: unknown, values: unknown, rows: Step["rows"]): Step {
  if (typeof query === "string") return { text: query, values: Array.isArray(values) ? values : [], rows };
  const { name, text, values: own = [] } = query as pg.QueryConfig<unknown[]>;
  return { ...(name === undefined ? {} : { name }), text, values: own, rows };
}
