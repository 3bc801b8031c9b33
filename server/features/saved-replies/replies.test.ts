import { expect, test } from "vitest";

import { replyPlaceholders, unknownPlaceholders } from "#domain/saved-reply.ts";
import { buildTestApp } from "#tests/build-test-app.ts";
import { deskCall } from "#tests/staff.ts";

interface Reply {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly version: number;
}

test("there are replies to start with, in order of their titles, with known placeholders only", async () => {
  const app = await buildTestApp();
  const replies = (await deskCall(app, await app.signIn(), "GET saved-replies")).body as unknown as Reply[];
  expect(replies.length).toBeGreaterThanOrEqual(5);
  expect(replies.map(({ title }) => title)).toEqual(replies.map(({ title }) => title).toSorted());
  expect(replies.flatMap(({ body }) => unknownPlaceholders(body))).toEqual([]);
  for (const { body } of replies) expect(body).toContain("{reference}");
});

test("a reply is added, changed and deleted; its text stays as it was typed", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const body = `Kia ora {name},\r\n\r\n  indented <b>&amp;</b> 🚜 ${Object.keys(replyPlaceholders).join(" ")}\n`;
  const added = await deskCall(app, cookie, "POST saved-replies", { title: " Pick-up ", body });
  const kept = body.replaceAll("\r\n", "\n").trim();
  expect(added).toMatchObject({ status: 201, body: { title: "Pick-up", body: kept } });
  const id = String(added.body["id"]);
  const changed = await deskCall(app, cookie, `PUT saved-replies/${id}`, {
    title: "Pick-up day",
    form: "quote",
    body: "{part}",
  });
  expect(changed.body).toMatchObject({ id, title: "Pick-up day", form: "quote", body: "{part}" });
  expect((await deskCall(app, cookie, `DELETE saved-replies/${id}`)).status).toBe(200);
  expect((await deskCall(app, cookie, `DELETE saved-replies/${id}`)).status).toBe(404);
  expect((await deskCall(app, cookie, `PUT saved-replies/${id}`, { title: "a", body: "b" })).status).toBe(
    404,
  );
});

test("a reply that somebody else has changed since is not overwritten, even in the same millisecond", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const { body: added } = await deskCall(app, cookie, "POST saved-replies", { title: "Pick-up", body: "x" });
  const call = `PUT saved-replies/${String(added["id"])}` as const;
  const put = (body: string, version: unknown) =>
    deskCall(app, cookie, call, { title: "Pick-up", body }, Number(version));
  const { body: first } = await put("Monday", added["version"]);
  expect(await put("Tuesday", added["version"])).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("Somebody saved first") },
  });
  const { body: second } = await put("Wednesday", first["version"]);
  expect((await put("Thursday", first["version"])).status).toBe(409);
  const replies = (await deskCall(app, cookie, "GET saved-replies")).body as unknown as Reply[];
  expect(replies.filter(({ id }) => id === added["id"])).toEqual([second]);
});

test("a reply that cannot be used is refused, and the field named", async () => {
  const app = await buildTestApp();
  const cookie = await app.signIn();
  const drafts = [
    ["no title", { body: "x" }, "title"],
    ["no text", { title: "x", body: "  " }, "body"],
    ["a long title", { title: "x".repeat(81), body: "x" }, "title"],
    ["a long text", { title: "x", body: "x".repeat(5001) }, "body"],
    ["a misspelt placeholder", { title: "x", body: "Hi {nmae}" }, "body"],
    ["a NUL", { title: "x", body: "a\0b" }, "body"],
    ["another field", { title: "x", body: "x", id: "1" }, "id"],
  ] as const;
  for (const [name, draft, field] of drafts) {
    const { status, body } = await deskCall(app, cookie, "POST saved-replies", draft);
    expect([name, status, body["field"]]).toEqual([name, 400, field]);
  }
});
