import { randomUUID } from "node:crypto";

import { gstKindNames } from "#domain/deals/purchase.ts";
import { dayMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";

import type { TestApp } from "./build-test-app.ts";
import { addOrder, exampleLine } from "./deal-examples.ts";
import { yardDesk } from "./purchase-example.ts";
import { deskCall } from "./staff.ts";

type Act = readonly [call: "pay" | "refund" | "order", what: number | string, laterDays?: number];

/** What becomes of an order of that many cents. Paying more than is owed, or for nothing that is owed, is overpaid. */
const fates: readonly ((cents: number) => readonly Act[])[] = [
  (all) => [["pay", all]],
  (all) => [
    ["pay", 5003],
    ["pay", all - 5003, 2],
  ],
  () => [["pay", 5003]],
  (all) => [
    ["pay", all],
    ["pay", all, 1],
    ["refund", all, 40],
  ],
  (all) => [["pay", all + 1999]],
  (all) => [
    ["pay", all],
    ["refund", 1777, 35],
    ["refund", all - 1777, 60],
  ],
  (all) => [
    ["pay", all],
    ["order", "cancel", 3],
    ["refund", all, 62],
  ],
  (all) => [
    ["pay", all, 12],
    ["order", "revive", 50],
  ],
  () => [],
  (all) => [
    ["pay", all + 2001],
    ["refund", 5005, 45],
  ],
  () => [["order", "cancel", 1]],
  (all) => [
    ["pay", all - 7],
    ["pay", 1, 1],
  ],
];

/** A year of orders and of machines of the four kinds of GST, by what the desk calls. */
export async function addGstYear(app: TestApp, orders: number, machines: number): Promise<void> {
  const waiting: { at: number; ref: string; act: Act }[] = [];
  const now = () => app.app.services.now();
  const step = Math.floor((365 * dayMs) / orders);
  let yard = await yardDesk(app);
  let done = 0;
  const send = async (ref: string, [call, what]: Act) => {
    const received_on = nzDate(new Date(now().getTime() - (done % 4) * dayMs)); // Noted up to three days later.
    const money = { ref, amount_cents: what, method: "transfer", note: null };
    if (call === "pay") await must(app, yard.cookie, "payment", { ...money, received_on, again: true });
    if (call === "refund") await must(app, yard.cookie, "refund", { ...money, lines: [] });
    if (call === "order") await must(app, yard.cookie, "order", { ref, change: what, note: null });
    done += 1;
  };
  for (let order = 0; order < orders; order += 1) {
    app.advance(step);
    yard = await yardDesk(app); // A session ends.
    if (order % 6 === 0) await app.app.run("deals"); // Orders lapse.
    for (const due of waiting.filter(({ at }) => at <= now().getTime())) {
      waiting.splice(waiting.indexOf(due), 1);
      await send(due.ref, due.act);
    }
    const unit_cents = 10_000 + ((order * 7919) % 50_021);
    const { ref_number: ref, total_cents } = await addOrder(app, { lines: [exampleLine({ unit_cents })] });
    for (const act of fates[order % fates.length]?.(total_cents) ?? []) {
      const at = now().getTime() + (act[2] ?? 0) * dayMs;
      if (act[2] === undefined) await send(ref, act);
      else waiting.push({ at, ref, act });
    }
    if (order % Math.floor(orders / machines) === 0)
      await yard.bought({
        price_cents: 30_000 + ((order * 104_729) % 500_009),
        bought_on: nzDate(now()),
        gst: gstKindNames[(order / Math.floor(orders / machines)) % 4],
      });
  }
}

async function must(app: TestApp, cookie: string, call: string, body: object): Promise<void> {
  const answer = await deskCall(app, cookie, `POST ${call}`, body, { key: randomUUID() });
  if (answer.status !== 200) throw new Error(`${call} ${JSON.stringify([body, answer])}`);
}
