import * as v from "valibot";

import type { ChangeOutcomes } from "#domain/desk.ts";

import { type RunningServer, signIn } from "../measuring/candidate.ts";
import { type Answer, KeepAliveClient } from "../measuring/keep-alive-client.ts";

/** A server over a filled desk, with a user signed in. */
export interface DeskServer extends RunningServer {
  readonly cookie: string;
  /** Of the newest quote request. */
  readonly reference: string;
  readonly version: number;
}

const newest = v.tuple([v.object({ ref_number: v.string(), version: v.number() })]);

export async function signedIn(server: RunningServer): Promise<DeskServer> {
  const headers = await signIn(server.origin);
  const path = `${server.origin}/rest/v1/quote_requests?select=*&limit=1&order=number.desc`;
  const [{ ref_number: reference, version }] = v.parse(newest, await (await fetch(path, { headers })).json());
  return { ...server, ...headers, reference, version };
}

type Ask = (client: KeepAliveClient, server: DeskServer, headers: Record<string, string>) => Promise<Answer>;

const page = "select=*%2Crepeats&limit=51";

const list =
  (filter: string): Ask =>
  (client, _, headers) =>
    client.get(`/rest/v1/quote_requests?${page}&${filter}`, headers);

const found =
  (words: string): Ask =>
  (client, _, headers) =>
    client.post(`/rest/v1/rpc/search_quote_requests?${page}&order=number.desc`, { words }, headers);

const get =
  (path: (server: DeskServer) => string): Ask =>
  (client, server, headers) =>
    client.get(path(server), headers);

/** What the desk asks for, by what staff do. The words of the first search match a page in both sizes. */
export const acts: Readonly<Record<string, Ask>> = {
  list: list("order=number.desc"),
  "filter: completed": list("status=eq.completed&order=number.desc"),
  "search: farm": found("farm"),
  counts: get(() => "/functions/v1/desk-summary"),
  "open a record": get(({ reference }) => `/functions/v1/desk-record?reference=${reference}`),
  "set a status": async (client, server, headers) => {
    const change = { reference: server.reference, version: versionOf(server), status: nextStatus() };
    const answer = await client.patch("/functions/v1/desk-record", { changes: [change] }, headers);
    const [outcome] = (JSON.parse(answer.body) as ChangeOutcomes).outcomes;
    if (outcome?.kind !== "changed") throw new Error(`The record was not changed: ${answer.body}`);
    versions.set(server, outcome.version);
    return answer;
  },
};

const versions = new Map<DeskServer, number>();
const versionOf = (server: DeskServer) => versions.get(server) ?? server.version;

let turn = 0;
const nextStatus = () => ((turn += 1) % 2 === 0 ? "completed" : "in_progress");

/** What the owner asks for: it counts more on the large desk. */
export const statistics: Ask = get(() => "/functions/v1/figures");

/** As typed, sign by sign; the second half with a typing error, or in words of the trade that no record has. */
export const searches = {
  typed: ["honda 420 diff", "kiri smith", "021 4", "kawasaki brute", "otaika"],
  mistyped: ["hona 420", "kawaski caburettor", "cabry", "differental", "kiri smtih", "driveshaft"],
};

export async function timesOfTyping(server: DeskServer, words: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const typed of words) {
    for (let length = 1; length <= typed.length; length += 1) {
      const ask = asker(server, found(typed.slice(0, length)));
      for (let round = 0; round < 10; round += 1) times.push(await ask());
    }
  }
  return times;
}

/** Returns how many milliseconds one request took. */
export function asker(server: DeskServer, ask: Ask): () => Promise<number> {
  const client = new KeepAliveClient(server.port);
  const headers = { cookie: server.cookie };
  return async () => {
    const start = performance.now();
    const answer = await ask(client, server, headers);
    const milliseconds = performance.now() - start;
    if (answer.status !== 200 && answer.status !== 204) throw new Error(`${answer.head}\n${answer.body}`);
    return milliseconds;
  };
}
