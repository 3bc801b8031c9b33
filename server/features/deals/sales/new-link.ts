import * as v from "valibot";

import type { Deal } from "#domain/deals/deal.ts";
import { mailsWithLink } from "#domain/deals/mails.ts";
import type { Sale } from "#domain/deals/sale.ts";
import type { ChangeOptions, Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink, raiseGeneration } from "#server/features/deals/deal/deal-link.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import { recordByReference } from "#server/features/records/record-table.ts";
import { stopMailsOf } from "#server/services/mail/outbox-table.ts";

import { changeEither } from "./offers.ts";

/** Gives a quote request or a vehicle the link of the next generation; the one before is dead. Returns null if it is neither. */
export async function newLink(context: DealContext, options: ChangeOptions): Promise<string | null> {
  const { reference } = options;
  const raised = await changeEither(context, options, raiseLink).catch(responseBefore);
  const found = await recordByReference(context.database.reader, reference);
  if (raised === null || found === null) return null;
  return dealLink(context, { submission: found.submission, reference, ...raised.ok }).url;
}

const responseSchema = v.object({ generation: v.number() });

/** Returns the outcome of the first of two equal calls. */
function responseBefore(error: unknown): Awaited<ReturnType<typeof raiseLink>> {
  if (!(error instanceof RepeatedCall) || error.response === null) throw error;
  return { ok: v.parse(responseSchema, JSON.parse(error.response)) };
}

/** Returns the generation alone, because its outcome is kept: the link itself is a secret (deals.md 1.1). */
async function raiseLink(work: Work<Deal | Sale>) {
  const { tx, deal, at } = work;
  const generation = await raiseGeneration(tx, deal.reference);
  const stopped = await stopMailsOf(tx, deal.reference, { kinds: mailsWithLink, why: "renewed", now: at });
  for (const { key, state } of stopped) work.event({ type: "mail", was: key, becomes: state, user_id: null });
  work.event({ type: "link_renewed", becomes: String(generation) });
  return { ok: { generation } };
}
