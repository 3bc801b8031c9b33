import * as v from "valibot";

import { mailsWithLink } from "#domain/deals/mails.ts";
import type { ByStaff } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink, raiseGeneration } from "#server/features/deals/deal/deal-link.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { changeEither } from "./change-either.ts";

interface Renewal extends ByStaff {
  readonly reference: string;
}

const keptSchema = v.object({ generation: v.number() });

/** Gives a quote request or a vehicle the link of the next generation; the one before is dead. Returns null if it is neither. */
export async function newLink(context: DealContext, renewal: Renewal): Promise<string | null> {
  const generation = await raiseOnce(context, renewal);
  const found = await recordByReference(context.database.reader, renewal.reference);
  if (generation === null || found === null) return null;
  return dealLink(context, { submission: found.submission, reference: renewal.reference, generation }).url;
}

async function raiseOnce(context: DealContext, renewal: Renewal): Promise<number | null> {
  try {
    return await raiseByStaff(context, renewal);
  } catch (error) {
    if (!(error instanceof RepeatedCall) || error.response === null) throw error;
    return v.parse(keptSchema, JSON.parse(error.response)).generation;
  }
}

function raiseByStaff(context: DealContext, renewal: Renewal): Promise<number | null> {
  return changeEither<number>(context, renewal, async ({ tx, of, at }) => {
    const generation = await raiseGeneration(tx, of.reference);
    const stopped = await stopMailsOf(tx, of.reference, { kinds: mailsWithLink, why: "renewed", now: at });
    const mails = stopped.map(({ key: was, state }) => {
      return { type: "mail", was, becomes: state, user_id: null } as const;
    });
    return {
      result: generation,
      response: { generation }, // The link itself is a secret (deals.md 1.1).
      events: [...mails, { type: "link_renewed", becomes: String(generation) }],
    };
  });
}
