import { rejects } from "node:assert";

import { lineOf } from "#domain/deals/bank-source.ts";
import { between, type Chance, pick } from "#scripts/demo/chance.ts";
import { matchLine } from "#server/features/deals/bank/match-line.ts";
import { splitLine } from "#server/features/deals/bank/split-line.ts";
import { undoLine } from "#server/features/deals/bank/undo-line.ts";
import { type ByStaff, type CallOutcome, changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import { pullLine } from "#server/features/deals/orders/pulled.ts";
import { fileByHand } from "#server/features/inbox/file-by-hand.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { Walker } from "./random-walk.ts";

const halfCents = 20_000;
export const lineId = (seed: number) => `line-${seed}`;
export const mailId = (seed: number) => `mail-${seed}`;

/** A bank line that pays two orders, and a mail that lies in none, unless they are there from before a kill. */
export async function beginMoved(
  { services, userId: user_id }: Pick<Walker, "services" | "userId">,
  seed: number,
): Promise<void> {
  const at = services.now().toISOString();
  const line = { account: "", day: "2026-08-03", text: "", order_id: null, ref_number: null, user_id, at };
  const from = {
    from_name: "Sue",
    from_address: "sue@farm.example",
    reply_to_name: "",
    reply_to_address: "",
  };
  const written = { thread: "", copies: "[]", subject: "", words: "Yes", full_text: "Yes", message_id: null };
  const mail = { kind: "reply", state: "unfiled", ref_number: null, is_from_other: false, at } as const;
  await services.database.write(async (tx) => {
    const lines = tx.insertInto("bank_lines");
    await lines
      .values({ ...line, id: lineId(seed), amount_cents: 2 * halfCents, state: "waiting" })
      .onConflict((there) => there.doNothing())
      .execute();
    await tx
      .insertInto("inbound_mails")
      .values({ ...mail, ...from, ...written, id: mailId(seed), key: mailId(seed) })
      .onConflict((there) => there.doNothing())
      .execute();
  });
}

interface MovedStep {
  readonly walker: Walker;
  readonly seed: number;
  readonly deals: readonly string[];
  readonly by: ByStaff;
  readonly key: string;
}

/** What staff put into its right place: a bank line, a mail, a part. Each call comes twice, as if its answer had been lost. */
export function movedActs(random: Chance, { walker, seed, deals, by, key }: MovedStep) {
  const { services, userId, onDone } = walker;
  const [line, first] = [lineId(seed), between(random, 0, deals.length - 1)];
  const [reference = "", other = ""] = [deals[first], deals[(first + 1) % deals.length]];
  const parts = [reference, other].map((ref) => ({ ref, amount_cents: halfCents }));
  const pulled = pick(random, [true, false]);
  const twice = async (call: () => Promise<CallOutcome | null>) => {
    const outcome = await call();
    if (outcome === null || !("ok" in outcome)) return;
    onDone(key);
    await rejects(call(), RepeatedCall);
  };
  const move = () => fileByHand(services, { id: mailId(seed), ref: reference }, userId);
  return [
    () => twice(() => matchLine(services, { line, reference, ...by })),
    () => twice(() => splitLine(services, { line, parts, ...by })),
    () => twice(() => undoLine(services, { line, ...by })),
    () =>
      twice(() =>
        changeDeal(services, { reference, ...by }, (work) => pullLine(work, { line: "diff", pulled })),
      ),
    async () => [await move(), await move()],
  ] as const;
}

/** What must hold for all that was moved; returns what does not. */
export async function movedBroken(db: Query): Promise<string[]> {
  return [...(await linesBroken(db)), ...(await mailsBroken(db)), ...(await pullsBroken(db))];
}

/** A matched line has paid all of its money, in one order or in several; one that waits has paid nothing. */
async function linesBroken(db: Query): Promise<string[]> {
  const payments = await db.selectFrom("payments").select(["source", "amount_cents"]).execute();
  const lines = await db.selectFrom("bank_lines").select(["id", "state", "amount_cents"]).execute();
  return lines.flatMap(({ id, state, amount_cents: cents }) => {
    const own = payments.filter(
      ({ source }) => lineOf({ source: source?.replace("undone ", "") ?? null }) === id,
    );
    const paid = own.reduce((sum, payment) => sum + payment.amount_cents, 0);
    return paid === (state === "matched" ? cents : 0) ? [] : [`${id} is ${state}, and has paid ${paid}`];
  });
}

/** A mail is a message of the one record where it lies, and has left each record that it came to before. */
async function mailsBroken(db: Query): Promise<string[]> {
  const events = await db.selectFrom("record_events").select(["type", "becomes", "was"]).execute();
  const messages = await db.selectFrom("deal_messages").select(["id", "ref_number"]).execute();
  const mails = await db.selectFrom("inbound_mails").select(["id", "ref_number"]).execute();
  return mails.flatMap(({ id, ref_number: place }) => {
    const ins = events.filter(({ type, becomes }) => type === "mail_in" && becomes === id);
    const outs = events.filter(({ type, was }) => type === "mail_out" && was === id);
    const there = messages.filter((message) => message.id === id).map(({ ref_number }) => ref_number);
    const isRight = place === null ? there.length === 0 : there.join() === place;
    const isTold = ins.length === outs.length + (place === null ? 0 : 1);
    return isRight && isTold
      ? []
      : [`${id} lies in ${place}, it is in ${there.join()}, ${ins.length} in, ${outs.length} out`];
  });
}

/** A part is pulled once, and each pull is in the history. */
async function pullsBroken(db: Query): Promise<string[]> {
  const orders = await db.selectFrom("orders").select(["ref_number", "pulled"]).execute();
  const events = await db
    .selectFrom("record_events")
    .innerJoin("quote_requests", "quote_requests.id", "record_events.record_id")
    .select(["becomes", "ref_number"])
    .where("type", "=", "pulled")
    .execute();
  return [...new Set(orders.map(({ ref_number }) => ref_number))].flatMap((reference) => {
    const own = orders
      .filter((order) => order.ref_number === reference)
      .map(({ pulled }) => JSON.parse(pulled));
    const told = events.filter(({ ref_number }) => ref_number === reference);
    const net = told.reduce((sum, { becomes }) => sum + (becomes === null ? -1 : 1), 0);
    const isOnce = own.every((pulled) => pulled.length <= 1);
    return isOnce && net === own.flat().length
      ? []
      : [`${reference}: ${net} pulled in its history, ${own.flat().length} in its orders`];
  });
}
