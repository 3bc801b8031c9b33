import type * as v from "valibot";

import { heldMachine, holdWords } from "#domain/deals/hold.ts";
import { coinCents, formatCents, nzd } from "#domain/deals/money.ts";
import { freightBy, noFreight, type QuoteDraft } from "#domain/deals/quote.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { knownValues } from "#domain/new-request.ts";
import { nzDate } from "#domain/nz-time.ts";
import { type Part, partLabel, partMachine } from "#domain/stock/part.ts";
import type { stockRequests } from "#domain/stock/stock-wire.ts";
import { type CallOutcome, finish, refused, Work } from "#server/features/deals/deal/change-deal.ts";
import { exampleRefusal } from "#server/features/deals/deal/example-refusal.ts";
import { machinesWith } from "#server/features/deals/deal/quoted-machines.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { changeOrder } from "#server/features/deals/orders/change-order.ts";
import { orderForDesk } from "#server/features/deals/orders/order-for-desk.ts";
import { receiveMoney } from "#server/features/deals/orders/payments.ts";
import { lockParts, takenStock, whereItIs } from "#server/features/deals/parts/part-holds.ts";
import { readPart } from "#server/features/deals/parts/read-parts.ts";
import { contentOf, newVersion, versionRow } from "#server/features/deals/quotes/quote-send.ts";
import { tellCustomer } from "#server/features/deals/sales/tell-customer.ts";
import { insertRecord } from "#server/features/records/insert-records.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { announceEvents } from "#server/services/events/events.ts";

import { noPart } from "./change-part.ts";
import type { StockWork } from "./change-stock.ts";

type Entry = v.InferOutput<typeof stockRequests.sell>;

/**
 * Sells a part to somebody who stands at the counter: a record of its own, approved, paid and handed over in one
 * transaction, with an invoice like any other (deals.md section 12).
 */
export async function sellAtCounter(work: StockWork, entry: Entry): Promise<CallOutcome> {
  const { context, tx } = work;
  await lockParts(context, tx, [entry.number]);
  const part = await readPart(tx, entry.number);
  if (part === null) return refused(noPart);
  const refusal = await saleRefusal(work, part, entry);
  if (refusal !== null) return refused(refusal);
  const sale = { ...work, reference: newReference() };
  await enterRecord(sale, part, entry);
  await inStep(sale, (deal) => freeze(deal, part, entry));
  await inStep(sale, (deal) => approveHere(deal, entry));
  await inStep(sale, (deal) => takeMoney(deal, entry));
  await inStep(sale, async (deal) => {
    const handed = await changeOrder(deal, { change: "collected", note: null, anyway: true });
    if ("refusal" in handed) throw new Error(`not handed over: ${handed.refusal.message}`);
  });
  await inStep(sale, tellCustomer); // They stand here.
  const order = (await readDeal(tx, sale.reference))?.orders.at(-1);
  return {
    ok: {
      part: await readPart(tx, part.number),
      order: order === undefined ? null : orderForDesk(order),
      ref: sale.reference,
    },
  };
}

async function saleRefusal(
  { context, tx, at }: StockWork,
  part: Part,
  entry: Entry,
): Promise<Refusal | string | null> {
  const madeUp = exampleRefusal(context);
  if (madeUp !== null) return madeUp;
  const label = partLabel(part.number);
  const [taken] = await takenStock(tx, [{ item_label: label, pieces: entry.quantity }]);
  if (taken !== undefined) return `${await whereItIs(tx, label)}: nothing was sold`;
  const machines = await machinesWith(tx, part.machine_number === null ? [] : [part.machine_number]);
  const held = heldMachine(machines, at);
  return held && holdWords(held);
}

interface CounterSale extends StockWork {
  readonly reference: string;
}

async function enterRecord({ context, tx, at, userId, reference }: CounterSale, part: Part, entry: Entry) {
  await announceEvents(context.database, tx);
  const { make, model, year } = part;
  const values = knownValues(quoteRequest, {
    full_name: entry.name === "" ? "Sold at the counter" : entry.name,
    part_needed: wordsOf(part),
    make,
    model,
    ...(year === null ? {} : { year }),
  });
  await insertRecord(tx, quoteRequest, values, {
    refNumber: reference,
    createdAt: at,
    storedAt: at,
    dueAt: at,
    consent: null,
    adopted: false,
    entered: { channel: "counter", userId, follows: null },
  });
}

/** "Rear diff (P1042)" */
const wordsOf = ({ name, number }: Part) => `${name} (${partLabel(number)})`;

/** Runs an act on the deal as it is by now, as a call of its own would. */
async function inStep<Result>(
  { context, tx, at, userId, reference }: CounterSale,
  act: (deal: Work) => Promise<Result>,
): Promise<Result> {
  const deal = await readDeal(tx, reference);
  if (deal === null) throw new Error("The record of a counter sale is gone");
  const step = new Work(context, tx, deal, userId, at);
  const result = await act(step);
  await finish(quotes.noteStep, step);
  return result;
}

/** What they agree to is frozen as any quote is. Nothing can be undone: they have seen the part. */
async function freeze(work: Work, part: Part, { quantity, price_cents }: Entry): Promise<void> {
  const { tx, deal, at } = work;
  const named = { reference: deal.reference, number: 1, valid_until: nzDate(at) };
  const content = contentOf(draftOf(part, quantity, price_cents), named);
  const version = { ...newVersion(work, content), undo_until: at.toISOString() };
  await tx.insertInto("quote_versions").values(versionRow(version, "out")).execute();
}

async function approveHere(work: Work, { note }: Entry): Promise<void> {
  const approved = await approve(work, {
    number: 1,
    hash: null,
    selection: { choices: {}, options: [] },
    how: "counter",
    note: note === "" ? "Sold at the counter" : note,
  });
  if ("refusal" in approved) throw new Error(`not approved: ${approved.refusal.why}`);
}

function draftOf(part: Part, quantity: number, unit_cents: number): QuoteDraft {
  const { name: text, grade, condition, machine_number, photos } = part;
  const machine = partMachine(part);
  return {
    lines: [
      {
        id: "part",
        kind: "fixed",
        group: null,
        text,
        machine: machine === "" ? null : machine,
        grade,
        quantity,
        unit_cents,
        cost_cents: null,
        evidence: [...condition],
        item_label: partLabel(part.number),
        ...(machine_number === null ? {} : { machine_number }),
        ...(photos.length === 0 ? {} : { photos: photos.map(({ hash }) => hash) }),
      },
    ],
    freight: freightBy("pick-up", noFreight),
    valid_days: 0,
    words: null,
    fitment: null,
  };
}

/** All of it: in cash to the nearest 10 cents, with 5 rounded down as most shops do. */
async function takeMoney(work: Work, { method }: Entry): Promise<void> {
  const order = work.deal.orders.at(-1);
  if (order === undefined) throw new Error("A counter sale has no order");
  const { total_cents: total } = order;
  const amount_cents = method === "cash" ? Math.ceil((total - coinCents / 2) / coinCents) * coinCents : total;
  const entry = { amount_cents, method, note: null, currency: nzd, source: null } as const;
  const state = await receiveMoney(work, order, {
    ...entry,
    received_on: nzDate(work.at),
    userId: work.userId,
  });
  if (state !== "paid") throw new Error(`${formatCents(amount_cents)} at the counter left it ${state}`);
}
