import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import { dealCalls } from "#domain/deals/deal-calls.ts";

import type { TestApp } from "./build-test-app.ts";
import { addNewRequest } from "./deal-examples.ts";
import type { DeskResponse } from "./staff.ts";

/** A draft as the desk saves it: $185.00 and $15.00 freight unless changed. */
export function exampleDraft(changes: object = {}): object {
  return {
    lines: [draftLine()],
    freight: {
      service: "Courier",
      zone: "north",
      rural: true,
      cents: 1500,
      words: "North Island, rural delivery",
    },
    valid_days: 5,
    words: null,
    fitment: null,
    ...changes,
  };
}

export function draftLine(changes: object = {}): object {
  return {
    id: "diff",
    text: "Front diff",
    machine: "Honda TRX420FM 2015",
    grade: "B",
    unit_cents: 18_500,
    evidence: ["Backlash 0.2 mm"],
    ...changes,
  };
}

/** The calls of one user about one quote request. */
export interface QuoteDesk {
  readonly reference: string;
  read(call: string): Promise<DeskResponse>;
  quote(): Promise<DeskResponse>;
  /** With If-Match: the current version unless given; null leaves the header out. */
  save(draft?: object, version?: number | null): Promise<DeskResponse>;
  /** Any other call with `ref` in its body. */
  call(name: keyof typeof dealCalls, body?: object, headers?: Record<string, string>): Promise<DeskResponse>;
  /** Saves the draft and sends it. Throws unless that works. */
  send(draft?: object): Promise<number>;
}

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly body?: string;
}

/** Of the first admin, who signs in again when the session is over, unless a cookie is given. */
export async function quoteDesk(
  app: TestApp,
  given: { readonly cookie?: string; readonly reference?: string } = {},
): Promise<QuoteDesk> {
  const ref = given.reference ?? (await addNewRequest(app));
  let cookie = given.cookie ?? (await app.signIn());
  const asked = async (path: string, init: Sent = { headers: {} }): Promise<DeskResponse> => {
    const answer = await app.fetch(path, { ...init, headers: { ...init.headers, cookie } });
    if (answer.status === 401 && given.cookie === undefined) {
      cookie = await app.signIn();
      return asked(path, init);
    }
    return { status: answer.status, body: await answer.json() };
  };
  const read = (call: string) => asked(`/functions/v1/${call}`);
  const write = (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const key = { "idempotency-key": randomUUID() };
    const json = { "content-type": "application/json", ...key, ...headers };
    return asked(path, { method, headers: json, body: JSON.stringify({ ref, ...body }) });
  };
  const quote = () => read(`quote?ref=${ref}`);
  const save: QuoteDesk["save"] = async (draft = exampleDraft(), version) => {
    const seen = version === undefined ? Number((await quote()).body["draft_version"]) : version;
    return write("PUT", dealCalls.draft.path, { draft }, seen === null ? {} : { "if-match": `"${seen}"` });
  };
  const call: QuoteDesk["call"] = (name, body = {}, headers = {}) =>
    write("POST", dealCalls[name].path, body, headers);
  return {
    reference: ref,
    read,
    quote,
    save,
    call,
    async send(draft) {
      expect((await save(draft)).status).toBe(200);
      const sent = await call("send");
      expect(sent).toMatchObject({ status: 200 });
      return Number(sent.body["number"]);
    },
  };
}
