import * as v from "valibot";

import { addDays } from "#domain/calendar-date.ts";
import { orderActionsNow, owedCents } from "#domain/deals/deal-state.ts";
import type { Deal, Order } from "#domain/deals/deal.ts";
import type { ParcelState } from "#domain/deals/parcels.ts";
import { quoteDraftSchema } from "#domain/deals/quote.ts";
import type { ReturnChange } from "#domain/deals/returns.ts";
import { nzDate } from "#domain/nz-time.ts";
import { partLabel } from "#domain/stock/part.ts";
import { stockRequests } from "#domain/stock/stock-wire.ts";
import { between, type Chance, pick } from "#scripts/demo/chance.ts";
import { type ByStaff, changeDeal, type Work } from "#server/features/deals/deal/change-deal.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { changeOrder } from "#server/features/deals/orders/change-order.ts";
import { extendOrder } from "#server/features/deals/orders/extend-order.ts";
import { lapseOrders } from "#server/features/deals/orders/order-chores.ts";
import { changeParcel, enterParcel } from "#server/features/deals/orders/parcels.ts";
import { recordPayment } from "#server/features/deals/orders/payments.ts";
import { pullLine } from "#server/features/deals/orders/pulled.ts";
import { refundOrder } from "#server/features/deals/orders/refund-order.ts";
import { changeReturn } from "#server/features/deals/orders/returns.ts";
import { saveDraft } from "#server/features/deals/quotes/quote-draft.ts";
import { extendQuote, sendQuote } from "#server/features/deals/quotes/quote-send.ts";
import { askReturn } from "#server/features/deals/visitor/ask-return.ts";
import { takeBack } from "#server/features/deals/visitor/visitor-actions.ts";
import { changeStock } from "#server/features/stock/change-stock.ts";
import { sellAtCounter } from "#server/features/stock/sell-at-counter.ts";
import { writeDown } from "#server/features/stock/write-down.ts";

import { addRequest } from "./deal-examples.ts";
import { beginMoved, movedActs } from "./moved-walk.ts";
import type { Walk, Walker } from "./random-walk.ts";
import { walkReceived } from "./walked-money.ts";

/**
 * Two customers after one part, which may be in our stock, and one who collects another, do and undo what the desk and the
 * page allow. With UNDO_SECONDS=0, so that each version can be approved at once.
 */
export const quoteWalk: Walk = async (walker, seed) => {
  const deals = ["A", "B", "C"].map((name) => `QK-WALK-${seed}${name}`);
  const part = seed % 2 === 0 ? await inStock(walker, seed) : null;
  const label = part === null ? `part ${seed}` : partLabel(part);
  for (const [index, reference] of deals.entries()) await begin(walker, reference, index < 2 ? label : null);
  await beginMoved(walker, seed);
  return { step: (random, key) => stepOf(random, { walker, seed, deals, part, key }) };
};

/** Writes one part down, unless it is there from before a kill. Returns its number. */
async function inStock({ services, userId }: Walker, seed: number): Promise<number> {
  const id = `walked-${seed}`;
  const parts = v.parse(stockRequests.parts, { machine_number: null, parts: [{ id, name: "Front diff" }] });
  await changeStock(services, { userId, callKey: null }, (work) => writeDown(work, parts));
  const rows = services.database.reader.selectFrom("parts").select("number").where("id", "=", id);
  return (await rows.executeTakeFirstOrThrow()).number;
}

/** A request and its first quote, unless they are there from before a kill. */
async function begin({ services, userId }: Walker, reference: string, label: string | null): Promise<void> {
  const { database } = services;
  if ((await readDeal(database.reader, reference)) === null) await addRequest(services, reference);
  const line = { id: "diff", text: "Front diff", unit_cents: 18_500, item_label: label };
  const freight = label === null ? { way: "pick-up" } : { cents: 1500 };
  const draft = v.parse(quoteDraftSchema, { lines: [line], freight, valid_days: 30 });
  await changeDeal(services, { reference, userId }, (work) => saveDraft(work, draft, 0));
  const deal = await readDeal(database.reader, reference);
  if (deal?.versions.length === 0)
    await changeDeal(services, { reference, userId }, (work) => sendQuote(work, 1));
}

const dayMs = 24 * 60 * 60_000;

interface Step {
  readonly walker: Walker;
  readonly seed: number;
  readonly deals: readonly string[];
  /** The number of the part in our stock that they are after, or null. */
  readonly part: number | null;
  readonly key: string;
}

/** Two steps of five are the obvious one, and one puts something into its right place. */
function stepOf(random: Chance, { walker, seed, deals, part, key }: Step): () => Promise<unknown> {
  const { services, userId, advance } = walker;
  const reference = deals[between(random, 0, deals.length - 1)] ?? "";
  const callKey = { key, call: key };
  const on = { reference, userId, callKey };
  const change: Act["change"] = (run) => changeDeal(services, on, run);
  const press: Act["press"] = (run) =>
    changeDeal(services, { reference, userId: null, tellStaff: true }, run);
  const act = {
    walker,
    on,
    part,
    key,
    change,
    press,
    read: () => readDeal(services.database.reader, reference),
  };
  const amount = pick(random, [20_000, 20_000, 19_995, 10_000, 5000, 40_000, -5000, -19_995]);
  const method = pick(random, ["transfer", "cash", "correction"] as const);
  const days = pick(random, [0, 0, 1, 6]);
  const move = pick(random, [
    "cancel",
    "cancel",
    "cancel",
    "take_back",
    "revive",
    "packed",
    "collected",
    "close",
  ]);
  const later = pick(random, [0, 3, 20, 62, 63]);
  const state = pick(random, ["delivered", "delivered", "lost", "returned"]);
  const kind = pick(random, ["faulty", "changed-mind", "does-not-fit"] as const);
  const decision = pick(random, ["agree", "refuse", "received", "close"] as const);
  const [back, by] = [pick(random, [20_000, 18_500, 5000, 1]), pick(random, ["transfer", "cash"] as const)];
  const currency = pick(random, ["NZD", "NZD", "NZD", "AUD"]);
  const source = `bank:${key.split(".", 1)[0]}.${between(random, 0, 9)}`;
  const acts = [
    () => approveNewest(act),
    () => approveNewest(act),
    () => pay(act, { amount_cents: amount, method }),
    () => payBack(act, { amount_cents: back, method: by }),
    () => press((work) => askReturn(work, { kind, line: ["diff"], words: "" })),
    () => moveReturn(act, decision),
    () => walkReceived(services, reference, { amount_cents: Math.abs(amount), currency, source }),
    () => press(takeBack),
    async () =>
      withdrawVersion(quotes, services, { ...on, number: (await act.read())?.versions.at(-1)?.number ?? 0 }),
    () => change((work) => extendQuote(work, 30)),
    () => change((work) => sendQuote(work, null)),
    () => change((work) => changeOrder(work, { change: move, note: null })),
    () => send(act),
    () => sellHere(act),
    () => change((work) => extendOrder(work, { pay_by: addDays(nzDate(services.now()), later), note: null })),
    () => moveParcel(act, state),
    async () => {
      advance(days * dayMs);
      await lapseOrders({ ...services, log: { error: raise } }, services.now());
    },
  ] as const;
  const moved = pick(random, movedActs(random, { walker, seed, deals, by: { userId, callKey }, key }));
  const [obvious, any] = [() => goOn(act), pick(random, acts)];
  return pick(random, [obvious, obvious, any, any, moved]);
}

interface Act {
  readonly walker: Walker;
  readonly on: ByStaff & { readonly reference: string };
  readonly part: number | null;
  readonly key: string;
  /** By staff, with the key. */
  readonly change: <Result>(act: (work: Work) => Promise<Result>) => Promise<Result | null>;
  /** By the customer. */
  readonly press: <Result>(act: (work: Work) => Promise<Result>) => Promise<Result | null>;
  readonly read: () => Promise<Deal | null>;
}

/** What the desk or the page offers first; parts that have arrived come back, and then the money goes back. */
async function goOn(act: Act): Promise<unknown> {
  const { walker, change } = act;
  const deal = await act.read();
  const order = deal?.orders.at(-1);
  if (deal === null || order === undefined || order.state === "cancelled") return approveNewest(act);
  const { next } = orderActionsNow(deal, order, walker.services.now());
  switch (next) {
    case "payment":
      return pay(act, { amount_cents: owedCents(order), method: "transfer" });
    case "parcel":
      return send(act);
    case "delivered":
      return moveParcel(act, "delivered");
    case "revive":
    case "packed":
    case "collected":
      return change((work) => changeOrder(work, { change: next, note: null }));
    default:
      return takeBackParts(act, deal, order);
  }
}

async function takeBackParts(act: Act, deal: Deal, order: Order): Promise<unknown> {
  const asked = { kind: "faulty" as const, line: ["diff"], words: "" };
  switch (deal.returns.at(-1)?.state) {
    case "asked":
      return moveReturn(act, "agree");
    case "agreed":
      return moveReturn(act, "received");
    case "received":
      return payBack(act, { amount_cents: order.paid_cents, method: "transfer" });
    default:
      return act.press((work) => askReturn(work, asked));
  }
}

async function approveNewest({ press, read }: Act): Promise<void> {
  const version = (await read())?.versions.at(-1);
  if (version === undefined) return;
  const { number, content_hash: hash } = version;
  const selection = { choices: {}, options: [] };
  await press((work) => approve(work, { number, hash, selection, how: "link", note: null }));
}

type Paid = Pick<Parameters<typeof recordPayment>[1], "amount_cents" | "method">;

async function pay({ walker: { services, onDone }, on, key }: Act, money: Paid): Promise<void> {
  const { reference: ref, ...by } = on;
  const entry = { ref, ...money, received_on: nzDate(services.now()), note: null, ...by };
  const paid = await recordPayment(services, entry);
  if (paid !== null && "ok" in paid) onDone(key);
}

async function payBack(
  { walker, on }: Act,
  money: { readonly amount_cents: number; readonly method: "transfer" | "cash" },
): Promise<void> {
  const { reference: ref, ...by } = on;
  if (money.amount_cents > 0)
    await refundOrder(walker.services, { ref, ...money, note: null, lines: [], ...by });
}

/** To somebody else, at the counter. */
async function sellHere({ walker: { services }, on, part: number }: Act): Promise<void> {
  if (number === null) return;
  const sale = { number, quantity: 1, price_cents: 18_500, method: "cash", name: "", note: "" } as const;
  await changeStock(services, on, (work) => sellAtCounter(work, sale));
}

async function moveReturn({ on, part, change, read }: Act, decision: ReturnChange): Promise<unknown> {
  const id = (await read())?.returns.at(-1)?.id ?? "";
  const back = { state: "on_shelf", reason: null, grade: null, shelf: "A-1" } as const;
  const parts = part === null ? [] : [{ number: part, ...back }];
  const body = { ref: on.reference, id, change: decision, words: "As we said", parts };
  return change((work) => changeReturn(work, body));
}

/** Pulls the part first. */
async function send({ change, read, on: { reference: ref }, key }: Act): Promise<unknown> {
  if ((await read())?.orders.at(-1)?.pulled.length === 0)
    return change((work) => pullLine(work, { line: "diff", pulled: true }));
  return change((work) => enterParcel(work, { ref, carrier: "NZ Post", tracking: key }));
}

async function moveParcel({ change, read }: Act, state: ParcelState): Promise<unknown> {
  const id = (await read())?.parcels.at(-1)?.id ?? "";
  return change((work) => changeParcel(work, { id, state }));
}

function raise({ err }: { readonly err?: unknown }): never {
  throw err;
}
