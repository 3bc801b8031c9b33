import { changeDeal } from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { dealLink } from "./deal-link.ts";

interface Renewal {
  readonly reference: string;
  readonly userId: string;
  readonly callKey: string | null;
}

/** Gives a deal the link of the next generation; the one before is dead. Returns null if there is no such request. */
export function newLink(context: DealContext, renewal: Renewal): Promise<string | null> {
  return changeDeal<string>(context, renewal, async ({ tx, deal }) => {
    const { reference } = deal;
    const generation = deal.generation + 1;
    await tx
      .insertInto("deals")
      .values({ ref_number: reference, generation, reminders_stopped_at: null })
      .onConflict((known) => known.column("ref_number").doUpdateSet({ generation }))
      .execute();
    const link = dealLink(context, { reference, generation }).url;
    return {
      result: link,
      response: { link },
      events: [{ type: "link_renewed", becomes: String(generation) }],
    };
  });
}
