import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { buildTestApp } from "#tests/build-test-app.ts";
import { dealPage, visit } from "#tests/deal-visit.ts";
import { plainPhoto } from "#tests/photo-examples.ts";
import { draftLine, exampleDraft, quoteDesk } from "#tests/quote-desk.ts";

async function partDesk() {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const desk = await quoteDesk(app, { cookie });
  const page = dealPage(app, desk.reference);
  const call = async (method: string, query: string, init: { body?: FormData; key?: string } = {}) => {
    const headers = { cookie, ...(init.key === undefined ? {} : { "idempotency-key": init.key }) };
    const response = await app.fetch(`/functions/v1/quote-photo${query}`, {
      method,
      headers,
      ...(init.body === undefined ? {} : { body: init.body }),
    });
    return { status: response.status, body: await response.json() };
  };
  const add = (photo: Uint8Array, { line = "diff", key = randomUUID() } = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ref: desk.reference, line })) body.set(name, value);
    body.set("photo", new Blob([new Uint8Array(photo)]), "photo.jpg");
    return call("POST", "", { body, key });
  };
  return { app, desk, page, call, add, cookie };
}

test("staff add photos of a part to a line; the visitor sees them next to it once the quote has left, frozen with it", async () => {
  const { app, desk, page, call, add, cookie } = await partDesk();
  const photo = await plainPhoto(800, 600);
  const unsaved = await add(photo);
  expect([unsaved.status, unsaved.body.error]).toEqual([404, expect.stringContaining("save the draft")]);
  await desk.save(
    exampleDraft({ lines: [draftLine(), draftLine({ id: "axle", text: "Axle", kind: "option" })] }),
  );

  const key = randomUUID();
  const first = await add(photo, { key });
  const [sha256] = first.body.photos;
  expect(first).toMatchObject({
    status: 200,
    body: { photos: [expect.stringMatching(/^[\da-f]{64}$/)], draft_version: 2 },
  });
  expect((await add(photo, { key })).body).toMatchObject({ photos: [sha256], draft_version: 2 });
  app.advance(1000);
  const second = await add(await plainPhoto(600, 800, "#933"), { line: "axle" });
  const listed = await call("GET", `?ref=${desk.reference}`);
  expect(listed.body.photos).toMatchObject([{ sha256 }, { sha256: second.body.photos[0] }]);
  expect(await app.rows("photos")).toMatchObject([{ kind: "part" }, { kind: "part" }]);
  const [record] = await app.rows("quote_requests");
  expect(JSON.stringify(record!["file_urls"])).not.toContain("photo");

  // The desk sends the lines back whole.
  const { body } = await desk.quote();
  expect((await desk.save(body["draft"] as object)).status).toBe(200);
  const preview = await desk.read(`quote-preview?ref=${desk.reference}`);
  expect(preview.body.page).toContain(`src="/functions/v1/photo/${sha256}?w=320"`);
  expect((await app.fetch(`/functions/v1/photo/${sha256}?w=320`, { headers: { cookie } })).status).toBe(200);
  expect((await app.fetch(`${page}/photo/${sha256}`)).status).toBe(404);
  const { body: saved } = await desk.quote();
  await desk.send(saved["draft"] as object);
  app.advance(11_000);
  await app.app.run("outbox");
  for (const path of [page, `${page}/version/1`]) {
    const { html } = await visit(app, path);
    expect(html).toContain(
      `<a href="${page}/photo/${sha256}"><img src="${page}/photo/${sha256}?w=320" width="160" height="120" alt="Photo of Front diff" loading="lazy"></a>`,
    );
  }
  expect((await app.fetch(`${page}/photo/${sha256}`)).headers.get("content-type")).toBe("image/jpeg");
  const [version] = await app.rows("quote_versions");
  expect(JSON.parse(String(version!["content"])).lines[0].photos).toEqual([sha256]);
  const other = dealPage(app, (await quoteDesk(app, { cookie })).reference);
  expect((await app.fetch(`${other}/photo/${sha256}`)).status).toBe(404);
});

test("a photo that is taken off the draft is gone, unless a sent version has it; a line takes six", async () => {
  const { app, desk, page, call, add } = await partDesk();
  await desk.save();
  const [sent] = (await add(await plainPhoto(80, 60))).body.photos;
  await desk.send((await desk.quote()).body["draft"] as object);
  app.advance(11_000);
  await app.app.run("outbox");
  app.advance(1000);
  await add(await plainPhoto(80, 60, "#111"));
  const [kept, fresh] = (await app.rows("photos")).toSorted((a, b) =>
    String(a["at"]) < String(b["at"]) ? -1 : 1,
  );
  for (const { id } of [kept!, fresh!]) expect((await call("DELETE", `?id=${String(id)}`)).status).toBe(200);
  expect((await call("DELETE", `?id=${String(fresh!["id"])}`)).status).toBe(404);
  expect(JSON.stringify((await desk.quote()).body["draft"])).not.toContain("photos");
  expect(await app.rows("photos")).toMatchObject([{ id: kept!["id"] }]);
  await app.app.run("photo files");
  expect(await app.app.services.photos.ids()).toEqual([kept!["id"]]);
  expect((await app.fetch(`${page}/photo/${sent}`)).status).toBe(200);

  const colours = ["#100", "#200", "#300", "#400", "#500", "#600"];
  for (const colour of colours) await add(await plainPhoto(80, 60, colour));
  const seventh = await add(await plainPhoto(80, 60, "#700"));
  expect([seventh.status, seventh.body.error]).toEqual([409, "This line has 6 photos: take one off first"]);
  expect(await app.rows("photos")).toHaveLength(7);

  const other = draftLine({ id: "axle", text: "Axle", kind: "option" });
  const { draft } = (await desk.quote()).body as { draft: { lines: object[] } };
  await desk.save({ ...draft, lines: [...draft.lines, other] });
  const key = randomUUID();
  const first = await add(await plainPhoto(80, 60, "#800"), { key, line: "axle" });
  expect(first.status).toBe(200);
  expect((await add(await plainPhoto(80, 60, "#800"), { key })).status).toBe(409);
  expect(await app.rows("photos")).toHaveLength(8);
  const text = await add(Buffer.from("no photo"));
  expect([text.status, text.body.error]).toEqual([422, expect.stringContaining("can’t be read as a photo")]);
});
