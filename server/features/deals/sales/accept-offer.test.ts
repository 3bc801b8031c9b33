import { expect, test } from "vitest";

import { hourMs } from "#domain/durations.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { visit } from "#tests/deal-visit.ts";
import { offerDesk, windowIn } from "#tests/offer-desk.ts";

test("accepted 50 times at once, it is accepted once, and everybody sees it", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  const presses = Array.from({ length: 50 }, () => desk.accept());
  const statuses = (await Promise.all(presses)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([303]));
  expect(await app.rows("pick_ups")).toHaveLength(1);
  const kinds = (await app.rows("outbox")).filter(({ kind }) => kind === "pick-up");
  expect(kinds).toHaveLength(1);
});

test("offer 2 races the acceptance of offer 1: the seller has one of them, never both", async () => {
  const app = await buildTestApp();
  for (let race = 0; race < 8; race += 1) {
    const desk = await offerDesk(app);
    await desk.send();
    const offer = { amount_cents: 90_000, valid_days: 7, pick_up: [windowIn(app, 1)] };
    const [sent, accepted] = await Promise.all([desk.call("offerSend", offer), desk.accept(1)]);
    expect([
      [409, 303],
      [200, 409],
    ]).toContainEqual([sent.status, accepted.status]);
  }
});

test("after a cancelled pick-up and with the clock set back, the offer accepted last is the one that counts", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  await desk.accept();
  await desk.call("pickUp", { change: "cancel" });
  app.shiftClock(-hourMs / 2);
  await desk.accept(await desk.send());
  expect(await desk.offer()).toMatchObject({
    stage: "Offer accepted: pick-up",
    pick_up: { number: 2, state: "arranged" },
  });
});

test.for([
  ["any day", "2026-08-02T22:00:00Z", "2026-08-10T11:59:59.999Z"],
  ["the day on which daylight saving begins", "2026-09-19T21:00:00Z", "2026-09-27T10:59:59.999Z"],
  ["the day on which daylight saving ends", "2027-03-27T21:00:00Z", "2027-04-04T11:59:59.999Z"],
] as const)("an offer whose last day is %s holds to the last millisecond of it", async ([, sentAt, last]) => {
  const app = await buildTestApp({ startAt: new Date(sentAt) });
  const [inTime, late] = [await offerDesk(app), await offerDesk(app)];
  for (const desk of [inTime, late]) await desk.send({ pick_up: [windowIn(app, 10)] });
  app.advance(Date.parse(last) - app.app.services.now().getTime());
  expect((await inTime.accept()).status).toBe(303);
  app.advance(1);
  const page = await late.accept();
  expect([page.status, page.heading]).toEqual([410, "This offer has expired"]);
  expect((await visit(app, late.path)).text).not.toContain("Accept $");
});
