import type { Query } from "#server/platform/database/database.ts";

export interface CallKey {
  /** The user's id and the Idempotency-Key. */
  readonly key: string;
  /** Method, route and the SHA-256 of the body. */
  readonly call: string;
}

/** A call with this Idempotency-Key has been done. */
export class RepeatedCall extends Error {
  override readonly name = "RepeatedCall";
  /** The JSON that it got; null if it was another call. */
  readonly response: string | null;

  constructor(response: string | null) {
    super("The call's key has been used");
    this.response = response;
  }
}

/** Throws RepeatedCall. */
export async function refuseRepetition(tx: Query, callKey: CallKey | null): Promise<void> {
  if (callKey === null) return;
  const calls = tx.selectFrom("deal_calls").select(["call", "response"]).where("key", "=", callKey.key);
  const done = await calls.executeTakeFirst();
  if (done !== undefined) throw new RepeatedCall(done.call === callKey.call ? done.response : null);
}

interface CallResponse {
  readonly reference: string;
  readonly callKey?: CallKey | null;
  readonly response: object | undefined;
  readonly at: Date;
}

/** Returns what a repetition of the call gets: the `ok` of its outcome. */
export function responseIn(result: unknown): object | undefined {
  if (typeof result !== "object" || result === null || !("ok" in result)) return undefined;
  return typeof result.ok === "object" && result.ok !== null ? result.ok : undefined;
}

/** Stores the response for a repetition. Throws RepeatedCall if another deal's call with the key was done at the same time. */
export async function keepResponse(
  tx: Query,
  { reference, callKey = null, response, at }: CallResponse,
): Promise<void> {
  if (callKey === null || response === undefined) return;
  const call = { ...callKey, ref_number: reference, at: at.toISOString() };
  const kept = await tx
    .insertInto("deal_calls")
    .values({ ...call, response: JSON.stringify(response) })
    .onConflict((key) => key.column("key").doNothing())
    .returning("key")
    .executeTakeFirst();
  if (kept === undefined) await refuseRepetition(tx, callKey);
}
