import { beforeEach, expect, test, vi } from "vitest";

import type { LoginOutcome } from "./session.ts";

type Session = typeof import("./session.ts");
type Answer = readonly [status: number, body?: unknown];

const admin = { id: "1", email: "mere@quadkea.example", full_name: "Mere", role: "admin" };
const calls: string[] = [];
let session: Session;

const refusal = (message: string, wantsCode = false): LoginOutcome => ({ ok: false, message, wantsCode });

/** Responds to each path with its list of responses in turn; the last one stays. */
function serve(answers: Record<string, Answer[]>): void {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer key");
    expect(init.credentials).toBe("same-origin");
    const name = url.replace("/functions/v1/", "");
    calls.push(`${init.method ?? "GET"} ${name}`);
    const list = answers[name] ?? [];
    const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [500];
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  });
}

beforeEach(async () => {
  calls.length = 0;
  vi.resetModules();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  session = await import("./session.ts");
});

test("a 401 leads to one refresh and one retry", async () => {
  serve({ "auth-me": [[401], [200, admin]], "auth-refresh": [[200]] });
  expect(await session.currentUser()).toEqual(admin);
  expect(calls).toEqual(["GET auth-me", "POST auth-refresh", "GET auth-me"]);
});

test("a refused refresh means signed out, without asking again", async () => {
  serve({ "auth-me": [[401]], "auth-refresh": [[401]] });
  expect(await session.currentUser()).toBeNull();
  expect(calls).toEqual(["GET auth-me", "POST auth-refresh"]);
});

test("a refresh that fails says nothing about the session: the call fails, and nobody is signed out", async () => {
  serve({ a: [[401], [401], [200]], "auth-refresh": [[502], [200]] });
  await expect(session.fetchWithSession("a")).rejects.toThrow("502");
  expect((await session.fetchWithSession("a")).status).toBe(200);
});

test("a retry that is refused again is not retried", async () => {
  serve({ "auth-me": [[401]], "auth-refresh": [[200]] });
  expect(await session.currentUser()).toBeNull();
  expect(calls).toEqual(["GET auth-me", "POST auth-refresh", "GET auth-me"]);
});

test("calls that find the session stale together share one refresh", async () => {
  serve({ a: [[401], [401], [401], [200]], "auth-refresh": [[200]] });
  const answers = await Promise.all([1, 2, 3].map(() => session.fetchWithSession("a")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(calls.filter((call) => call === "POST auth-refresh")).toHaveLength(1);
});

test.for([[[500]], [[200, { role: 3 }]]] as Answer[][])(
  "a session check that answers %j is logged and means signed out",
  async (answers) => {
    serve({ "auth-me": answers });
    expect(await session.currentUser()).toBeNull();
    expect(console.error).toHaveBeenCalledOnce();
  },
);

test.for<[string, Answer, LoginOutcome]>([
  ["success", [200, { success: true }], { ok: true }],
  ["the server's words", [401, { success: false, error: "No" }], refusal("No")],
  ["a question for the code", [401, { error: "Code", code_required: true }], refusal("Code", true)],
  ["no words", [401, { success: false }], refusal("Login failed")],
  ["no JSON", [502], refusal("An unexpected error occurred")],
])("login with %s", async ([, answer, outcome]) => {
  serve({ "auth-login": [answer] });
  const credentials = { email: "mere@quadkea.example", password: "secret" };
  expect(await session.login(credentials)).toEqual(outcome);
});

test("in place: if the refresh is refused, the user is asked once, and every call is sent again", async () => {
  serve({ a: [[401], [401], [200]], "auth-refresh": [[401]] });
  const ask = vi.fn<() => Promise<boolean>>(async () => true);
  session.askToSignInBy(ask);
  const answers = await Promise.all([
    session.fetchWithSession("a", { asksToSignIn: true }),
    session.fetchWithSession("a", { asksToSignIn: true }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(ask).toHaveBeenCalledOnce();
});

test("in place: who would rather not sign in, or cannot be asked, gets the 401", async () => {
  serve({ a: [[401]], "auth-refresh": [[401]] });
  expect((await session.fetchWithSession("a", { asksToSignIn: true })).status).toBe(401);
  const takeBack = session.askToSignInBy(async () => false);
  expect((await session.fetchWithSession("a", { asksToSignIn: true })).status).toBe(401);
  takeBack();
  expect(calls).toEqual(["GET a", "POST auth-refresh", "GET a", "POST auth-refresh"]);
});

test("an error of logout is only logged", async () => {
  serve({ "auth-logout": [[500]] });
  await session.logout();
  expect(console.error).toHaveBeenCalledOnce();
});

test.each([
  [
    "signing in",
    () => session.login({ email: admin.email, password: "right" }),
    refusal("An unexpected error occurred"),
  ],
  ["logging out", () => session.logout(), false],
  ["the session check", () => session.currentUser(), null],
] as const)("%s ends after 15 seconds without a response", async (_name, call, outcome) => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  vi.stubGlobal("fetch", async (url: string, { signal }: RequestInit = {}) => {
    if (url === "/config.json") return Response.json({ anonKey: "key" });
    signal?.throwIfAborted();
    return new Promise(() => {});
  });
  expect(await call()).toEqual(outcome);
  expect(timeout).toHaveBeenCalledWith(15_000);
});
