import { deepStrictEqual, ok } from "node:assert";

import type { Sale } from "#domain/deals/sale.ts";
import { dayMs, hourMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";
import { between, type Chance, pick } from "#scripts/demo/chance.ts";
import type { ByStaff, CallOutcome, Work } from "#server/features/deals/deal/change-deal.ts";
import { RepeatedCall } from "#server/features/deals/deal/repeated-call.ts";
import { releaseVersions, undoVersion, withdrawVersion } from "#server/features/deals/deal/sent-versions.ts";
import { acceptOffer } from "#server/features/deals/sales/accept-offer.ts";
import { extendOffer, sendOffer } from "#server/features/deals/sales/offer-send.ts";
import { changeSale, offers } from "#server/features/deals/sales/offers.ts";
import { changePickUp } from "#server/features/deals/sales/pick-up.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import { counterOffer, declineOffer } from "#server/features/deals/visitor/seller-answers.ts";
import { recordPurchase } from "#server/features/deals/yard/record-purchase.ts";

import { addRequest } from "./deal-examples.ts";
import { account } from "./offer-desk.ts";
import { offerRules } from "./offer-rules.ts";
import { examplePurchase } from "./purchase-example.ts";
import type { Walk, Walker } from "./random-walk.ts";
import { vehicleExample } from "./submission-examples.ts";

/** Staff and three sellers do and undo what the desk and the page allow; each call by staff comes twice. */
export const offerWalk: Walk = async (walker, seed) => {
  const { services } = walker;
  const { database, now } = services;
  const sales = ["A", "B", "C"].map((name) => `QK-SELL-${seed}${name}`);
  for (const reference of sales)
    if ((await readSale(database.reader, reference)) === null)
      await addRequest(services, reference, vehicleExample);
  const broken = offerRules();
  return {
    step: (random, key) => stepOf(random, { walker, reference: sales[between(random, 0, 2)] ?? "", key }),
    check: async () => deepStrictEqual(await database.snapshot((db) => broken(db, sales, now())), []),
  };
};

interface Step {
  readonly walker: Walker;
  readonly reference: string;
  readonly key: string;
}

/** Every second step is the obvious one. */
function stepOf(random: Chance, step: Step): () => Promise<unknown> {
  const { services, advance } = step.walker;
  const { reference } = step;
  const cents = between(random, 1, 9) * 100_000;
  const days = pick(random, [0, 0, 0, 0, 0, 4, 4, -4]);
  const validDays = pick(random, [0, 7, 30]);
  const older = pick(random, [0, 0, 1]);
  const change = pick(random, ["done", "missed", "cancel"] as const);
  const when = pick(random, [null, windowIn(services, 1).from]);
  const number = async () => (await versionOf(step, older))?.number ?? 0;
  const send = () => {
    const pick_up = [windowIn(services, 9), windowIn(services, 10)];
    const body = { ref: reference, amount_cents: cents, valid_days: validDays, pick_up, words: null };
    return byStaff(step, "offer-send", (on) => changeSale(services, on, (work) => sendOffer(work, body)));
  };
  const passTime = () => {
    advance(days * dayMs + 11_000); // Past the undo time.
    return releaseVersions(offers, { ...services, log: { error: raise } });
  };
  const pickUp = { ref: reference, change, when };
  const movePickUp = () =>
    byStaff(step, "pick-up", (on) => changeSale(services, on, (work) => changePickUp(work, pickUp)));
  const towardsPickUp = async () => {
    const sale = await readSale(services.database.reader, reference);
    const newest = sale?.versions.at(-1);
    if (newest?.state === "approved") return movePickUp();
    if (newest?.isPending === true) return passTime();
    return newest?.state === "out" ? accept(step, 0) : send();
  };
  const undo = () =>
    byStaff(step, "offer-undo", async (on) =>
      undoVersion(offers, services, { ...on, number: await number() }),
    );
  const longer = { ref: reference, valid_days: validDays };
  const acts = [
    send,
    () =>
      byStaff(step, "offer-extend", (on) => changeSale(services, on, (work) => extendOffer(work, longer))),
    undo,
    undo,
    () =>
      byStaff(step, "offer-withdraw", async (on) =>
        withdrawVersion(offers, services, { ...on, number: await number() }),
      ),
    passTime,
    () => accept(step, older),
    () => press(step, (work) => counterOffer(work, { amount: cents, words: "" })),
    async () => {
      const version = await number();
      return press(step, (work) => declineOffer(work, { words: "", version }));
    },
    movePickUp,
    () => buy(step, cents),
  ] as const;
  return pick(random, [towardsPickUp, pick(random, acts)]);
}

function windowIn({ now }: Walker["services"], days: number): { readonly from: string; readonly to: string } {
  const from = now().getTime() + days * dayMs;
  return { from: new Date(from).toISOString(), to: new Date(from + 3 * hourMs).toISOString() };
}

async function versionOf({ walker, reference }: Step, older: number) {
  return (await readSale(walker.services.database.reader, reference))?.versions.at(-1 - older);
}

/** Pressed twice. */
async function accept(step: Step, older: number): Promise<void> {
  const version = await versionOf(step, older);
  if (version === undefined) return;
  const { number, content_hash: hash, content } = version;
  const how = { pay: "account", account, isGstRegistered: false } as const;
  const acceptance = { number, hash, from: content.pick_up[0]?.from ?? "", ...how };
  const accepting = () => press(step, (work) => acceptOffer(work, acceptance));
  await Promise.all([accepting(), accepting()]);
}

/** Does what the seller presses. */
function press<Result>({ walker, reference }: Step, act: (work: Work<Sale>) => Promise<Result>) {
  return changeSale(walker.services, { reference, userId: null, tellStaff: true }, act);
}

/** A correction, once it is bought. */
async function buy(step: Step, price_cents: number): Promise<void> {
  const { services } = step.walker;
  const sale = await readSale(services.database.reader, step.reference);
  const corrects = sale?.purchases.at(-1)?.id ?? null;
  const facts = { ref: step.reference, price_cents, bought_on: nzDate(services.now()), corrects };
  await byStaff(step, "purchase", (on) =>
    changeSale(services, on, (work) => recordPurchase(work, { ...examplePurchase, ...facts })),
  );
}

/** Twice with one Idempotency-Key: it is done once at most, and then both get the same response. */
async function byStaff(
  { walker: { userId, onDone }, reference, key }: Step,
  name: string,
  call: (on: ByStaff & { readonly reference: string }) => Promise<CallOutcome | null>,
): Promise<void> {
  const on = { reference, userId, callKey: { key, call: name } };
  const responses = (await Promise.all([responseOf(call(on)), responseOf(call(on))])).flat();
  ok(new Set(responses.map(({ text }) => text)).size <= 1, `${name} ${key} got two responses`);
  ok(responses.filter(({ isFirst }) => isFirst).length <= 1, `${name} ${key} was done twice`);
  if (responses.length > 0) onDone(key);
}

async function responseOf(call: Promise<CallOutcome | null>) {
  try {
    const outcome = await call;
    return outcome !== null && "ok" in outcome ? [{ isFirst: true, text: JSON.stringify(outcome.ok) }] : [];
  } catch (error) {
    if (!(error instanceof RepeatedCall)) throw error;
    return [{ isFirst: false, text: error.response }];
  }
}

function raise({ err }: { readonly err?: unknown }): never {
  throw err;
}
