import { deskCall, isStale } from "#app/desk/api/desk-call.ts";
import type { Part } from "#domain/stock/part.ts";
import { stockCalls } from "#domain/stock/stock-calls.ts";
import type { PartChange } from "#domain/stock/stock-wire.ts";

export interface PartForm {
  readonly part: Part;
  readonly reload: () => Promise<void>;
}

/** Changes the part as it was shown, and shows what it is then; also if somebody was quicker, which throws. */
export async function savePart(
  { part, reload }: PartForm,
  change: Omit<PartChange, "number">,
): Promise<void> {
  try {
    await deskCall(stockCalls.partChange, { number: part.number, ...change }, { version: part.version });
  } catch (error) {
    if (isStale(error)) await reload();
    throw error;
  }
  await reload();
}
