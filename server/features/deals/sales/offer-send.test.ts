import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { releaseVersions } from "#server/features/deals/deal/sent-versions.ts";
import { appWithMailServer } from "#tests/app-with-mail-server.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday, races } from "#tests/deal-examples.ts";
import { visit } from "#tests/deal-visit.ts";
import { offerDesk, offerExample, windowIn } from "#tests/offer-desk.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, quoteRequestExample, vehicleExample } from "#tests/submission-examples.ts";

import { offers } from "./offers.ts";

const dayMs = 24 * 60 * 60_000;

async function vehicle(app: TestApp): Promise<Record<string, unknown>> {
  return (await app.rows("vehicle_submissions")).at(-1) ?? {};
}

async function eventsOf(app: TestApp): Promise<unknown[][]> {
  return (await app.rows("record_events"))
    .filter(({ record_table: table }) => table === "vehicle_submissions")
    .map(({ type, was, becomes }) => [type, was, becomes]);
}

test("an offer can be undone for ten seconds; then it is mailed once, and counts as the answer", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  expect((await desk.call("offerSend", offerExample(app))).body).toMatchObject({ number: 1 });
  expect((await visit(app, desk.path)).heading).toBe("We are looking at it");
  expect((await desk.call("offerUndo", { number: 1 })).status).toBe(200);
  expect((await desk.offer())["versions"]).toEqual([]);
  expect(await vehicle(app)).toMatchObject({ status: "new", next_step: "offer" });
  await desk.send();
  expect((await desk.call("offerUndo", { number: 1 })).body).toMatchObject({
    error: "Offer 1 has left already: withdraw it, or make another one",
  });
  expect(await vehicle(app)).toMatchObject({
    status: "in_progress",
    next_step: "waiting",
    answered_by: "offer",
  });
  const [offer] = await app.rows("offers");
  const hash = createHash("sha256").update(String(offer?.["content"])).digest("hex");
  expect(offer).toMatchObject({ state: "out", content_hash: hash, amount_cents: 120_000 });
  const mails = (await app.mails()).filter(({ messageId }) => messageId?.startsWith("<offer-"));
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Our offer QK-\S+: \$1,200.00/),
  ]);
});

test("the preview is the mail and the page that the seller gets, and sends nothing", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await offerDesk(app);
  const offer = offerExample(app, { pick_up: [] });
  const { status, body } = await desk.call("offerPreview", offer);
  expect([status, body["text"]]).toEqual([200, expect.stringContaining("ring you to arrange when we pick")]);
  expect(await app.rows("offers")).toEqual([]);
  await desk.send({ pick_up: [] });
  const mail = (await app.mails()).at(-1);
  expect([mail?.subject, mail?.text?.trim()]).toEqual([body["subject"], String(body["text"]).trim()]);
  expect(body["page"]).toContain("Accept $1,200");
  await desk.accept();
  expect((await desk.call("offerPreview", offer)).status).toBe(409);
});

test("an offer whose mail was refused is sent again; one that arrived is not", async () => {
  const { app, mail } = await appWithMailServer();
  const desk = await offerDesk(app);
  await app.app.run("outbox");
  mail.setMode("refuse-rcpt");
  await desk.send();
  expect(await desk.offer()).toMatchObject({ next: "again", versions: [{ mail: { state: "failed" } }] });
  mail.setMode("none");
  expect((await desk.call("offerResend", { number: 1 })).status).toBe(200);
  await app.app.run("outbox");
  expect(await desk.offer()).toMatchObject({ next: null, versions: [{ mail: { state: "sent" } }] });
  expect((await desk.call("offerResend", { number: 1 })).status).toBe(409);
});

test("what can't be offered is refused with the reason", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  const wrong = [
    [{ amount_cents: 0 }, 400, "amount_cents: The amount is missing"],
    [{ pick_up: [windowIn(app, 1), windowIn(app, -1)] }, 422, "pick_up: a time to pick it up has passed"],
    [{ pick_up: [windowIn(app, 1), windowIn(app, 1)] }, 422, "pick_up: two times begin at the same moment"],
    [{ words: "é".repeat(4999) }, 422, "The e-mail would be larger than 30 KB"],
  ] as const;
  for (const [changes, status, error] of wrong) {
    const answer = await desk.call("offerSend", offerExample(app, changes));
    expect([answer.status, answer.body["error"]]).toEqual([status, expect.stringContaining(error)]);
  }
  await desk.send();
  await desk.accept();
  const late = await desk.call("offerSend", offerExample(app));
  expect([late.status, late.body["error"]]).toEqual([
    409,
    "They have just accepted: cancel the pick-up first",
  ]);
  const request = await offerDesk(app, await addRecord(app, quoteRequestExample));
  expect((await request.call("offerSend", offerExample(app))).status).toBe(404);
});

test("an offer that ran out is noted, and extended with the same content and a later day", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await offerDesk(app);
  await desk.send({ pick_up: [windowIn(app, 20)] });
  app.advance(8 * dayMs);
  await app.app.run("deals");
  expect((await visit(app, desk.path)).heading).toBe("This offer has expired");
  expect(await desk.offer()).toMatchObject({ next: "extend" });
  expect(await vehicle(app)).toMatchObject({ next_step: "expired" });
  expect(await eventsOf(app)).toContainEqual(["offer_expired", null, "1"]);
  await desk.call("offerExtend", { valid_days: 3 });
  app.advance(11_000);
  await app.app.run("outbox");
  expect(await desk.offer()).toMatchObject({
    stage: "Our offer is ready",
    versions: [{ state: "superseded" }, { valid_until: "2026-08-14", content: { amount_cents: 120_000 } }],
  });
  const subjects = (await app.mails()).map(({ subject }) => subject ?? "");
  expect(subjects.at(-1)).toMatch(/^Our offer QK-\S+ holds longer: \$1,200.00, valid until Friday 14 August/);
});

test("a pick-up is missed, moved to another time and done; photos that came are no longer wanted", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await offerDesk(app);
  await desk.send();
  await desk.accept();
  expect(await vehicle(app)).toMatchObject({ next_step: "pick_up" });
  const change = async (what: string, when?: string) =>
    (await desk.call("pickUp", { change: what, ...(when === undefined ? {} : { when }) })).status;
  expect(await change("missed")).toBe(200);
  const missed = await visit(app, desk.path);
  expect([missed.heading, missed.text]).toEqual([
    "Offer accepted: pick-up",
    expect.stringContaining("We missed each other."),
  ]);
  expect(await change("missed")).toBe(409);
  expect(await change("missed", "2026-08-01")).toBe(422);
  expect(await change("missed", "2026-08-07")).toBe(200);
  expect((await visit(app, desk.path)).text).toContain("We come on Fri 7 Aug, 10 am to 1 pm.");
  expect(await change("done", "2026-08-04"), "a day to come").toBe(422);
  expect(await change("done", "2026-08-03"), "earlier than arranged").toBe(200);
  const done = await visit(app, desk.path);
  expect([done.heading, done.text]).toEqual([
    "Picked up and paid",
    expect.stringContaining("We came Monday 3 August"),
  ]);
  expect(done.text, "what was paid is not recorded").not.toContain("$1,200");
  expect((await desk.offer())["pick_up"]).toMatchObject({ from: expect.stringMatching(/^2026-08-02T22/) });
  expect(await vehicle(app)).toMatchObject({ next_step: "purchase" });
  expect(await change("cancel")).toBe(409);
  expect(
    (await eventsOf(app)).filter(([type]) => type === "pick_up").map(([, was, to]) => [was, to]),
  ).toEqual([
    ["arranged", "missed"],
    ["missed", "arranged"],
    ["arranged", "done"],
  ]);
});

test("staff ask a customer who wants a part for photos, too: once, however often the call is repeated", async () => {
  const app = await buildTestApp();
  const ref = await addRecord(app, quoteRequestExample);
  const cookie = await app.signIn();
  const body = { ref, shots: ["part"], words: "The teeth, please" };
  for (const key of ["a", "a"]) {
    const answer = await deskCall(app, cookie, "POST photo-request", body, { key });
    expect(answer).toEqual({ status: 200, body: { number: 1 } });
  }
  expect((await app.postJson("/functions/v1/photo-request", body, { cookie })).status).toBe(428);
  await app.app.run("outbox");
  const mail = (await app.mails()).at(-1);
  expect([mail?.subject, mail?.text]).toEqual([
    `Photos for ${ref}, please`,
    expect.stringContaining("The teeth, please"),
  ]);
  expect(await app.rows("photo_requests")).toHaveLength(1);
});

test("photos are wanted until they have come; staff read of them in one line", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.call("photoRequest", { shots: ["front", "dash"] });
  expect(await vehicle(app)).toMatchObject({ next_step: "photos" });
  for (const [index, shot] of ["front", "dash", "dash"].entries()) {
    const form = new FormData();
    form.set("shot", shot);
    form.set("photo", new Blob([new Uint8Array(await plainPhoto(80 + index))]), "a.jpg");
    const answer = await app.fetch(`${desk.path}/photos`, { method: "POST", body: form, redirect: "manual" });
    expect(answer.status).toBe(303);
  }
  expect((await visit(app, desk.path)).heading).toBe("We are looking at it");
  expect(await vehicle(app)).toMatchObject({ next_step: "offer" });
  app.advance(6 * 60_000);
  await app.app.run("deals");
  await app.app.run("outbox");
  const told = (await app.mails()).at(-1);
  expect(told?.subject).toBe(`${desk.reference}: 3 photos`);
});

test(
  "an undo races the sender: exactly one of the two wins, in every race",
  { timeout: 120_000 },
  async () => {
    const { app, mail } = await appWithMailServer();
    const { services } = app.app;
    const desk = await offerDesk(app, await addRecord(app, vehicleExample));
    for (let race = 1; race <= races; race += 1) {
      const sent = await desk.call("offerSend", offerExample(app));
      const number = Number(sent.body["number"]);
      // An instance whose clock is ahead sends it while the undo time is not over.
      const ahead = new Date(services.now().getTime() + 10_000);
      const context = { ...services, now: () => ahead, log: { error: () => undefined } };
      const [undone] = await Promise.all([
        delay(race % 3).then(() => desk.call("offerUndo", { number })),
        delay((race % 7) * 3).then(() => releaseVersions(offers, context)),
      ]);
      const left = (await app.rows("outbox")).filter(
        ({ key }) => key === `offer/${desk.reference}/${number}`,
      );
      expect([undone.status, left.length]).toEqual(undone.status === 200 ? [200, 0] : [409, 1]);
    }
    app.advance(11_000);
    await app.app.run("outbox");
    const names = mail.messages.map(({ name }) => name).filter((name) => name.startsWith("offer-"));
    expect(new Set(names).size).toBe(names.length);
  },
);

test("a server killed between the steps goes on where it was: one mail, one pick-up", async () => {
  const first = await buildTestApp();
  const desk = await offerDesk(first);
  await desk.call("offerSend", offerExample(first));
  const second = await first.restart();
  second.shiftClock(first.app.services.now().getTime() + 11_000 - second.app.services.now().getTime());
  await second.app.run("outbox");
  const again = await offerDesk(second, desk.reference);
  expect((await again.accept()).status).toBe(303);
  const third = await second.restart();
  await third.app.run("outbox");
  expect((await visit(third, desk.path)).heading).toBe("Offer accepted: pick-up");
  const names = (await third.mails()).flatMap(
    ({ messageId }) => /^<(offer|pick-up)-/.exec(messageId ?? "")?.[1] ?? [],
  );
  expect(names).toEqual(["offer", "pick-up"]);
});
