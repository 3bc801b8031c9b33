import { randomUUID } from "node:crypto";

import { type DraftLine, noFreight } from "#domain/deals/quote.ts";
import { firm } from "#domain/firm.ts";
import { type Part, partLabel, partMachine } from "#domain/stock/part.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { releaseOf } from "#server/features/deals/deal/sent-versions.ts";
import { saveDraft } from "#server/features/deals/quotes/quote-draft.ts";
import { sendQuote } from "#server/features/deals/quotes/quote-send.ts";
import { stockFor } from "#server/features/stock/stock-for.ts";

import { cents, type Deal, type Step } from "./deal-steps.ts";
import { partPhoto } from "./photos.ts";

export const draft =
  (dollars: number | null, cheaper?: number, option?: number): Step =>
  async (deal) => {
    const { context, reference, by } = deal;
    const { draft_version: version, suggestions } = await deal.seen();
    const request = await context.database.reader
      .selectFrom("quote_requests")
      .select(["make", "model", "year", "part_needed as text"])
      .where("ref_number", "=", reference)
      .executeTakeFirstOrThrow();
    const machine = `${request.year} ${request.make} ${request.model}`;
    const [first, second] = await inStock(deal);
    const line = (changes: Partial<DraftLine>, part = first): DraftLine => ({
      id: randomUUID(),
      kind: "fixed",
      group: null,
      text: request.text,
      machine,
      grade: "B",
      quantity: 1,
      unit_cents: dollars === null ? null : cents(dollars),
      evidence: ["Tested on a running machine"],
      item_label: null,
      ...(part !== undefined && lineOff(part)),
      cost_cents: dollars === null ? null : cents(dollars * 0.35),
      ...changes,
    });
    const choice = { kind: "choice", group: "part" } as const;
    const bolts: Partial<DraftLine> = {
      kind: "option",
      text: "New mounting bolts",
      machine: null,
      grade: null,
      evidence: [],
      item_label: null,
    };
    const lines = [line(cheaper === undefined ? {} : choice)];
    if (cheaper !== undefined)
      lines.push(line({ ...choice, grade: "C", unit_cents: cents(cheaper) }, second));
    if (option !== undefined) lines.push(line({ ...bolts, unit_cents: cents(option) }, undefined));
    const freight = { ...(suggestions.freight ?? noFreight), cents: suggestions.freight?.cents ?? 2500 };
    const rest = { valid_days: firm.valid_days, words: null, fitment: `Fits a ${machine}` };
    await changeDeal(context, { reference, ...by }, (work) =>
      saveDraft(work, { lines, freight, ...rest }, version),
    );
  };

/** Parts that fit the request and can leave: off no machine on hold. */
async function inStock({ context, reference }: Deal): Promise<readonly Part[]> {
  const { reader } = context.database;
  const held = await reader
    .selectFrom("machines")
    .select("number")
    .where("hold_until", "is not", null)
    .execute();
  const parts = (await stockFor(reader, reference)) ?? [];
  return parts.filter(({ machine_number: machine }) => held.every(({ number }) => number !== machine));
}

function lineOff(part: Part): Partial<DraftLine> {
  const { grade, condition, machine_number } = part;
  const off = machine_number === null ? {} : { machine_number };
  return {
    machine: partMachine(part),
    grade,
    evidence: [...condition],
    item_label: partLabel(part.number),
    ...off,
  };
}

const send: Step = async (deal) => {
  const { context, reference, by } = deal;
  deal.done(await changeDeal(context, { reference, ...by }, (work) => sendQuote(work, null)), 5);
  await releaseOf(quotes, context, reference);
};

/** The customer fetches it from us. */
export const quoteToCollect =
  (dollars: number): Step =>
  async (deal) => {
    await draft(dollars)(deal);
    const { context, reference, by } = deal;
    const { draft: saved, draft_version: version } = await deal.seen();
    if (saved === null) throw new Error(`There is no draft of ${reference}`);
    const freight = { ...noFreight, cents: 0, way: "pick-up" } as const;
    await changeDeal(context, { reference, ...by }, (work) =>
      saveDraft(work, { ...saved, freight }, version),
    );
    await send(deal);
  };

/** With a photo of the part, which is off a machine on hold, if there is one. */
export const quoteWithPhotos =
  (dollars: number): Step =>
  async (deal) => {
    await draft(dollars)(deal);
    const { context, reference, by } = deal;
    const machines = context.database.reader.selectFrom("machines").select(["number", "name"]);
    const machine = await machines.where("hold_until", "is not", null).limit(1).executeTakeFirst();
    const off = machine === undefined ? {} : { machine_number: machine.number, machine: machine.name };
    const shown = { photos: [await partPhoto(deal)], item_label: null, ...off };
    const { draft: saved, draft_version: version } = await deal.seen();
    if (saved === null) throw new Error(`There is no draft of ${reference}`);
    const lines = saved.lines.map((line) => ({ ...line, ...shown }));
    await changeDeal(context, { reference, ...by }, (work) => saveDraft(work, { ...saved, lines }, version));
    await send(deal);
  };

export const quote =
  (...prices: [dollars: number, cheaper?: number, option?: number]): Step =>
  async (deal) => {
    await draft(...prices)(deal);
    await send(deal);
  };
