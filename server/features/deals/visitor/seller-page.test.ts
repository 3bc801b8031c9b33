import { expect, test } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { monday } from "#tests/deal-examples.ts";
import { dealPage, expectPrivate, press, visit } from "#tests/deal-visit.ts";
import { account, offerDesk, windowIn } from "#tests/offer-desk.ts";
import { detailedPhoto, sendPhoto } from "#tests/photo-examples.ts";
import { deskCall } from "#tests/staff.ts";
import { mailedReference, vehicleExample } from "#tests/submission-examples.ts";

const minuteMs = 60_000;

async function mailsOf(app: TestApp, kind: string) {
  await app.app.run("outbox");
  return (await app.mails()).filter(({ messageId }) => messageId?.startsWith(`<${kind}-`));
}

test("a seller is asked for photos, gets an offer, wants more, and accepts it all the same", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await offerDesk(app);
  const first = await visit(app, desk.path);
  expect(first.heading).toBe("We are looking at it");
  expect(first.text).toContain("You get our cash offer by 10:00 am on Tuesday 4 August.");
  const asked = { shots: ["frame_number", "dash"], words: "Is it <b>stamped</b>?" };
  expect(await desk.call("photoRequest", asked)).toMatchObject({ status: 200, body: { number: 1 } });
  expect((await visit(app, desk.path)).heading).toBe("Photos wanted");
  const [photoMail] = await mailsOf(app, "photos");
  expect(photoMail?.text).toContain("Is it <b>stamped</b>?");
  expect(photoMail?.text).toMatch(/Frame number\n +Dash/);
  expect(photoMail?.html).toContain(`href="https://quadkea.example${desk.path}/photos"`);

  await desk.send();
  const ready = await visit(app, desk.path);
  expect(ready.heading).toBe("Our offer is ready");
  expect(ready.text).toContain("We bring the ramp.");
  expect(ready.text).toContain("Wed 5 Aug, 10 am to 1 pm");
  expect(ready.text).toContain("Accept $1,200");
  expectPrivate(ready);
  expect(ready.html.length).toBeLessThan(30_000);

  await press(app, `${desk.path}/offer/counter`, { amount: "$1,500", words: "New tyres" });
  const waiting = await visit(app, desk.path);
  expect(waiting.heading).toBe("We are looking at it");
  expect(waiting.text).toContain("You asked for $1,500.00");
  expect((await desk.offer())["messages"]).toMatchObject([{ kind: "counter", amount_cents: 150_000 }]);

  expect((await desk.accept()).status).toBe(303);
  const accepted = await visit(app, desk.path);
  expect(accepted.heading).toBe("Offer accepted: pick-up");
  expect(await desk.offer()).toMatchObject({
    stage: "Offer accepted: pick-up",
    pick_up: { state: "arranged", pay: "account", bank_account: account, gst_registered: false },
    versions: [{ state: "approved" }],
  });
  const mails = await mailsOf(app, "pick-up");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Wed 5 Aug, 10 am to 1 pm");
  app.advance(6 * minuteMs);
  await app.app.run("deals");
  const [told] = await mailsOf(app, "staff");
  expect(told?.subject).toContain("wants another price, accepted our offer");
  const everything = JSON.stringify([
    await app.mails(),
    app.logLines,
    await app.rows("pick_ups"),
    accepted.html,
  ]);
  expect(everything).not.toContain(account);
  expect(everything).not.toContain("0171323");
});

test("nothing is agreed without the tick and the choices; what was typed stays", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  const wrong = [
    [{ accept: "" }, 400, "Please tick the box"],
    [{ window: "" }, 400, "Please choose a time"],
    [{ pay: "" }, 400, "Please say how we shall pay you"],
    [{ gst_registered: "" }, 400, "One question is open"],
    [{ bank_account: "12-3140-0171324-50" }, 400, "wrong check digit"],
    [{ bank_account: "12 3140" }, 400, "must be a New Zealand account number"],
    [{ hash: "0".repeat(64) }, 409, "Our offer has changed"],
    [{ version: "2" }, 409, "Our offer has changed"],
  ] as const;
  for (const [changes, status, words] of wrong) {
    const page = await desk.accept(1, changes);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(words)]);
  }
  expect((await desk.accept(1, { accept: "" })).html).toContain(`value="${account}"`);
  for (const form of ["accept", "counter"]) {
    expect((await press(app, `${desk.path}/offer/${form}`)).status).toBe(400);
    expect((await visit(app, `${desk.path}/offer/${form}`)).status).toBe(303);
  }
  expect(await app.rows("pick_ups")).toEqual([]);
  expect((await desk.accept(1, { bank_account: "12-9999-0171323-50" })).text).not.toContain("branch");
});

test("cash is paid below $10,000 only", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send({ amount_cents: 1_000_000 });
  expect((await visit(app, desk.path)).text).not.toContain("In cash");
  expect((await desk.accept(1, { pay: "cash" })).text).toContain("That is too much for cash");
  await desk.send({ amount_cents: 999_999 });
  expect((await desk.accept(2, { pay: "cash", bank_account: "" })).status).toBe(303);
  expect((await desk.offer())["pick_up"]).toMatchObject({ pay: "cash", bank_account: null });
});

test("while the seller reads offer 1, offer 2 is sent: accepting the first says what changed", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  await desk.send({ amount_cents: 130_000, words: null });
  const page = await desk.accept(1);
  expect([page.status, page.heading]).toEqual([409, "Our offer is ready"]);
  expect(page.text).toContain("We pay: was $1,200.00, is now $1,300.00.");
  expect((await visit(app, `${desk.path}/version/1`)).text).toContain("This is not our current offer.");
  expect((await visit(app, `${desk.path}/version/3`)).status).toBe(404);
  expect((await desk.accept(2)).status).toBe(303);
  expect((await desk.accept(2)).status).toBe(303);
  expect((await desk.accept(1)).text).toContain("The offer has been accepted already");
  expect(await app.rows("pick_ups")).toHaveLength(1);
});

test("a time that has passed can't be chosen; without one to come, the page says what to do", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send({ pick_up: [windowIn(app, 1), windowIn(app, 2)] });
  app.advance(24 * 60 * minuteMs);
  const late = await desk.accept();
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("That time has passed")]);
  app.advance(24 * 60 * minuteMs);
  expect((await visit(app, desk.path)).text).toContain("Our times have passed");
});

test("without times, or if none suits, the offer is accepted and the time arranged after that", async () => {
  const app = await buildTestApp({ startAt: monday });
  for (const changes of [{ pick_up: [] }, {}]) {
    const desk = await offerDesk(app);
    await desk.send(changes);
    const { html } = await visit(app, desk.path);
    expect(html.includes('name="window"')).toBe(!("pick_up" in changes));
    expect((await desk.accept(1, { window: "pick_up" in changes ? "" : "other" })).status).toBe(303);
    expect((await visit(app, desk.path)).text).toContain("We ring you to arrange the time");
    expect((await mailsOf(app, "pick-up")).at(-1)?.text).toContain("We ring you to arrange the time.");
    expect(await desk.offer()).toMatchObject({ next: "missed", pick_up: { state: "arranged", from: null } });
    const arranged = (when: string) => desk.call("pickUp", { change: "missed", when });
    expect((await arranged("2026-08-05")).status, "a day alone").toBe(422);
    expect((await arranged("2026-08-04T22:00:00Z")).status).toBe(200);
    expect((await visit(app, desk.path)).text).toContain("We come on Wed 5 Aug, 10 am.");
  }
});

test("no thanks ends it, and an offer that is withdrawn or whose pick-up is cancelled can't be accepted", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  const declined = { words: "" };
  expect((await press(app, `${desk.path}/offer/decline`, declined)).status).toBe(303);
  expect((await press(app, `${desk.path}/offer/decline`, declined)).status).toBe(303);
  expect((await visit(app, desk.path)).heading).toBe("You said no thanks");
  expect((await desk.accept()).status).toBe(409);
  expect(await desk.offer()).toMatchObject({ stage: "You said no thanks", messages: [declined] });

  await desk.send();
  expect((await desk.call("offerWithdraw", { number: 2 })).status).toBe(200);
  expect((await visit(app, desk.path)).heading).toBe("We are looking at it");
  expect((await desk.accept(2)).status).toBe(409);
  await desk.send();
  await desk.accept(3);
  expect((await desk.call("pickUp", { change: "cancel" })).status).toBe(200);
  expect((await visit(app, desk.path)).heading).toBe("Cancelled");
  expect((await desk.accept(3)).text).toContain("This offer can no longer be accepted");
});

test("a receipt can arrive before the record is stored: its link already works, and another key does not", async () => {
  const app = await buildTestApp();
  const reference = await mailedReference(app, vehicleExample);
  await app.app.services.mailStep.settled();
  const path = dealPage(app, reference, 1, vehicleSubmission);
  const receipt = (await mailsOf(app, "receipt")).at(-1);
  expect(receipt?.html).toContain(`href="https://quadkea.example${path}#photos"`);
  expect(receipt?.html).toContain("Add photos now");
  const early = await visit(app, path);
  expect([early.status, early.heading]).toEqual([200, "We have it"]);
  expect(early.text).not.toContain("Suzuki");
  expect((await visit(app, `${path.slice(0, -1)}x`)).status).toBe(404);
  const unknown = dealPage(app, "QK-ABCDEF-2345", 1, vehicleSubmission);
  expect((await visit(app, unknown)).status).toBe(404);
});

test("/status knows vehicles by phone or e-mail; staff renew the link of one", async () => {
  const app = await buildTestApp();
  const desk = await offerDesk(app);
  await desk.send();
  for (const check of ["0177", "fiona@example.co.nz"]) {
    const page = await press(app, "/status", { ref: desk.reference, check });
    expect([page.status, page.heading]).toEqual([200, "Our offer is ready"]);
    expect(page.text).not.toMatch(/Fiona|1,200|Suzuki/);
  }
  expect((await press(app, "/status", { ref: desk.reference, check: "0178" })).status).toBe(404);
  const cookie = await app.signIn();
  const renewed = await deskCall(app, cookie, "POST deal-link", { ref: desk.reference });
  expect((await visit(app, desk.path)).status).toBe(404);
  expect((await visit(app, new URL(String(renewed.body["link"])).pathname)).heading).toBe(
    "Our offer is ready",
  );
});

/** Bytes of a page and of all that it names: pictures, style sheets, scripts, icons. */
async function weightOf(app: TestApp, path: string): Promise<number> {
  const { html } = await visit(app, path);
  const named = html.matchAll(/<(?:img|script|link)[^>]* (?:src|href)="([^"]+)"/g);
  const files = [...named].map(async ([, address = ""]) => (await app.fetch(address)).arrayBuffer());
  const sizes = (await Promise.all(files)).map(({ byteLength }) => byteLength);
  return sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html));
}

test("with six photos as detailed as real ones, the seller's page weighs at most 200 KB", async () => {
  const app = await buildTestApp({ startAt: monday });
  const desk = await offerDesk(app);
  await desk.send();
  for (let photo = 0; photo < 6; photo += 1) {
    const sent = await sendPhoto(app, desk.path, await detailedPhoto());
    expect(sent.status).toBe(204);
  }
  const previews = (await app.rows("photos")).map((row) => Number(row["preview_bytes"]));
  expect(Math.min(...previews)).toBeGreaterThan(18_000);
  const weight = await weightOf(app, desk.path);
  expect(weight).toBeGreaterThan(previews.reduce((sum, size) => sum + size, 0));
  expect(weight).toBeLessThanOrEqual(200_000);
});
