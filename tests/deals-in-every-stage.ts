import { declineReasons } from "#domain/deals/desk-settings.ts";
import type { stages } from "#domain/deals/stage.ts";

import type { TestApp } from "./build-test-app.ts";
import { addQuote, approveQuote } from "./deal-examples.ts";
import { dealPage, press } from "./deal-visit.ts";
import { deskCall } from "./staff.ts";
import { addRecord, quoteRequestExample } from "./submission-examples.ts";

const dayMs = 24 * 60 * 60_000;

/** A deal in each stage, the path of its page by stage. */
export async function dealsInEveryStage(app: TestApp): Promise<Record<keyof typeof stages, string>> {
  const quoted = async () => dealPage(app, (await addQuote(app)).reference);
  const ordered = async () => {
    const quote = await addQuote(app, { validDays: 30 });
    return { quote, path: dealPage(app, quote.reference) };
  };
  const [expired, overdue] = [await quoted(), await ordered()];
  await approveQuote(app, overdue.quote);
  app.advance(8 * dayMs);
  const cookie = await app.signIn();
  const pay = { amount_cents: 20_000, method: "transfer", received_on: "2026-08-11" };
  const deals = await Promise.all(Array.from({ length: 9 }, ordered));
  const [approved, paid, sent, delivered, cancelled, ...back] = deals;
  for (const deal of deals) await approveQuote(app, deal.quote);
  for (const deal of [paid, sent, delivered, ...back])
    await deskCall(app, cookie, "POST payment", { ref: deal!.quote.reference, ...pay });
  for (const deal of [sent, delivered, ...back])
    await deskCall(app, cookie, "POST parcel", {
      anyway: true,
      ref: deal!.quote.reference,
      carrier: "NZ Post",
      tracking: "AB1",
    });
  for (const deal of [delivered, ...back]) await press(app, `${deal!.path}/received`, { confirm: "on" });
  const [, agreed, received, refunded] = back.map(({ quote }) => quote.reference);
  for (const { path } of back) await press(app, `${path}/return`, { kind: "faulty", line: "diff" });
  const returns = await app.rows("returns");
  const settle = (ref: string | undefined, change: string) =>
    deskCall(app, cookie, "POST return", {
      ref,
      id: returns.find(({ ref_number }) => ref_number === ref)?.["id"],
      change,
      words: "Send it to the yard",
    });
  await settle(agreed, "agree");
  await settle(received, "received");
  await deskCall(app, cookie, "POST refund", { ref: refunded, amount_cents: 20_000, method: "transfer" });
  await deskCall(app, cookie, "POST order", { ref: cancelled!.quote.reference, change: "cancel" });
  const [ready, answering, declined, withdrawn] = [
    await quoted(),
    await quoted(),
    await quoted(),
    await addQuote(app),
  ];
  await press(app, `${answering}/ask`, { words: "Does it fit a 2016?" });
  await press(app, `${declined}/decline`, { reason: declineReasons[0] ?? "" });
  await deskCall(app, cookie, "POST quote-withdraw", { ref: withdrawn.reference, number: 1 });
  const collect = await ordered();
  const pickUp = { service: null, zone: null, rural: false, cents: 0, words: null, way: "pick-up" } as const;
  const held = await addQuote(app, {
    reference: collect.quote.reference,
    number: 2,
    content: { freight: pickUp },
  });
  await approveQuote(app, held);
  const ref = held.reference;
  await deskCall(app, cookie, "POST payment", { ...pay, ref, amount_cents: held.totalCents });
  await deskCall(app, cookie, "POST order", { ref, change: "packed", anyway: true });
  return {
    collect: collect.path,
    pricing: dealPage(app, await addRecord(app, quoteRequestExample)),
    ready,
    answering,
    expired,
    declined,
    withdrawn: dealPage(app, withdrawn.reference),
    approved: approved!.path,
    overdue: overdue.path,
    paid: paid!.path,
    sent: sent!.path,
    delivered: delivered!.path,
    cancelled: cancelled!.path,
    return_asked: back[0]!.path,
    return_agreed: back[1]!.path,
    return_received: back[2]!.path,
    refunded: back[3]!.path,
  };
}
