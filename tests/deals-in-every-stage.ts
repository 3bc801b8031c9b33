import { declineReasons } from "#domain/deals/desk-settings.ts";
import type { stages } from "#domain/deals/stage.ts";

import type { TestApp } from "./build-test-app.ts";
import { addQuote, approveQuote } from "./deal-examples.ts";
import { dealPage, press } from "./deal-visit.ts";
import { deskCall } from "./staff.ts";
import { addRecord, quoteRequestExample } from "./submission-examples.ts";

const dayMs = 24 * 60 * 60_000;

type StageHere = Exclude<
  keyof typeof stages,
  "return_asked" | "return_agreed" | "return_received" | "refunded"
>;

/** A deal in each stage, the path of its page by stage. */
export async function dealsInEveryStage(app: TestApp): Promise<Record<StageHere, string>> {
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
  const [approved, paid, sent, delivered, cancelled] = await Promise.all([1, 2, 3, 4, 5].map(ordered));
  for (const deal of [approved, paid, sent, delivered, cancelled]) await approveQuote(app, deal!.quote);
  for (const deal of [paid, sent, delivered])
    await deskCall(app, cookie, "POST payment", { ref: deal!.quote.reference, ...pay });
  for (const deal of [sent, delivered])
    await deskCall(app, cookie, "POST parcel", {
      ref: deal!.quote.reference,
      carrier: "NZ Post",
      tracking: "AB1",
    });
  await press(app, `${delivered!.path}/received`, { confirm: "on" });
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
  return {
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
  };
}
