import { createHash } from "node:crypto";

import { saleStage } from "#domain/deals/sale-state.ts";
import type { SaleStage } from "#domain/deals/sale-states.ts";
import { readSale } from "#server/features/deals/sales/read-sale.ts";
import type { Query } from "#server/platform/database/database.ts";

/** What must hold for these vehicles at any time; the function returns what does not. It remembers the versions that have left. */
export function offerRules() {
  const left = new Map<string, string>();
  return async (db: Query, references: readonly string[], now: Date): Promise<string[]> => {
    const broken = await machinesBroken(db);
    for (const reference of references) {
      const facts = await factsOf(db, reference);
      const rules = {
        "its versions stay as they were": await areFrozen(db, reference, left),
        "one version is out or accepted, and has the pick-up": isOneAgreed(facts),
        "one mail a version and pick-up": await hasOneMailEach(db, facts),
        "one row and one event a call": isOneEach(facts),
        "its stage is what its events say": isStageRight(facts, now),
      };
      const wrong = Object.entries(rules).filter(([, holds]) => !holds);
      broken.push(...wrong.map(([rule]) => `${reference}: not true that ${rule}`));
    }
    return broken;
  };
}

/** Numbers without gaps. */
async function machinesBroken(db: Query): Promise<string[]> {
  const machines = await db.selectFrom("machines").select("number").orderBy("number").execute();
  const counters = db.selectFrom("document_numbers").select("last").where("kind", "=", "machine");
  const { last } = (await counters.executeTakeFirst()) ?? { last: 0 };
  const isRight = machines.length === last && machines.every(({ number }, index) => number === index + 1);
  return isRight ? [] : [`${machines.length} machines have the numbers up to ${last}`];
}

async function factsOf(db: Query, reference: string) {
  const sale = await readSale(db, reference);
  if (sale === null) throw new Error(`${reference} is gone`);
  const ofRecord = db
    .selectFrom("record_events")
    .select(["type", "becomes"])
    .where("reference", "=", reference);
  const events = await ofRecord.orderBy("id").execute();
  const calls = await db
    .selectFrom("deal_calls")
    .select("call")
    .where("ref_number", "=", reference)
    .execute();
  return {
    sale,
    events,
    eventsOf: (type: string) => events.filter((event) => event.type === type),
    /** How often staff's call was done. */
    calls: (name: string) => calls.filter(({ call }) => call.includes(name)).length,
  };
}
type Facts = Awaited<ReturnType<typeof factsOf>>;

async function areFrozen(db: Query, reference: string, left: Map<string, string>): Promise<boolean> {
  const rows = await db.selectFrom("offers").selectAll().where("ref_number", "=", reference).execute();
  const known = new Map(rows.map(({ number, content }) => [`${reference}/${number}`, content]));
  const isKept = [...left].every(
    ([key, content]) => !key.startsWith(reference) || known.get(key) === content,
  );
  for (const { number, content, state } of rows)
    if (state !== "pending") left.set(`${reference}/${number}`, content);
  const isHashed = rows.every(
    (row) => createHash("sha256").update(row.content).digest("hex") === row.content_hash,
  );
  return isKept && isHashed;
}

function isOneAgreed({ sale: { versions, pickUps } }: Facts): boolean {
  const accepted = versions.filter(({ state }) => state === "approved").map(({ number }) => number);
  const fetched = pickUps.map(({ number }) => number).toSorted((one, other) => one - other);
  const active = pickUps.filter(({ state }) => state !== "cancelled").length;
  const out = versions.filter(({ state, isPending }) => state === "out" && !isPending).length;
  return accepted.join() === fetched.join() && active + out <= 1;
}

/** A version that was withdrawn in its undo time has none. */
async function hasOneMailEach(db: Query, { sale, eventsOf }: Facts): Promise<boolean> {
  const { reference, versions, pickUps } = sale;
  const keyOf = ({ number }: { readonly number: number }) => `offer/${reference}/${number}`;
  const mails = db.selectFrom("outbox").select("key").where("ref_number", "=", reference);
  const keys = (await mails.where("kind", "in", ["offer", "pick-up"]).execute()).map(({ key }) => key);
  const sent = eventsOf("offer").map(({ becomes }) => keyOf({ number: Number(becomes) }));
  const withdrawn = versions.filter(({ state }) => state === "withdrawn").map(keyOf);
  const due = [...sent, ...pickUps.map(({ id }) => `pick-up/${id}`)];
  const without = withdrawn.filter((key) => !keys.includes(key));
  return [...keys, ...without].toSorted().join() === due.toSorted().join();
}

function isOneEach({ sale, eventsOf, calls }: Facts): boolean {
  const { versions, purchases, machine, pickUps } = sale;
  const isBought = machine !== null;
  const withdrawn = versions.filter(({ state }) => state === "withdrawn").length;
  const sent = calls("offer-send") + calls("offer-extend") - calls("offer-undo");
  const bought = [...eventsOf("purchase"), ...eventsOf("purchase_corrected")].length;
  // A purchase ends what is under way.
  const isNone = (more: number) => more === 0 || (isBought && more > 0);
  return (
    isNone(sent - versions.length) &&
    isNone(eventsOf("pick_up").length - calls("pick-up")) &&
    calls("offer-withdraw") === withdrawn &&
    eventsOf("offer_withdrawn").length === withdrawn &&
    eventsOf("offer_accepted").length === pickUps.length &&
    calls("purchase") === purchases.length &&
    bought === purchases.length &&
    eventsOf("purchase").length === Number(isBought) &&
    (machine?.price_cents ?? null) === (purchases.at(-1)?.price_cents ?? null)
  );
}

const stagesAfter: Readonly<Record<string, readonly SaleStage[]>> = {
  offer: ["ready", "looking", "expired"],
  offer_withdrawn: ["looking"],
  declined: ["declined"],
  offer_accepted: ["accepted"],
  "pick_up arranged": ["accepted"],
  "pick_up missed": ["accepted"],
  "pick_up done": ["bought"],
  "pick_up cancelled": ["cancelled"],
};

function isStageRight({ sale, events }: Facts, now: Date): boolean {
  const stage = saleStage(sale, now);
  if (sale.machine !== null) return stage === "bought";
  const names = events.map(({ type, becomes }) => (type === "pick_up" ? `${type} ${becomes}` : type));
  const last = names.findLast((name) => name in stagesAfter);
  // While a version waits for the end of its undo time, it alone counts.
  const name = sale.versions.at(-1)?.isPending === true ? "offer" : last;
  return name === undefined ? stage === "looking" : stagesAfter[name]?.includes(stage) === true;
}
