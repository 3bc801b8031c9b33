import { createHmac, randomUUID } from "node:crypto";

import type { Notice } from "#domain/notice.ts";
import type { UserRow } from "#server/platform/database/tables.ts";

import { cookieHeader, testAdmin, type TestApp } from "./build-test-app.ts";
import { cheapHash } from "./prepared-database.ts";

export interface DeskResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A call as the desk sends it, with the cookies of `signIn` and a key of its own. `version` is the one that the user saw. */
export async function deskCall(
  app: TestApp,
  cookie: string,
  call: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  body?: object,
  version?: number | { readonly key: string },
): Promise<DeskResponse> {
  const [method = "", name = ""] = call.split(" ");
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const given = typeof version === "object" ? version.key : randomUUID();
  const key = method === "POST" ? { "idempotency-key": given } : {};
  const seen = typeof version === "number" ? { "if-match": `"${version}"` } : {};
  const answer = await app.fetch(`/functions/v1/${name}`, {
    method,
    headers: { cookie, ...json, ...key, ...seen },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

export interface SignInTry {
  readonly email?: string;
  readonly password?: string;
  readonly code?: string;
}

/** Tries to sign in; `cookie` is empty if that is refused. */
export async function trySignIn(
  app: TestApp,
  attempt: SignInTry = {},
  cookie = "",
): Promise<DeskResponse & { cookie: string }> {
  const body = { ...testAdmin, ...attempt };
  const answer = await app.postJson("/functions/v1/auth-login", body, { cookie });
  return { status: answer.status, body: await answer.json(), cookie: cookieHeader(answer) };
}

/** Adds a user as the first admin does; returns the token of their link to choose a password. */
export async function addUser(app: TestApp, cookie: string, email: string): Promise<string> {
  const { password } = testAdmin;
  const answer = await deskCall(app, cookie, "POST users", { email, full_name: "Mere", password });
  return String(answer.body["token"]);
}

export interface Staff {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Of a session just opened. */
  readonly cookie: string;
}

/** Of users that `insertUser` adds. */
export const staffPassword = "seven muddy gumboots";
const mere = { email: "mere@quadkea.example", password: staffPassword };

/** Adds a user who has already chosen their own password. Pass `desk_role` in `changes` for another role than staff. */
export async function insertUser(app: TestApp, changes: Partial<UserRow>): Promise<UserRow> {
  const { database, now } = app.app.services;
  const row = {
    id: randomUUID(),
    email: mere.email,
    full_name: "Mere",
    role: "admin" as const,
    password_hash: cheapHash(mere.password),
    password_ends_at: null,
    created_at: now().toISOString(),
    disabled_at: null,
    reset_hash: null,
    reset_ends_at: null,
    desk_role: "staff" as const,
    last_list: null,
    ...changes,
  };
  await database.write((tx) => tx.insertInto("users").values(row).execute());
  return row;
}

/** Adds a user like `insertUser`, then signs them in. */
export async function addStaff(app: TestApp, changes: Partial<UserRow> = {}): Promise<Staff> {
  const { id, email } = await insertUser(app, changes);
  const { cookie } = await trySignIn(app, { email, password: mere.password });
  return { id, email, password: mere.password, cookie };
}

/** The code that an authenticator app shows at that moment (RFC 6238), from the secret as it is typed in. */
export function appCode(secret: string, time: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) % 2 ** 31;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The notices that the desk shows an owner, without the list of what is left before the shop opens. */
export async function noticesAtWork(app: TestApp): Promise<Notice[]> {
  const headers = { cookie: await app.signIn() };
  const { notices } = await (await app.fetch("/functions/v1/notices", { headers })).json();
  return (notices as Notice[]).filter(({ id }) => id !== "ready");
}
