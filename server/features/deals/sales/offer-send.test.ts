import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { offerDesk, windowIn } from "#tests/offer-desk.ts";

test("an offer can be undone for ten seconds; then it is mailed once, and counts as the answer", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  const offer = { amount_cents: 120_000, valid_days: 7, pick_up: [windowIn(app, 2)], words: "Hi Fiona" };
  const sent = await desk.call("offerSend", offer);
  expect(sent.body).toMatchObject({ number: 1 });
  expect((await desk.call("offerUndo", { number: 1 })).status).toBe(200);
  expect((await desk.offer())["versions"]).toEqual([]);
  await desk.send();
  expect(await desk.offer()).toMatchObject({ stage: "Our offer is ready", next: null });
});
