import fc from "fast-check";

import { endpoints, proofHeader } from "#domain/endpoints.ts";
import { recordStatuses } from "#domain/record-status.ts";
import { type Example, examples, recordBody } from "#tests/submission-examples.ts";

import { badEntries, badFormEntries, otherBodies } from "./bad-values.ts";

/** A request that no server may accept. */
export interface HostileCall {
  readonly method: "POST" | "PATCH";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HostileEndpoint {
  readonly name: string;
  /** The answers that its calls may get. */
  readonly refusals: readonly number[];
  readonly calls: fc.Arbitrary<HostileCall>;
}

export interface Door {
  readonly origin: string;
  readonly anonKey: string;
  /** Of a signed-in admin. */
  readonly cookie: string;
}

const json = { "content-type": "application/json" };

/**
 * Every way in for bodies, over one submission of each kind that has been mailed and one that has been
 * stored: what could be spoilt is there.
 */
export async function hostileEndpoints(door: Door): Promise<HostileEndpoint[]> {
  const statuses: HostileEndpoint[] = [];
  const submissions: HostileEndpoint[] = [];
  for (const example of examples) {
    const waiting = await mailed(door, example);
    const before = { ...example, values: { ...example.values, full_name: "Stored Before" } };
    const id = await stored(door, before, await mailed(door, before));
    statuses.push(statusCalls(door, example, id));
    submissions.push(mailCalls(example), storeCalls(door, example, waiting), formCalls(example));
  }
  // Statuses first, while the session is fresh; the login last, where guesses make everybody wait.
  return [...statuses, ...submissions, loginCalls()];
}

export async function sendHostile({ origin }: Door, { path, ...init }: HostileCall): Promise<number> {
  const answer = await fetch(origin + path, { ...init, redirect: "manual" });
  await answer.arrayBuffer();
  return answer.status;
}

/** The last of equal names counts, and "__proto__" is a name like any other. */
function stringify(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

const headerText = fc.string({
  unit: fc.constantFrom(...Array.from("abcXYZ019 !\"#%&'()*+,-./:;<=>?@[]^_`{|}~")),
  maxLength: 300,
});

function mailCalls({ submission, values }: Example): HostileEndpoint {
  const body = { form_type: submission.formType, ...values };
  const bodies = fc.oneof(
    badEntries(submission, body, ["form_type"]).map(stringify),
    otherBodies(JSON.stringify(body)),
  );
  const extra = fc.record({ "idempotency-key": headerText, [proofHeader]: headerText }, { requiredKeys: [] });
  return {
    name: `mail call, ${submission.formType}`,
    refusals: [400, 413],
    calls: fc.tuple(bodies, extra).map(([text, headers]) => ({
      method: "POST",
      path: endpoints.sendMail,
      headers: { ...json, ...headers },
      body: text,
    })),
  };
}

function storeCalls({ anonKey }: Door, example: Example, reference: string): HostileEndpoint {
  const { submission } = example;
  const body = recordBody(example, reference);
  const bodies = fc.oneof(
    badEntries(submission, body, Object.keys(body)).map(stringify),
    otherBodies(JSON.stringify(body)),
    fc
      .jsonValue()
      .filter((value) => value !== reference)
      .map((value) => JSON.stringify({ ...body, ref_number: value })),
  );
  return {
    name: `store call, ${submission.table}`,
    refusals: [400, 403, 413],
    calls: bodies.map((text) => ({
      method: "POST",
      path: `${endpoints.records}/${submission.table}`,
      headers: { ...json, apikey: anonKey },
      body: text,
    })),
  };
}

function formCalls({ submission, values }: Example): HostileEndpoint {
  const typed = Object.fromEntries(
    Object.entries({ ...values, consent: true }).map(([name, value]) => [name, String(value)]),
  );
  const encode = (entries: readonly (readonly [string, string])[]) =>
    new URLSearchParams(entries.map(([name, value]) => [name, value])).toString();
  const junk = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("%", "%zz=%ff", "=&=&", "a[b]=1&a[__proto__]=2"),
  );
  return {
    name: `form, ${submission.name}`,
    refusals: [400, 413, 422],
    calls: fc.oneof(badFormEntries(submission, typed).map(encode), junk).map((body) => ({
      method: "POST",
      path: `${endpoints.forms}/${submission.name}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    })),
  };
}

function statusCalls({ cookie }: Door, { submission }: Example, id: string): HostileEndpoint {
  const good = { query: `?id=eq.${id}`, body: JSON.stringify({ status: "completed" }) };
  const isStatus = (value: unknown) => recordStatuses.some((status) => status === value);
  const badBody = fc.oneof(
    fc
      .jsonValue()
      .filter((value) => !isStatus(value))
      .map((status) => JSON.stringify({ status })),
    fc
      .string({ minLength: 1 })
      .filter((name) => name !== "updated_at" && name !== "status")
      .map((name) =>
        stringify([
          ["status", "completed"],
          [name, 1],
        ]),
      ),
    otherBodies(good.body),
  );
  const badQuery = fc.oneof(
    fc.constantFrom(
      "",
      "?status=eq.new",
      `?id=neq.${id}`,
      `?id=in.(${id})`,
      `?id=eq.${id}&id=eq.${id}`,
      `?id=eq.${id}&or=(id.gt.0)`,
      "?id=eq.",
    ),
    fc.string().map((text) => `?id=eq.${encodeURIComponent(`${id}${text}x`.toWellFormed())}`),
  );
  const calls = fc.oneof(
    badBody.map((body) => ({ ...good, body })),
    badQuery.map((query) => ({ ...good, query })),
  );
  return {
    name: `status, ${submission.table}`,
    refusals: [400, 403, 413],
    calls: calls.map(({ query, body }) => ({
      method: "PATCH",
      path: `${endpoints.records}/${submission.table}${query}`,
      headers: { ...json, cookie },
      body,
    })),
  };
}

function loginCalls(): HostileEndpoint {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.nat(1000).map((more) => "x".repeat(4000 + more)),
  );
  const bodies = fc.oneof(
    fc
      .record({ email: anything, password: anything }, { requiredKeys: [] })
      .map((body) => JSON.stringify(body)),
    otherBodies('{"email":"staff@quadkea.example","password":"wrong"}'),
  );
  return {
    name: "login",
    refusals: [400, 401, 413, 429],
    calls: bodies.map((body) => ({ method: "POST", path: endpoints.login, headers: json, body })),
  };
}

async function post({ origin, anonKey }: Door, path: string, body: object): Promise<Response> {
  const headers = { ...json, apikey: anonKey };
  return fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function mailed(door: Door, { submission, values }: Example): Promise<string> {
  const answer = await post(door, endpoints.sendMail, { form_type: submission.formType, ...values });
  return (await answer.json()).ref_number;
}

/** Stores it; returns the record's id. */
async function stored(door: Door, example: Example, reference: string): Promise<string> {
  const path = `${endpoints.records}/${example.submission.table}`;
  await post(door, path, recordBody(example, reference));
  const found = `${door.origin}${path}?ref_number=eq.${reference}`;
  const [record] = await (await fetch(found, { headers: { cookie: door.cookie } })).json();
  return record.id;
}
