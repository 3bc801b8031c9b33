import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { addOrderOf, bankDesk, tsbFile } from "#tests/bank-desk.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { deskCall } from "#tests/staff.ts";

test("hundreds of lines of many words, and one of thousands, are listed, and none takes long to read", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await bankDesk(app);
  const words = (line: number) =>
    Array.from({ length: 18 }, (_, at) =>
      `w${line}x${at}q`.replace(/\d/g, (d) => "abcdefghij"[Number(d)] ?? ""),
    ).join(" ");
  const many = Array.from({ length: 500 }, (_, line) => ["2026-08-04", words(line), "20.00"] as const);
  const long = ["2026-08-05", `${"many words ".repeat(9000)}${" ".repeat(50_000)}end`, "7.00"] as const;
  const began = process.cpuUsage();
  await desk.take(tsbFile(...many, long));
  const { user } = process.cpuUsage(began);
  expect(user / 1e6, "seconds of processor; it was minutes").toBeLessThan(10);
  const { to_match: lines } = await desk.money();
  expect(lines).toHaveLength(500);
});

test("a waiting payment comes with at most three suggestions: code, amount, name", async () => {
  const app = await buildTestApp({ startAt: monday });
  const orders = [];
  for (const cents of [20_000, 20_000, 20_000, 20_000]) orders.push(await addOrderOf(app, cents));
  const refs = orders.map(({ ref_number: ref }) => ref);
  const { database } = app.app.services;
  await database.write((tx) =>
    tx
      .updateTable("quote_requests")
      .set({ full_name: "Ana Reweti" })
      .where("ref_number", "=", refs[3] ?? "")
      .execute(),
  );
  const desk = await bankDesk(app);
  const number = orders[2]?.invoice_number;
  await desk.take(
    tsbFile(
      ["2026-08-04", `INV ${number}`, "200.00"],
      ["2026-08-05", "D/C FROM REWETI,ANA", "50.00"],
      ["2026-08-06", "SOMEBODY", "7.00"],
    ),
  );
  const open = { machine: "2015 Honda TRX420FM", balance_cents: 20_000, state: "awaiting_payment" };
  const why = (ref: string | undefined, reason: string) => ({ ref, why: reason, ...open });
  expect(await desk.money()).toMatchObject({
    to_match: [
      {
        day: "2026-08-04",
        suggestions: [why(refs[2], "code"), why(refs[0], "amount"), why(refs[1], "amount")],
      },
      { amount_cents: 5000, text: "D/C FROM REWETI,ANA", suggestions: [why(refs[3], "name")] },
      { suggestions: [] },
    ],
    more: false,
  });
  const search = (text: string) =>
    deskCall(app, desk.cookie, `GET bank-find?${String(new URLSearchParams({ text }))}`);
  const found = async (text: string) => {
    const { suggestions } = (await search(text)).body as {
      suggestions: { ref: string }[];
    };
    return suggestions.map(({ ref }) => ref);
  };
  for (const typed of [`${number}`, `INV-${number}`, paymentCode(number ?? 0), refs[2] ?? ""])
    expect([typed, await found(typed)]).toEqual([typed, [refs[2]]]);
  expect(await found("reweti")).toEqual([refs[3]]);
  expect(await found("50% off")).toEqual([]);
  await desk.pay(refs[3] ?? "", 20_000);
  expect((await search("Ana")).body).toMatchObject({
    suggestions: [{ ref: refs[3], name: "Ana Reweti", balance_cents: 0, state: "paid" }],
  });
});

test("each list has at most 500 rows, and says that there are more", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await bankDesk(app);
  const rows = Array.from({ length: 501 }, (_, index) => ["2026-08-04", `PAYER ${index}`, "5.00"] as const);
  await desk.take(tsbFile(...rows));
  const { to_match: waiting, more } = await desk.money();
  expect([waiting, more]).toEqual([expect.objectContaining({ length: 500 }), true]);
});

test("money in another currency is listed with it until it has gone back, and never counts", async () => {
  const app = await buildTestApp({ startAt: monday });
  const { id: order_id, ref_number: ref } = await addOrderOf(app, 20_000);
  const { database, now } = app.app.services;
  const enter = (payment: string, amount_cents: number) =>
    database.write((tx) =>
      tx
        .insertInto("payments")
        .values({
          id: payment,
          order_id,
          amount_cents,
          method: "card",
          received_on: "2026-08-03",
          note: null,
          user_id: null,
          at: now().toISOString(),
          currency: "AUD",
          source: payment,
        })
        .execute(),
    );
  await enter("one", 5000);
  const { money } = await bankDesk(app);
  expect(await money()).toMatchObject({ over: [{ ref, amount_cents: 5000, currency: "AUD" }], short: [] });
  await enter("back", -5000);
  expect(await money()).toMatchObject({ over: [] });
});
