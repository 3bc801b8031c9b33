import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { openLiveDesk } from "#tests/live-desk.ts";
import { addStaff, deskCall } from "#tests/staff.ts";
import {
  addRecord,
  contactMessageExample,
  mailedReference,
  quoteRequestExample,
} from "#tests/submission-examples.ts";

async function recordOf(app: TestApp, cookie: string, reference: string) {
  const { body } = await deskCall(app, cookie, `GET desk-record?reference=${reference}`);
  return body["record"] as { id: string; version: number };
}

async function setStatus(app: TestApp, cookie: string, reference: string, status: string): Promise<void> {
  const { id } = await recordOf(app, cookie, reference);
  const answer = await app.fetch(`/rest/v1/quote_requests?id=eq.${id}`, {
    method: "PATCH",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(204);
}

async function colleague(app: TestApp): Promise<string> {
  return (await addStaff(app)).cookie;
}

test("the stream carries every event of every record, and nothing that anybody wrote", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const desk = await openLiveDesk(app, { cookie });
  expect(desk.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
  expect(desk.headers["x-accel-buffering"]).toBe("no");
  expect(desk.headers["x-content-type-options"]).toBe("nosniff");
  const reference = await addRecord(app, quoteRequestExample);
  await setStatus(app, cookie, reference, "in_progress");
  const [admin] = await app.rows("users");
  for (const change of [{ owner_id: admin?.["id"] }, { snoozed_until: "2099-01-01T00:00:00.000Z" }]) {
    const { version: seen } = await recordOf(app, cookie, reference);
    const changes = [{ reference, version: seen, ...change }];
    await deskCall(app, cookie, "PATCH desk-record", { changes });
  }
  await deskCall(app, cookie, `POST desk-note?reference=${reference}`, {
    text: "Secret",
    key: randomUUID(),
  });
  const { id, version } = await recordOf(app, cookie, reference);
  await mailedReference(app, contactMessageExample);
  app.advance(20 * 60_000);
  await app.app.run("housekeeping");
  await expect.poll(() => desk.types()).toEqual(["created", "status", "owner", "snooze", "note", "adopted"]);
  // Identifiers are random, and may hold any digits.
  const text = JSON.stringify(desk.heard).replaceAll(
    /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|QK-\w+-\w+/g,
    "",
  );
  expect(text).not.toMatch(/Aroha|Honda|Secret|@|555/);
  const last = desk.heard.at(-1)?.data;
  expect(last).toMatchObject({ is_gap: false });
  const first = desk.heard.find(({ data }) => JSON.stringify(data).includes('"created"'));
  expect(first?.data).toMatchObject({
    events: [{ type: "created", table: "quote_requests", record_id: id, reference, user_id: null }],
  });
  expect(text).toContain(`{"id":${version},"type":"snooze"`);
});

test("a desk that reconnects gets exactly what it missed, or loads everything again if that was too much", async () => {
  const app = await buildTestApp({ environment: { LIMIT_SUBMISSIONS_PER_ADDRESS: "1000" } });
  const cookie = await app.signIn();
  const reference = await addRecord(app, quoteRequestExample);
  const before = await openLiveDesk(app, { cookie });
  expect(before.heard[0]).toMatchObject({ data: { is_gap: true, events: [] } });
  before.leave();
  await before.ended;
  await setStatus(app, cookie, reference, "completed");
  await addRecord(app, contactMessageExample);
  const seen = Number(before.heard[0]?.id);
  const byHeader = await openLiveDesk(app, { cookie, lastEventId: seen, after: 0 });
  const byQuery = await openLiveDesk(app, { cookie, after: seen });
  const polled = await deskCall(app, cookie, `GET live-news?tab=${randomUUID()}&after=${seen}`);
  for (const update of [byHeader.heard[0]?.data, byQuery.heard[0]?.data, polled.body]) {
    expect(update).toMatchObject({ is_gap: false, events: [{ type: "status" }, { type: "created" }] });
  }
  const { id } = await recordOf(app, cookie, reference);
  await app.app.services.database.write(async (tx) => {
    for (let count = 0; count < 210; count += 1) {
      const event = {
        record_table: "quote_requests",
        record_id: id,
        type: "order",
        at: new Date().toISOString(),
      } as const;
      await tx.insertInto("record_events").values(event).execute();
    }
  });
  for (const after of [seen, 1e14]) {
    const late = await deskCall(app, cookie, `GET live-news?tab=${randomUUID()}&after=${after}`);
    expect(late.body).toMatchObject({ is_gap: true, events: [] });
  }
});

test("removed records are a gap in the stream", async () => {
  const startAt = new Date("2024-11-20T12:00:00.000Z");
  const app = await buildTestApp({ startAt });
  await addRecord(app, quoteRequestExample);
  await app.app.run("retention");
  app.advance(800 * 24 * 60 * 60_000);
  const desk = await openLiveDesk(app, { cookie: await app.signIn() });
  await app.app.run("retention");
  await expect.poll(() => desk.heard.at(-1)?.data).toMatchObject({ is_gap: true });
  expect(desk.heard.length).toBeGreaterThan(1);
});

test("visitors get no stream; it ends with the session, or when the user is disabled", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const visitors = await Promise.all([
    openLiveDesk(app, { cookie: "" }),
    app.fetch(`/functions/v1/live-news?tab=${randomUUID()}`),
    app.postJson(`/functions/v1/live-place?tab=${randomUUID()}`, {}),
  ]);
  expect(visitors.map(({ status }) => status)).toEqual([401, 401, 401]);
  expect((await deskCall(app, cookie, "GET live-news?tab=1")).status).toBe(400);
  const other = await app.signIn();
  const theirs = await colleague(app);
  const [mine, ended, disabled] = [
    await openLiveDesk(app, { cookie }),
    await openLiveDesk(app, { cookie: other }),
    await openLiveDesk(app, { cookie: theirs }),
  ];
  await app.postJson("/functions/v1/auth-logout", {}, { cookie: other });
  await app.app.services.database.write((tx) =>
    tx
      .updateTable("users")
      .set({ disabled_at: "2026-01-01T00:00:00.000Z" })
      .where("full_name", "=", "Mere")
      .execute(),
  );
  await addRecord(app, quoteRequestExample);
  await Promise.all([ended.ended, disabled.ended]);
  expect([ended.types(), disabled.types()]).toEqual([[], []]);
  await expect.poll(() => mine.types()).toEqual(["created"]);
});

test("users with the same record open see each other until one moves on or closes the tab", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const theirs = await colleague(app);
  const [one, two] = [await addRecord(app, quoteRequestExample), await addRecord(app, contactMessageExample)];
  const users = await app.rows("users");
  const idOf = (name: string) => String(users.find((user) => String(user["email"]).startsWith(name))?.["id"]);
  const [me, mere] = [idOf("staff"), idOf("mere")];
  const desk = await openLiveDesk(app, { cookie, record: one });
  const second = await openLiveDesk(app, { cookie, record: one });
  const other = await openLiveDesk(app, { cookie: theirs });
  await expect.poll(() => second.people()).toEqual([]);
  const go = (record: string) =>
    app.postJson(`/functions/v1/live-place?tab=${other.tab}&record=${record}`, {}, { cookie: theirs });
  expect((await go(one)).status).toBe(204);
  await expect.poll(() => [desk.people(), other.people()]).toEqual([[mere], [me]]);
  await go(two);
  await expect.poll(() => [desk.people(), other.people()]).toEqual([[], []]);
  const polled = await deskCall(app, cookie, `GET live-news?tab=${randomUUID()}&record=${two}`);
  expect(polled.body["presence"]).toEqual({ reference: two, people: [mere] });
  await go(one);
  await expect.poll(() => desk.people()).toEqual([mere]);
  other.leave();
  await expect.poll(() => desk.people()).toEqual([]);
});

test("a fourth stream of one browser is refused, so that its tabs can still make calls", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const desks = [];
  for (let count = 0; count < 4; count += 1) desks.push(await openLiveDesk(app, { cookie }));
  expect(desks.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  desks[0]?.leave();
  await expect.poll(async () => (await openLiveDesk(app, { cookie })).status).toBe(200);
  expect((await openLiveDesk(app, { cookie: await app.signIn() })).status).toBe(200);
});

test("a tab that reconnects replaces its own lost streams and keeps its presence", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const theirs = await colleague(app);
  const record = await addRecord(app, quoteRequestExample);
  const mere = await openLiveDesk(app, { cookie: theirs, record });
  const lost = await openLiveDesk(app, { cookie, record });
  const { tab } = lost;
  for (let count = 0; count < 3; count += 1)
    expect((await openLiveDesk(app, { cookie, record, tab })).status).toBe(200);
  await lost.ended;
  expect((await openLiveDesk(app, { cookie })).status).toBe(200);
  await expect.poll(() => mere.people()?.length).toBe(1);
});

test("a stop ends the streams at once, and the next server continues where they were", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const desk = await openLiveDesk(app, { cookie });
  const started = performance.now();
  await app.stop();
  expect(performance.now() - started).toBeLessThan(1500);
  await desk.ended;
  const next = await app.restart();
  await addRecord(next, quoteRequestExample);
  const back = await openLiveDesk(next, { cookie, lastEventId: Number(desk.heard.at(-1)?.id) });
  expect(back.types()).toEqual(["created"]);
});
