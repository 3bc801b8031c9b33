import { createHmac } from "node:crypto";

import { cookieHeader, testAdmin, type TestApp } from "./build-test-app.ts";

export interface PanelAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A call as the panel sends it, with the cookies of `signIn`. */
export async function panelCall(
  app: TestApp,
  cookie: string,
  call: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  body?: object,
): Promise<PanelAnswer> {
  const [method = "", name = ""] = call.split(" ");
  const json = body === undefined ? {} : { "content-type": "application/json" };
  const answer = await app.fetch(`/functions/v1/${name}`, {
    method,
    headers: { cookie, ...json },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

export interface SignInTry {
  readonly email?: string;
  readonly password?: string;
  readonly code?: string;
}

/** Tries to sign in; `cookie` is empty where that is refused. */
export async function trySignIn(
  app: TestApp,
  attempt: SignInTry = {},
  cookie = "",
): Promise<PanelAnswer & { cookie: string }> {
  const answer = await app.postJson("/functions/v1/auth-login", { ...testAdmin, ...attempt }, { cookie });
  return { status: answer.status, body: await answer.json(), cookie: cookieHeader(answer) };
}

/** Adds a user; answers their first password. */
export async function addUser(app: TestApp, cookie: string, email: string): Promise<string> {
  const { password } = testAdmin;
  const answer = await panelCall(app, cookie, "POST users", { email, full_name: "Mere", password });
  return String(answer.body["password"]);
}

/** Adds a colleague who has chosen a password of their own; returns the cookies of the browser they are signed in with. */
export async function signInColleague(app: TestApp, cookie: string, email: string): Promise<string> {
  const first = await addUser(app, cookie, email);
  const signedIn = await trySignIn(app, { email, password: first });
  const change = { current: first, next: "kōwhai over the woolshed" };
  await panelCall(app, signedIn.cookie, "POST auth-password", change);
  return signedIn.cookie;
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
