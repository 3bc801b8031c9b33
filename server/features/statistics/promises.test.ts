import { expect, test } from "vitest";

import type { Parcel } from "#domain/deals/deal.ts";
import type { ReturnKind, ReturnState } from "#domain/deals/returns.ts";
import { nzInstant } from "#domain/nz-time.ts";
import type { Promises } from "#domain/statistics.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { addRecord, quoteRequestExample } from "#tests/submission-examples.ts";

/** A Friday; Labour Day was on Monday the 26th. */
const startAt = nzInstant("2026-10-30", "13:00");

async function promisesOf(app: TestApp): Promise<Promises> {
  const answer = await app.fetch("/functions/v1/figures", { headers: { cookie: await app.signIn() } });
  const { promises } = await answer.json();
  return promises;
}

interface Arrived extends Pick<Parcel, "state"> {
  readonly sent: string;
  readonly arrived?: string;
  readonly returned?: { readonly kind: ReturnKind; readonly state: ReturnState };
}

/** An order whose parcel left and arrived at noon of these days, and what came back of it. */
async function addArrived(app: TestApp, { sent, arrived, state, returned }: Arrived): Promise<void> {
  const { id: order_id, ref_number } = await addOrder(app);
  const noon = (day: string) => nzInstant(day, "12:00").toISOString();
  const delivered_at = arrived === undefined ? null : noon(arrived);
  const user_id = String((await app.rows("users"))[0]?.["id"]);
  await app.app.services.database.write(async (tx) => {
    const parcel = { carrier: "NZ Post", tracking: order_id, state, sent_at: noon(sent), delivered_at };
    await tx
      .insertInto("parcels")
      .values({ id: order_id, order_id, ...parcel, user_id })
      .execute();
    await tx.updateTable("orders").set({ delivered_at }).where("id", "=", order_id).execute();
    if (returned === undefined) return;
    const said = { lines: "[]", words: "", answer: null, at: noon(sent), changed_at: noon(sent) };
    await tx
      .insertInto("returns")
      .values({ id: order_id, order_id, ref_number, ...said, ...returned })
      .execute();
  });
}

test("where there is nothing to count, nothing was kept or broken", async () => {
  const app = await buildTestApp({ startAt });
  const nothing = { kept: 0, cases: 0 };
  expect(await promisesOf(app)).toEqual({
    answered: nothing,
    offered: nothing,
    delivered: nothing,
    fits: nothing,
    described: nothing,
  });
});

test("quotes count by the moment that was promised: answered, or overdue", async () => {
  const app = await buildTestApp({ startAt: nzInstant("2026-10-30", "10:00") });
  await addOrder(app, { reference: await addRecord(app, quoteRequestExample) }); // Approved, so answered.
  await addRecord(app, quoteRequestExample, { year: 2001 });
  expect((await promisesOf(app)).answered).toEqual({ kept: 1, cases: 1 });
  app.advance(8 * 60 * 60_000);
  expect((await promisesOf(app)).answered).toEqual({ kept: 1, cases: 2 });
});

test("a parcel is in time up to the fourth business day after it left; lost or overdue, it is late", async () => {
  const app = await buildTestApp({ startAt });
  await addArrived(app, { sent: "2026-10-22", arrived: "2026-10-29", state: "delivered" });
  await addArrived(app, { sent: "2026-10-22", arrived: "2026-10-30", state: "delivered" });
  await addArrived(app, { sent: "2026-10-22", state: "with_carrier" });
  await addArrived(app, { sent: "2026-10-23", state: "with_carrier" });
  await addArrived(app, { sent: "2026-10-29", state: "lost" });
  await addArrived(app, { sent: "2026-10-22", state: "removed" });
  await addArrived(app, { sent: "2026-07-01", arrived: "2026-07-30", state: "delivered" });
  expect((await promisesOf(app)).delivered).toEqual({ kept: 1, cases: 4 });
});

test("an order fits and is as described unless something came back of it for that reason", async () => {
  const app = await buildTestApp({ startAt });
  const arrived = { sent: "2026-10-27", arrived: "2026-10-29", state: "delivered" } as const;
  const backFor = (kind: ReturnKind, state: ReturnState = "closed") =>
    addArrived(app, { ...arrived, returned: { kind, state } });
  await addArrived(app, arrived);
  await backFor("changed-mind");
  await backFor("does-not-fit", "asked");
  await backFor("does-not-fit", "refused");
  for (const kind of ["faulty", "damaged", "wrong-part"] as const) await backFor(kind);
  await addArrived(app, { sent: "2026-10-29", state: "with_carrier" });
  expect(await promisesOf(app)).toMatchObject({
    fits: { kept: 6, cases: 7 },
    described: { kept: 4, cases: 7 },
  });
});

test("offers for machines count with what came of them, by hours and not by opening hours", async () => {
  const app = await buildTestApp({ startAt });
  for (const accepts of [true, false, false, false, false]) {
    const desk = await offerDesk(app);
    app.advance(2 * 60 * 60_000);
    await desk.send();
    if (accepts) await desk.accept();
  }
  const answer = await app.fetch("/functions/v1/figures", { headers: { cookie: await app.signIn() } });
  const { offers, promises } = await answer.json();
  expect(offers).toEqual({ sent: 5, accepted: 1, median_minutes: 120 });
  expect(promises.offered).toEqual({ kept: 5, cases: 5 });
});
