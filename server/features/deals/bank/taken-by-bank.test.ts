import { expect, test } from "vitest";

import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { addOrderOf, bankDesk, tsbFile } from "#tests/bank-desk.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";

/** An order of $235.75 that was paid by the first file. */
async function paidOrder() {
  const app = await buildTestApp({ startAt: monday });
  const { ref_number: ref, invoice_number: invoice } = await addOrderOf(app, 23_575);
  const desk = await bankDesk(app);
  const paid = ["2026-08-03", `PAYER ${paymentCode(invoice)}`, "235.75"] as const;
  expect(await desk.take(tsbFile(paid))).toMatchObject({ matched: 1, taken_back: 0 });
  const taken = async () => (await desk.money())["taken_back"];
  const code = paymentCode(invoice);
  return { app, ref, desk, paid, taken, code, page: () => visit(app, dealPage(app, ref)) };
}

test("a payment that the bank takes back in a later file is listed once, and nothing is packed before staff have seen to it", async () => {
  const { app, ref, desk, paid, taken, code, page } = await paidOrder();
  const back = ["2026-08-05", `DISHONOUR ${code}`, "-235.75"] as const;
  const bill = ["2026-08-05", "POWER COMPANY", "-235.75"] as const;
  for (const file of [tsbFile(paid, back, bill), tsbFile(bill, back), tsbFile(paid, back, bill)])
    await desk.take(file);
  const listed = { ref, amount_cents: 23_575, since: expect.any(String), why: "bank", by: null };
  expect(await taken()).toEqual([{ ...listed, invoice_number: 1001, name: "Aroha Ngata" }]);
  expect(JSON.stringify(await app.rows("bank_imports"))).not.toContain("POWER");
  expect(await app.rows("payments"), "whether it left the order is for staff to say").toHaveLength(1);
  expect((await desk.change(ref, "packed")).status).toBe(409);
  expect((await page()).text).toContain("We check your payment once more");
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "money" }]);

  expect((await desk.pay(ref, -23_575, { method: "correction" })).status).toBe(200);
  expect(await desk.money()).toMatchObject({ taken_back: [], short: [{ ref, amount_cents: 23_575 }] });
  expect((await page()).heading).toBe("Approved: now the payment");
  expect(await app.rows("quote_requests")).toMatchObject([{ next_step: "pay" }]);
  await desk.take(tsbFile(back));
  expect(await taken()).toEqual([]);
});

test("a debit without a code is listed if it reverses a line that paid an order: same amount, same words", async () => {
  const { app, ref, desk, taken } = await paidOrder();
  const { ref_number: other } = await addOrderOf(app, 5000);
  await desk.take(tsbFile(["2026-08-03", "D/C SMITH", "50.00"]));
  const { to_match: waiting } = (await desk.money()) as { to_match: { line: string }[] };
  await desk.match(waiting[0]?.line, other);
  const others = [
    ["2026-08-06", "SMITH", "-50.00"],
    ["2026-08-06", "D/C SMITH", "-50.01"],
    ["2026-08-06", "BILL D/C SMITH", "-50.00"],
  ] as const;
  expect(await desk.take(tsbFile(...others))).toMatchObject({ taken_back: 0 });
  const reversed = tsbFile(["2026-08-06", "REVERSAL D/C SMITH", "-50.00"]);
  expect(await desk.take(reversed)).toMatchObject({ taken_back: 1, to_match: 0 });
  expect(await desk.take(reversed)).toMatchObject({ taken_back: 0 });
  expect(await taken()).toMatchObject([{ ref: other, amount_cents: 5000 }]);
  expect((await desk.change(other, "seen")).status).toBe(200);
  expect([await taken(), (await desk.change(ref, "seen")).status]).toEqual([[], 409]);
});

test("what staff pay back by transfer with the code is theirs, entered before the file or after it", async () => {
  const { ref, desk, taken, code } = await paidOrder();
  const back = (amount: string) => tsbFile(["2026-08-04", `REFUND ${code}`, amount]);
  await desk.pay(ref, -1000);
  expect(await desk.take(back("-10.00"))).toMatchObject({ taken_back: 0 });
  await desk.take(back("-20.00"));
  expect(await taken()).toMatchObject([{ ref, amount_cents: 2000, why: "bank" }]);
  await desk.pay(ref, -2000);
  expect(await taken()).toEqual([]);
});
