import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect, test } from "vitest";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { dealPage, press, visit } from "#tests/deal-visit.ts";
import { offerDesk } from "#tests/offer-desk.ts";
import { plainPhoto, sendPhoto } from "#tests/photo-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";
import { addPhoto } from "#tests/sale-rows.ts";
import { deskCall } from "#tests/staff.ts";
import { addRecord, vehicleExample } from "#tests/submission-examples.ts";

async function filesOf(app: TestApp, id: string): Promise<string[]> {
  await app.app.run("photo files");
  return (await readdir(join(app.dataDir, "photos"))).filter((name) => name.startsWith(id));
}

const takeOut = (app: TestApp, path: string, id: string) =>
  press(app, `${path}/photos/remove`, { id, confirm: "on" });

const removals = async (app: TestApp) =>
  (await app.rows("record_events")).filter(({ type }) => type === "photo_removed");

test("a customer takes out a photo that nobody has looked at: its files go, the history says so, its shot is missing again", async () => {
  const app = await buildTestApp();
  const { reference, path, offer, call } = await offerDesk(app);
  await call("photoRequest", { shots: ["dash"], words: null });
  const { id } = await sendPhoto(app, path, await plainPhoto(), { shot: "dash" });
  expect(await offer()).toMatchObject({ photos: { list: [{ id }], wanted: { missing: [] } } });
  expect((await visit(app, `${path}/photos`)).html).toContain(`name="id" value="${id}"`);
  const pressed = await takeOut(app, path, id);
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, `${path}/photos?removed=1`]);
  expect((await visit(app, `${path}/photos?removed=1`)).text).toContain("Taken out.");
  expect((await app.fetch(`${path}/photo/${id}`)).status).toBe(404);
  expect(await filesOf(app, id)).toEqual([]);
  expect(await offer()).toMatchObject({ photos: { list: [], wanted: { missing: ["dash"] } } });
  expect(await removals(app)).toMatchObject([{ reference, becomes: "dash", user_id: null }]);
  const [record] = await app.rows("vehicle_submissions");
  expect(JSON.stringify(record?.["file_urls"])).not.toContain(id);
  // The page was open in another tab, too.
  expect((await takeOut(app, path, id)).status).toBe(303);
  expect(await removals(app)).toHaveLength(1);
});

test("a photo stays without a tick, and for whoever has another link", async () => {
  const app = await buildTestApp();
  const { path } = await offerDesk(app);
  const { path: other } = await offerDesk(app);
  const { id } = await sendPhoto(app, path, await plainPhoto());
  const unticked = await press(app, `${path}/photos/remove`, { id });
  expect([unticked.status, unticked.text]).toEqual([400, expect.stringContaining("Please tick the box")]);
  expect((await takeOut(app, other, id)).status, "they have no such photo").toBe(303);
  expect((await app.fetch(`${path}/photo/${id}`)).status).toBe(200);
  expect(await removals(app)).toEqual([]);
});

test("once staff have opened a photo, only they take it out; a small picture in a list is not opened", async () => {
  const app = await buildTestApp();
  const reference = await addRecord(app, vehicleExample);
  const path = dealPage(app, reference, 1, vehicleSubmission);
  const { id } = await addPhoto(app, reference);
  const cookie = await app.signIn();
  const open = (size: string) => app.fetch(`/functions/v1/photo/${id}${size}`, { headers: { cookie } });
  await open("?w=320");
  await app.fetch(`/functions/v1/photo/${id}`, { method: "HEAD", headers: { cookie } });
  expect((await visit(app, `${path}/photos`)).html).toContain(`name="id" value="${id}"`);
  await open("");
  const { html, text } = await visit(app, `${path}/photos`);
  expect(html).not.toContain(`name="id" value="${id}"`);
  expect(text).toContain("We have looked at it: ring us to have it taken out.");
  const refused = await takeOut(app, path, id);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("We have looked at this photo already. Ring us, and we take it out.");
  const remove = () => deskCall(app, cookie, `DELETE photo?id=${id}`);
  expect([await remove(), await remove()]).toMatchObject([{ status: 200 }, { status: 404 }]);
  expect(await filesOf(app, id)).toEqual([]);
  const [{ user_id: by } = {}, ...more] = await removals(app);
  expect([by, more]).toEqual([(await app.rows("users"))[0]?.["id"], []]);
});

test("a quote that was sent keeps its photos", async () => {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  const { reference } = desk;
  const cookie = await app.signIn();
  const part = await addPhoto(app, reference, "part");
  const shown = await addPhoto(app, reference);
  await desk.send(exampleDraft({ lines: [draftLine({ photos: [part.sha256, shown.sha256] })] }));
  app.advance(11_000);
  await app.app.run("outbox");
  expect((await takeOut(app, dealPage(app, reference), shown.id)).status).toBe(409);
  expect((await deskCall(app, cookie, `DELETE photo?id=${shown.id}`)).status).toBe(409);
  expect((await deskCall(app, cookie, `DELETE photo?id=${part.id}`)).status).toBe(200);
  expect((await desk.quote()).body["draft"]).toMatchObject({ lines: [{ photos: [shown.sha256] }] });
  const ids = (await app.rows("photos")).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([part.id, shown.id].toSorted());
});

test("a photo that was sent once more can be taken out once more", async () => {
  const app = await buildTestApp();
  const { path } = await offerDesk(app);
  const form = new FormData();
  form.append("photo", new Blob([new Uint8Array(await plainPhoto())]), "photo.jpg");
  for (const times of [1, 2]) {
    expect(
      (await app.fetch(`${path}/photos`, { method: "POST", body: form, redirect: "manual" })).status,
    ).toBe(303);
    const [{ id } = {}] = await app.rows("photos");
    expect((await takeOut(app, path, String(id))).status).toBe(303);
    expect([await app.rows("photos"), await filesOf(app, String(id))]).toEqual([[], []]);
    expect(await removals(app)).toHaveLength(times);
  }
});
