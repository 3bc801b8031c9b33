import { expect, test } from "vitest";

import { freightTable } from "#domain/deals/freight.ts";
import { exampleFacts } from "#domain/firm.ts";
import { buildTestApp, testAdmin, type TestApp } from "#tests/build-test-app.ts";
import { addStaff, staffPassword, trySignIn } from "#tests/staff.ts";

type Route = readonly [call: string, body?: object];

const publicRoutes: readonly Route[] = [
  ["POST auth-login"],
  ["POST auth-choose-password"],
  ["POST auth-logout"],
  ["POST auth-refresh"],
];

const { password } = testAdmin;

const staffRoutes: readonly Route[] = [
  ["GET auth-me"],
  ["POST auth-password"],
  ["POST auth-name"],
  ["PUT desk-list"],
  ["GET auth-sessions"],
  ["DELETE auth-sessions"],
  ["DELETE auth-sessions/:id"],
  ["GET auth-two-step"],
  ["POST auth-two-step", { password: staffPassword }],
  ["PUT auth-two-step"],
  ["POST auth-two-step-off", { password: staffPassword }],
  ["POST auth-recovery-codes", { password: staffPassword }],
  ["GET desk-summary"],
  ["GET desk-record"],
  ["PATCH desk-record"],
  ["POST desk-note"],
  ["POST desk-correction"],
  ["POST desk-call"],
  ["POST desk-call-undo"],
  ["POST desk-reply"],
  ["POST desk-reply-undo"],
  ["POST desk-reply-again"],
  ["GET figures"],
  ["POST payment"],
  ["POST order"],
  ["POST pulled"],
  ["GET pack"],
  ["POST parcel"],
  ["PATCH parcel"],
  ["GET money"],
  ["GET bank-find"],
  ["POST bank-import"],
  ["POST bank-import-confirm"],
  ["POST bank-match"],
  ["GET document"],
  ["POST return"],
  ["POST refund"],
  ["GET inbox"],
  ["GET inbox-message"],
  ["GET inbox-attachment"],
  ["POST inbox-file"],
  ["POST new-request"],
  ["POST told"],
  ["GET live-stream"],
  ["GET live-news"],
  ["POST live-place"],
  ["GET mail-journal"],
  ["GET notices"],
  ["POST purchase"],
  ["GET purchase-record"],
  ["GET yard"],
  ["GET yard-label"],
  ["POST machine"],
  ["PATCH machine"],
  ["GET teardown"],
  ["POST parts"],
  ["GET part"],
  ["PATCH part"],
  ["POST part-photo"],
  ["DELETE part-photo"],
  ["GET stock"],
  ["GET stock-for"],
  ["POST parts-move"],
  ["POST part-sell"],
  ["GET part-labels"],
  ["POST stock-import"],
  ["POST stock-import-confirm"],
  ["GET photo/:id"],
  ["DELETE photo"],
  ["DELETE inbox-file-part"],
  ["GET quote-photo"],
  ["POST quote-photo"],
  ["DELETE quote-photo"],
  ["GET quote"],
  ["PUT quote-draft"],
  ["GET quote-preview"],
  ["POST quote-send"],
  ["POST quote-undo"],
  ["POST quote-withdraw"],
  ["POST quote-extend"],
  ["POST quote-answer"],
  ["POST quote-approve"],
  ["POST quote-decline"],
  ["POST quote-resend"],
  ["POST deal-link"],
  ["GET offer"],
  ["POST offer-send"],
  ["POST offer-undo"],
  ["POST offer-withdraw"],
  ["POST offer-extend"],
  ["POST offer-resend"],
  ["POST offer-preview"],
  ["POST photo-request"],
  ["POST pick-up"],
  ["GET price-memory"],
  ["GET desk-settings/:name"],
  ["GET desk-settings/firm"],
  ["GET saved-replies"],
  ["POST saved-replies"],
  ["PUT saved-replies/:id"],
  ["DELETE saved-replies/:id"],
];

const list = {
  table: "quote_requests",
  query: "order=created_at.desc%2Cid.desc",
  password,
};

/** With a body that works for the user `:id`. */
const ownerRoutes: readonly Route[] = [
  ["GET users"],
  ["POST users", { full_name: "Hana", email: "hana@quadkea.example", password }],
  ["PATCH users/:id", { is_owner: true, password }],
  ["PATCH users/:id", { disabled: false }],
  ["POST users/:id/password-link", { password }],
  ["PUT desk-settings/:name", { value: freightTable }],
  ["PUT desk-settings/firm", { value: exampleFacts }],
  ["GET audit"],
  ["POST records-export", list],
  ["POST this-is-the-shop", { password }],
  ["GET accounts?from=2026-10-01&to=2026-10-31&as=csv"],
  ["GET gst?from=2026-10-01&to=2026-10-31"],
  ["GET stock-export"],
];

/** What the server answers under /functions/v1, from its route tree. */
function registeredCalls(app: TestApp): string[] {
  const parents: string[] = [];
  return app.app.server
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^(\W*?)([\w/:-]\S*) \((.*)\)$/.exec(line) ?? [];
      const depth = indent.replace(/[├└]── ?$/, "").length / 4;
      parents[depth] = part;
      const path = parents.slice(0, depth + 1).join("");
      if (!path.startsWith("/functions/v1/")) return [];
      const name = path.slice("/functions/v1/".length);
      return methods.split(", ").flatMap((method) => (method === "HEAD" ? [] : [`${method} ${name}`]));
    });
}

async function send(app: TestApp, cookie: string, [call, body]: Route, id: string) {
  const [method = "", path = ""] = call.split(" ");
  const headers = {
    cookie,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(method === "PUT" ? { "if-match": '"0"' } : {}),
  };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await app.fetch(`/functions/v1/${path.replace(":id", id).replace(":name", "freight")}`, {
    method,
    headers,
    ...content,
  });
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  if (isStream) await answer.body?.cancel();
  return { call, status: answer.status, text: isStream ? "" : await answer.text() };
}

const since = "2026-11-01T00:00:00.000Z";
const unknownId = "7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11";

test("every route of the server is listed here with who may call it", async () => {
  const app = await buildTestApp();
  const listed = [...publicRoutes, ...staffRoutes, ...ownerRoutes].map(([call]) => call.replace(/\?.*/, ""));
  expect(new Set(registeredCalls(app))).toEqual(new Set(listed));
});

test("what staff may do is refused with 401 to anyone who is not signed in", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app);
  for (const route of staffRoutes) {
    const { call, status } = await send(app, "", route, unknownId);
    expect([call, status]).toEqual([call, 401]);
    const { status: forStaff } = await send(app, cookie, route, unknownId);
    expect([401, 403, 500]).not.toContain(forStaff);
  }
});

test("what owners may do is refused with 403 to staff, with 401 to visitors, and changes nothing", async () => {
  const app = await buildTestApp();
  const staff = await addStaff(app);
  const state = async () => JSON.stringify([await app.rows("users"), await app.rows("audit_entries")]);
  const before = await state();
  for (const route of ownerRoutes) {
    const visitor = await send(app, "", route, staff.id);
    const refused = await send(app, staff.cookie, route, staff.id);
    expect([route[0], visitor.status, refused.status]).toEqual([route[0], 401, 403]);
    expect(JSON.parse(refused.text)).toMatchObject({
      success: false,
      error: "Only an owner can do this. Ask one of your owners",
    });
  }
  expect(await state()).toBe(before);
  const owner = await app.signIn();
  for (const route of ownerRoutes) {
    const { call, status } = await send(app, owner, route, staff.id);
    expect([call, status]).toEqual([call, call === "POST users" ? 201 : 200]);
  }
});

test("with the made-up password of the first start, only one's own password can be changed; then everything works", async () => {
  const app = await buildTestApp();
  const { id, ...staff } = await addStaff(app, {
    owner_since: since,
    password_ends_at: "2999-01-01T00:00:00.000Z",
  });
  const signedIn = await trySignIn(app, staff);
  expect(signedIn.body).toEqual({ success: true, must_change: true });
  const { cookie } = signedIn;
  const me = async () => JSON.parse((await send(app, cookie, ["GET auth-me"], id)).text);
  expect(await me()).toMatchObject({ id, role: "admin", must_change: true });
  const closed = [...staffRoutes, ...ownerRoutes].filter(([call]) => !/auth-me|auth-password$/.test(call));
  for (const route of closed) {
    const { call, status, text } = await send(app, cookie, route, id);
    expect([call, status, text]).toEqual([
      call,
      403,
      expect.stringContaining("Choose your own password first"),
    ]);
  }
  const records = () => app.fetch("/rest/v1/quote_requests?select=*", { headers: { cookie } });
  expect((await records()).status).toBe(403);
  expect((await send(app, cookie, ["POST auth-refresh"], id)).status).toBe(200);
  const change = { current: staff.password, next: "kōwhai over the woolshed" };
  expect((await send(app, cookie, ["POST auth-password", change], id)).status).toBe(200);
  expect(await me()).not.toHaveProperty("must_change");
  expect((await records()).status).toBe(200);
});

test("the owner permission takes effect at once, granted or revoked", async () => {
  const app = await buildTestApp();
  const { id, cookie } = await addStaff(app);
  const owner = await app.signIn();
  const isOwner = async () => JSON.parse((await send(app, cookie, ["GET auth-me"], id)).text).is_owner;
  for (const [is_owner, status] of [
    [true, 200],
    [false, 403],
  ] as const) {
    await send(app, owner, ["PATCH users/:id", { is_owner, password }], id);
    expect([await isOwner(), (await send(app, cookie, ["GET audit"], id)).status]).toEqual([
      is_owner,
      status,
    ]);
  }
});
