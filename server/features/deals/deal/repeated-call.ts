import type { Query } from "#server/platform/database/database.ts";

/** The call with this Idempotency-Key has been done: `response` is the JSON that it got. */
export class RepeatedCall extends Error {
  override readonly name = "RepeatedCall";
  readonly response: string;

  constructor(response: string) {
    super("The call is a repetition");
    this.response = response;
  }
}

/** Throws RepeatedCall. */
export async function refuseRepetition(tx: Query, callKey: string | null): Promise<void> {
  if (callKey === null) return;
  const calls = tx.selectFrom("deal_calls").select("response").where("key", "=", callKey);
  const done = await calls.executeTakeFirst();
  if (done !== undefined) throw new RepeatedCall(done.response);
}

interface Done {
  readonly reference: string;
  readonly callKey: string | null;
  readonly response: object | undefined;
  readonly at: Date;
}

/** For a repetition of the call. */
export async function keepResponse(tx: Query, { reference, callKey, response, at }: Done): Promise<void> {
  if (callKey === null || response === undefined) return;
  const call = { key: callKey, ref_number: reference, at: at.toISOString() };
  await tx
    .insertInto("deal_calls")
    .values({ ...call, response: JSON.stringify(response) })
    .execute();
}
