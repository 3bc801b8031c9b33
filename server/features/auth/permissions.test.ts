import { readFile } from "node:fs/promises";

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
  ["POST /rest/v1/quote_requests"],
  ["DELETE /rest/v1/quote_requests"],
  ["POST /rest/v1/vehicle_submissions"],
  ["DELETE /rest/v1/vehicle_submissions"],
  ["POST /rest/v1/contact_messages"],
  ["DELETE /rest/v1/contact_messages"],
];

const { password } = testAdmin;

/** What the yard may do. */
const yardRoutes: readonly Route[] = [
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
  ["POST order"],
  ["POST pulled"],
  ["GET pack"],
  ["GET inbox"],
  ["GET inbox-message"],
  ["GET inbox-attachment"],
  ["POST new-request"],
  ["GET live-stream"],
  ["GET live-news"],
  ["POST live-place"],
  ["POST purchase"],
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
  ["GET part-labels"],
  ["GET photo/:id"],
  ["GET quote"],
  ["GET offer"],
  ["POST pick-up"],
  ["GET /rest/v1/quote_requests"],
  ["GET /rest/v1/vehicle_submissions"],
  ["GET /rest/v1/contact_messages"],
  ["POST /rest/v1/rpc/search_quote_requests", { words: "diff" }],
  ["POST /rest/v1/rpc/search_vehicle_submissions", { words: "diff" }],
  ["POST /rest/v1/rpc/search_contact_messages", { words: "diff" }],
];

/** What owners and staff may do. */
const staffRoutes: readonly Route[] = [
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
  ["POST inbox-file"],
  ["POST told"],
  ["GET mail-journal"],
  ["GET notices"],
  ["GET purchase-record"],
  ["POST part-sell"],
  ["POST stock-import"],
  ["POST stock-import-confirm"],
  ["DELETE photo"],
  ["DELETE inbox-file-part"],
  ["GET quote-photo"],
  ["POST quote-photo"],
  ["DELETE quote-photo"],
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
  ["POST offer-send"],
  ["POST offer-undo"],
  ["POST offer-withdraw"],
  ["POST offer-extend"],
  ["POST offer-resend"],
  ["POST offer-preview"],
  ["POST photo-request"],
  ["GET price-memory"],
  ["GET desk-settings/:name"],
  ["GET desk-settings/firm"],
  ["GET saved-replies"],
  ["POST saved-replies"],
  ["PUT saved-replies/:id"],
  ["DELETE saved-replies/:id"],
  ["PATCH /rest/v1/quote_requests"],
  ["PATCH /rest/v1/vehicle_submissions"],
  ["PATCH /rest/v1/contact_messages"],
];

const list = {
  table: "quote_requests",
  query: "order=created_at.desc%2Cid.desc",
  password,
};

/** With a body that works for the user `:id`. */
const ownerRoutes: readonly Route[] = [
  ["GET users"],
  ["POST users", { full_name: "Hana", email: "hana@quadkea.example", role: "yard", password }],
  ["PATCH users/:id", { role: "owner", password }],
  ["PATCH users/:id", { disabled: false }],
  ["POST users/:id/password-link", { password }],
  ["PUT desk-settings/:name", { value: freightTable }],
  ["PUT desk-settings/firm", { value: exampleFacts }],
  ["GET audit"],
  ["POST records-export", list],
  ["POST this-is-the-shop", { password }],
  ["GET accounts?from=2026-10-01&to=2026-10-31&as=csv"],
  ["GET gst?from=2026-10-01&to=2026-10-31"],
  ["GET debtors"],
  ["GET stock-export"],
  ["GET ready"],
  ["POST ready-mail-out"],
  ["POST ready-mail-in"],
];

/** What the server answers under /functions/v1 and /rest/v1, from its route tree. */
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
      if (!/^\/(?:functions|rest)\/v1\//.test(path)) return [];
      const name = path.replace("/functions/v1/", "");
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
  const named = path.replace(":id", id).replace(":name", "freight");
  const answer = await app.fetch(named.startsWith("/") ? named : `/functions/v1/${named}`, {
    method,
    headers,
    ...content,
  });
  const isStream = answer.headers.get("content-type") === "text/event-stream";
  if (isStream) await answer.body?.cancel();
  return { call, status: answer.status, text: isStream ? "" : await answer.text() };
}

const unknownId = "7a3f5c1e-1f7e-4a57-9d57-6a3c0f3c9b11";

test("every route of the server is listed here with who may call it", async () => {
  const app = await buildTestApp();
  const listed = [...publicRoutes, ...yardRoutes, ...staffRoutes, ...ownerRoutes].map(([call]) =>
    call.replace(/\?.*/, ""),
  );
  expect(new Set(registeredCalls(app))).toEqual(new Set(listed));
});

test("what staff may do is refused with 401 to anyone who is not signed in", async () => {
  const app = await buildTestApp();
  const { cookie } = await addStaff(app);
  for (const route of [...yardRoutes, ...staffRoutes]) {
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
    desk_role: "owner",
    password_ends_at: "2999-01-01T00:00:00.000Z",
  });
  const signedIn = await trySignIn(app, staff);
  expect(signedIn.body).toEqual({ success: true, must_change: true });
  const { cookie } = signedIn;
  const me = async () => JSON.parse((await send(app, cookie, ["GET auth-me"], id)).text);
  expect(await me()).toMatchObject({ id, role: "admin", must_change: true });
  const closed = [...yardRoutes, ...staffRoutes, ...ownerRoutes].filter(
    ([call]) => !/auth-me|auth-password$/.test(call),
  );
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

test("a role takes effect with the next call, and ends nothing", async () => {
  const app = await buildTestApp();
  const { id, cookie } = await addStaff(app);
  const owner = await app.signIn();
  const answers = async (call: string) => (await send(app, cookie, [call], id)).status;
  for (const [role, audit, money] of [
    ["owner", 200, 200],
    ["yard", 403, 403],
    ["staff", 403, 200],
  ] as const) {
    await send(app, owner, ["PATCH users/:id", { role, password }], id);
    const { text } = await send(app, cookie, ["GET auth-me"], id);
    expect(JSON.parse(text)).toMatchObject({ role: "admin", desk_role: role });
    expect([await answers("GET audit"), await answers("GET money")]).toEqual([audit, money]);
  }
});

/** What the yard may do of a call that it may send. */
const inPart: Readonly<Record<string, string>> = {
  "POST order": "`packed`, `collected`",
  "POST purchase": "of an accepted offer, once",
  "GET desk-record": "without money",
  "GET quote": "without money",
  "GET offer": "without money",
  "GET yard": "without money",
};

test("the table of calls and roles in docs/permissions.md is what the server does", async () => {
  const app = await buildTestApp();
  const subject = await addStaff(app);
  const roles = ["owner", "staff", "yard"] as const;
  const users = await Promise.all(
    roles.map((role) => addStaff(app, { email: `${role}@roles.example`, desk_role: role })),
  );
  const own = (body?: object) => (body === undefined ? {} : { ...body, password: staffPassword });
  const rows: string[] = [];
  for (const [call, body] of [...yardRoutes, ...staffRoutes, ...ownerRoutes]) {
    const name = call.replace(/\?.*/, "");
    const cells: string[] = [];
    // The yard first: what an owner does may change what the others could.
    for (const user of users.toReversed()) {
      const route = body === undefined ? ([call] as const) : ([call, own(body)] as const);
      const { status } = await send(app, user.cookie, route, subject.id);
      expect([401, 500]).not.toContain(status);
      cells.unshift(status === 403 ? "" : user === users[2] ? (inPart[name] ?? "yes") : "yes");
    }
    rows.push(["", `\`${name}\``, ...cells, ""].join("|"));
  }
  const docs = await readFile("docs/permissions.md", "utf8");
  const listed = docs.split("\n").filter((line) => line.startsWith("| `"));
  expect(listed.map((line) => line.replaceAll(/ *\| */g, "|"))).toEqual([...new Set(rows)]);
});
